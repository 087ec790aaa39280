/** A connection to the server through a proxy: CONNECT of HTTP, or SOCKS5. Counterpart in Go: net/http.Transport's dialConn, x/net/internal/socks. */
import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { ConnectionOptions } from "node:tls";
import { hostOf } from "./proxyFor.ts";

const limitMs = 10_000;

/** `tls`: what a proxy that speaks TLS is trusted by, as in Go the same as the server. Rejects with an Error that names the proxy and what it did. */
export async function openTunnel(server: URL, proxy: URL, tls: ConnectionOptions): Promise<net.Socket> {
  const port = Number(server.port || (server.protocol === "https:" ? 443 : 80));
  try {
    if (proxy.protocol.startsWith("socks")) return await throughSocks(proxy, hostOf(server), port);
    return await throughHttp(proxy, hostOf(server), port, tls);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`the proxy ${proxy.host} ${words[code ?? ""] ?? message}`);
  }
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ENOTFOUND: "is an unknown host",
  ECONNRESET: "cut the connection",
};

function throughHttp(proxy: URL, host: string, port: number, tls: ConnectionOptions): Promise<net.Socket> {
  const target = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
  const { user, password } = signIn(proxy);
  const headers = user === "" ? {} : { "Proxy-Authorization": `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
  return new Promise((resolve, reject) => {
    const module = proxy.protocol === "https:" ? https : http;
    const options = { host: hostOf(proxy), port: proxy.port, method: "CONNECT", path: target, headers: { Host: target, ...headers } };
    const request = module.request({ ...tls, ...options, agent: false, timeout: limitMs });
    request.on("connect", (response, socket: net.Socket, head) => {
      socket.setTimeout(0);
      if (response.statusCode !== 200) {
        socket.destroy();
        return reject(new Error(`answered ${response.statusCode} ${response.statusMessage}${advice(response.statusCode)}`));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.on("response", (response) => {
      request.destroy();
      reject(new Error(`answered ${response.statusCode} ${response.statusMessage}${advice(response.statusCode)}`));
    });
    request.on("timeout", () => request.destroy(new Error(`did not answer within ${limitMs / 1000} s`)));
    request.on("error", reject);
    request.end();
  });
}

function advice(status: number | undefined): string {
  return status === 407 ? ": put user and password into its address" : "";
}

/** The proxy looks the host up, as Go lets it. */
async function throughSocks(proxy: URL, host: string, port: number): Promise<net.Socket> {
  const socket = net.connect({ host: hostOf(proxy), port: Number(proxy.port || 1080) });
  socket.setTimeout(limitMs, () => socket.destroy(new Error(`did not answer within ${limitMs / 1000} s`)));
  try {
    const { read, release } = reader(socket);
    const { user, password } = signIn(proxy);
    socket.write(user === "" ? Buffer.of(5, 1, 0) : Buffer.of(5, 2, 0, 2));
    const [, method = 255] = await read(2);
    if (method === 2) {
      const [name, secret] = [Buffer.from(user), Buffer.from(password)];
      socket.write(Buffer.concat([Buffer.of(1, name.length), name, Buffer.of(secret.length), secret]));
      if ((await read(2))[1] !== 0) throw new Error("does not accept user and password");
    } else if (method !== 0) throw new Error("wants a user and password: put them into its address");
    socket.write(Buffer.concat([Buffer.of(5, 1, 0), socksAddress(host), Buffer.of(port >> 8, port & 255)]));
    const [, reply = 1, , kind = 1] = await read(4);
    if (reply !== 0) throw new Error(socksReplies[reply] ?? `answered with error ${reply}`);
    await read((kind === 3 ? ((await read(1))[0] ?? 0) : kind === 4 ? 16 : 4) + 2);
    release();
    socket.setTimeout(0);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function socksAddress(host: string): Buffer {
  if (net.isIPv4(host)) return Buffer.of(1, ...host.split(".").map(Number));
  if (net.isIPv6(host)) return Buffer.concat([Buffer.of(4), ipv6Bytes(host)]);
  const name = Buffer.from(host);
  return Buffer.concat([Buffer.of(3, name.length), name]);
}

/** Of an address as URL prints it: without a dotted part. */
function ipv6Bytes(host: string): Buffer {
  const [left = [], right = []] = host.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return Buffer.from([...left, ...zeros, ...right].map((group) => group.padStart(4, "0")).join(""), "hex");
}

const socksReplies: Readonly<Record<number, string>> = {
  2: "does not allow this connection",
  3: "has no way to the network",
  4: "cannot reach the host",
  5: "says that the server refuses connections",
  6: "found no way to the host in time",
};

/** Reads exactly so many bytes and leaves the others in the socket, which is as it was once released. */
function reader(socket: net.Socket): { readonly read: (count: number) => Promise<Buffer>; readonly release: () => void } {
  let broken: Error | undefined;
  let wake = (): void => {};
  const readable = (): void => wake();
  const fail = (error: Error): void => {
    broken ??= error;
    wake();
  };
  const end = (): void => fail(new Error("closed the connection"));
  socket.on("readable", readable).on("error", fail).on("end", end);
  return {
    async read(count) {
      for (;;) {
        const bytes = socket.read(count) as Buffer | null;
        if (bytes !== null && bytes.length === count) return bytes;
        if (broken !== undefined) throw broken;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    release: () => void socket.off("readable", readable).off("error", fail).off("end", end),
  };
}

function signIn(proxy: URL): { readonly user: string; readonly password: string } {
  return { user: decodeURIComponent(proxy.username), password: decodeURIComponent(proxy.password) };
}
