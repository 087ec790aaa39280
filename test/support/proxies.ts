/** Proxies on loopback that write down what goes through them. */
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { certificateFile, keyFile } from "./apiServer.ts";

export interface PlayedProxy {
  /** `HOST:PORT`. */
  readonly host: string;
  /** `HOST:PORT` of each tunnel that was asked for. */
  readonly tunnels: readonly string[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  readonly tls?: boolean;
  /** `user:password`. */
  readonly signIn?: string;
  /** Where all tunnels lead to, whatever was asked for. */
  readonly to?: string;
}

export async function startHttpProxy({ tls = false, signIn, to }: ProxyOptions = {}): Promise<PlayedProxy> {
  const tunnels: string[] = [];
  const server = tls ? https.createServer({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) }) : http.createServer();
  const open = new Set<net.Socket>();
  server.on("connect", (request, socket: net.Socket) => {
    const wanted = signIn === undefined ? undefined : `Basic ${Buffer.from(signIn).toString("base64")}`;
    if (request.headers["proxy-authorization"] !== wanted) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    tunnels.push(request.url ?? "");
    const target = connectTo(to ?? request.url ?? "");
    open.add(socket).add(target);
    target.on("connect", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    join(socket, target);
  });
  return listening(server, tunnels, open);
}

export async function startSocksProxy({ signIn, to }: ProxyOptions = {}): Promise<PlayedProxy> {
  const tunnels: string[] = [];
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    let step: "hello" | "signIn" | "connect" = "hello";
    socket.on("data", function read(data: Buffer) {
      if (step === "hello") {
        const wanted = signIn === undefined ? 0 : 2;
        const offered = data.subarray(2).includes(wanted);
        socket.write(Buffer.of(5, offered ? wanted : 255));
        step = signIn === undefined ? "connect" : "signIn";
      } else if (step === "signIn") {
        const name = data.subarray(2, 2 + (data[1] ?? 0)).toString();
        const secret = data.subarray(3 + name.length).toString();
        socket.write(Buffer.of(1, `${name}:${secret}` === signIn ? 0 : 1));
        step = "connect";
      } else {
        const kind = data[3];
        const end = kind === 3 ? 5 + (data[4] ?? 0) : kind === 4 ? 20 : 8;
        const host =
          kind === 3 ? data.subarray(5, end).toString() : kind === 4 ? ipv6(data.subarray(4, end)) : data.subarray(4, end).join(".");
        tunnels.push(`${host}:${data.readUInt16BE(end)}`);
        socket.off("data", read);
        const target = connectTo(to ?? tunnels.at(-1) ?? "");
        open.add(target);
        target.on("error", () => socket.end(Buffer.of(5, 5, 0, 1, 0, 0, 0, 0, 0, 0)));
        target.on("connect", () => {
          socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
          join(socket, target);
        });
      }
    });
  });
  return listening(server, tunnels, open);
}

function ipv6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(2 * group).toString(16));
  return new URL(`http://[${groups.join(":")}]`).hostname;
}

function connectTo(address: string): net.Socket {
  const colon = address.lastIndexOf(":");
  return net.connect(Number(address.slice(colon + 1)), address.slice(0, colon).replace(/^\[|\]$/g, ""));
}

function join(a: net.Socket, b: net.Socket): void {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    one.pipe(other);
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}

async function listening(server: net.Server, tunnels: readonly string[], open: ReadonlySet<net.Socket>): Promise<PlayedProxy> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
