/** A stand-in for a kube-apiserver on loopback: answers what it was told to, counts requests, and can be slow, broken or gone. */
import { readFileSync } from "node:fs";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { folderWith } from "./folder.ts";

export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly delayMs?: number;
  /** The connection breaks in the middle of the body. */
  readonly cut?: boolean;
  /** The connection ends without an answer. */
  readonly hangUp?: boolean;
  /** The body stays open and is written by whoever gets it here: a watch. */
  readonly open?: (response: http.ServerResponse) => void;
}

export interface ApiServer {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly requests: readonly string[];
  /** The headers of the last request. */
  lastHeaders(): http.IncomingHttpHeaders;
  /** The names of the client certificates that the requests came with; "" for none. */
  readonly clients: readonly string[];
  /** How many connections were opened. */
  connections(): number;
  /** How many requests were under way at most at one time, watches aside. */
  mostAtOnce(): number;
  /** What a path answers from now on, one answer after the other, the last for ever; without any a path is unknown. */
  answer(path: string, ...answers: readonly Answer[]): void;
  /** Writes a kubeconfig for it into a folder of its own; returns the file. */
  kubeconfig(cluster?: object, user?: object): string;
  close(): Promise<void>;
}

const data = path.resolve(import.meta.dirname, "../server/cluster/data");
/** A file of certificates and keys for tests. */
export const dataFile = (name: string): string => path.join(data, name);
export const certificateFile: string = path.join(data, "server.crt.pem");
export const keyFile: string = path.join(data, "server.key.pem");

/** `certificate`: the server's, if not the one that the tests trust. */
export async function startApiServer(options: { readonly tls?: boolean; readonly certificate?: string } = {}): Promise<ApiServer> {
  const answers = new Map<string, Answer[]>();
  const requests: string[] = [];
  const clients: string[] = [];
  let connections = 0;
  let headers: http.IncomingHttpHeaders = {};
  let now = 0;
  let most = 0;
  const listener: RequestListener = (request, response) => {
    requests.push(request.url ?? "");
    headers = request.headers;
    clients.push(clientOf(request.socket as TLSSocket));
    const counts = request.url?.includes("watch=true") ? 0 : 1;
    now += counts;
    most = Math.max(most, now);
    const told = answers.get(request.url ?? "") ?? [];
    const {
      status = 200,
      headers: more,
      body,
      delayMs = 0,
      cut = false,
      hangUp = false,
      open,
    } = (told.length > 1 ? told.shift() : told[0]) ?? unknownPath;
    const timer = setTimeout(() => {
      if (hangUp) {
        request.socket.destroy();
        return;
      }
      response.writeHead(status, { "Content-Type": "application/json", ...more });
      if (open !== undefined) {
        response.flushHeaders();
        open(response);
        return;
      }
      if (cut) {
        response.write('{"apiVersion":', () => request.socket.destroy());
        return;
      }
      response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    }, delayMs);
    response.on("close", () => {
      now -= counts;
      clearTimeout(timer);
    });
  };
  const server = options.tls
    ? https.createServer(
        {
          cert: readFileSync(options.certificate ?? certificateFile),
          key: readFileSync(keyFile),
          requestCert: true,
          rejectUnauthorized: false,
        },
        listener,
      )
    : http.createServer(listener);
  server.on("connection", () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `${options.tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    clients,
    connections: () => connections,
    lastHeaders: () => headers,
    mostAtOnce: () => most,
    answer: (at, ...told) => void answers.set(at, [...told]),
    kubeconfig(cluster = {}, user = {}) {
      return folderWith().write("config", JSON.stringify(kubeconfigOf({ server: url, ...cluster }, user)));
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function clientOf(socket: Partial<TLSSocket>): string {
  const name: unknown = socket.getPeerCertificate?.().subject?.CN;
  return typeof name === "string" ? name : "";
}

/** Context "test" with namespace "shop". */
export function kubeconfigOf(cluster: object, user: object): object {
  return {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
    contexts: [{ name: "test", context: { cluster: "c", user: "u", namespace: "shop" } }],
  };
}

/** A `Status` as the API server sends it. */
export function failure(status: number, message: string, name?: string): Answer {
  return {
    status,
    body: { kind: "Status", apiVersion: "v1", status: "Failure", message, code: status, ...(name ? { details: { name } } : {}) },
  };
}

const unknownPath: Answer = { status: 404, body: "404 page not found" };
