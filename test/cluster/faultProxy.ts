/**
 * A TLS proxy in front of the test server that misbehaves on demand, as networks, gateways and overloaded servers do.
 * Invariant: what it was asked is remembered whatever it does with it; without a fault it passes everything on unchanged.
 */
import { readFileSync } from "node:fs";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ClusterAddress } from "./connect.ts";

export type Fault =
  /** Answers come late. */
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string }
  /** The connection ends without an answer. */
  | { readonly kind: "reset" }
  /** Half-open: accepted and never answered; watches say nothing more. What fell silent stays so when the fault ends. */
  | { readonly kind: "silence" }
  /** The connection ends in the middle of a body. */
  | { readonly kind: "truncate" }
  /** A body that is larger than anything a client may keep. */
  | { readonly kind: "giant" }
  | { readonly kind: "certificate"; readonly which: "unknownAuthority" | "otherHost" | "expired" };

export interface Asked {
  /** By `performance.now()`. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
}

export interface FaultProxy {
  /** Its entry in a kubeconfig: address, and the authorities of all its certificates but that of an unknown one. */
  readonly cluster: object;
  readonly requests: readonly Asked[];
  /** How many connections were opened. */
  connections(): number;
  /** From now on requests whose path matches meet this fault, and only this; watches that are open meet it too. */
  begin(fault: Fault, on?: RegExp): void;
  end(): void;
  close(): Promise<void>;
}

interface Passing {
  readonly path: string;
  readonly response: ServerResponse;
  readonly upstream: IncomingMessage;
}

const certificates = {
  good: { cert: "server.crt.pem", key: "server.key.pem" },
  unknownAuthority: { cert: "clientA.crt.pem", key: "client.key.pem" },
  otherHost: { cert: "otherHost.crt.pem", key: "server.key.pem" },
  expired: { cert: "expired.crt.pem", key: "server.key.pem" },
} as const;
const data = join(import.meta.dirname, "..", "server", "cluster", "data");
const giantBytes = 80 * 1024 * 1024;

export async function startFaultProxy(to: Pick<ClusterAddress, "url" | "authority">): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(to.authority) });
  const requests: Asked[] = [];
  const passing = new Set<Passing>();
  let connections = 0;
  let now: { readonly fault: Fault; readonly on: RegExp } | undefined;
  const server = createServer(filesOf("good"), (request, response) => {
    const path = request.url ?? "/";
    requests.push({ at: performance.now(), method: request.method ?? "GET", path });
    response.on("error", () => undefined);
    const fault = now?.on.test(path) ? now.fault : undefined;
    switch (fault?.kind) {
      case "reset":
        return void request.socket.destroy();
      case "silence":
        return;
      case "status":
        return refuse(response, fault.status, fault.retryAfter);
      case "giant":
        return sendGiant(response);
      case "delay": {
        const timer = setTimeout(() => pass(request, response, path), fault.ms);
        return void response.on("close", () => clearTimeout(timer));
      }
      default:
        return pass(request, response, path, fault?.kind === "truncate");
    }
  });
  server.on("connection", () => {
    connections++;
  });
  // A client that does not like the certificate is no trouble of ours.
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function pass(request: IncomingMessage, response: ServerResponse, path: string, cut = false): void {
    const sent: ClientRequest = httpsRequest(to.url + path, { agent, method: request.method, headers: request.headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers);
      response.flushHeaders();
      if (cut) {
        upstream.once("data", (chunk: Buffer) => {
          response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy());
        });
        return;
      }
      const one: Passing = { path, response, upstream };
      passing.add(one);
      response.on("close", () => passing.delete(one));
      upstream.on("error", () => response.destroy());
      upstream.pipe(response);
    });
    sent.on("error", () => response.destroy());
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  }

  return {
    cluster: { server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, "certificate-authority-data": authorities() },
    requests,
    connections: () => connections,
    begin(fault, on = /./) {
      now = { fault, on };
      for (const one of passing) if (on.test(one.path)) meet(one, fault);
      if (fault.kind !== "certificate") return;
      server.setSecureContext(filesOf(fault.which));
      server.closeAllConnections();
    },
    end() {
      if (now?.fault.kind === "certificate") {
        server.setSecureContext(filesOf("good"));
        server.closeAllConnections();
      }
      now = undefined;
    },
    close() {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What a fault does to an answer that is on its way. */
function meet({ response, upstream }: Passing, { kind }: Fault): void {
  if (kind === "delay") return;
  if (kind !== "silence") return void response.destroy();
  upstream.unpipe(response);
  upstream.resume();
}

function refuse(response: ServerResponse, status: number, retryAfter: string | undefined): void {
  response.writeHead(status, { "Content-Type": "application/json", ...(retryAfter === undefined ? {} : { "Retry-After": retryAfter }) });
  response.end(JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", message: "broken on purpose", code: status }));
}

function sendGiant(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024, "x");
  let left = giantBytes;
  response.writeHead(200, { "Content-Type": "application/json" });
  response.write('{"apiVersion":"');
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once("drain", more);
    }
    response.end('"}');
  };
  more();
}

function filesOf(which: keyof typeof certificates): { readonly cert: Buffer; readonly key: Buffer } {
  const { cert, key } = certificates[which];
  return { cert: readFileSync(join(data, cert)), key: readFileSync(join(data, key)) };
}

function authorities(): string {
  const trusted = ["good", "otherHost", "expired"] as const;
  return Buffer.concat(trusted.map((which) => filesOf(which).cert)).toString("base64");
}
