/**
 * Agents, which keep connections for the next request. Through a proxy each connection is a tunnel with TLS to the server inside it, so that
 * the proxy sees neither credentials nor objects; client-node's proxy agents open one per request. Counterpart in Go: net/http.Transport.
 */
import http from "node:http";
import https from "node:https";
import tls from "node:tls";
import { openTunnel } from "./tunnel.ts";

/** Idle connections are dropped before load balancers drop them. */
const keepMs = 50_000;

export function agentFor(server: URL, proxy: URL | undefined, options: tls.ConnectionOptions): http.Agent {
  const secure = server.protocol === "https:";
  const keep = { keepAlive: true, keepAliveMsecs: 30_000, timeout: keepMs };
  const agent = secure ? new https.Agent({ ...options, ...keep }) : new http.Agent(keep);
  if (proxy === undefined) return agent;
  agent.createConnection = (to, callback) => {
    const { servername: _, ...trust } = options;
    openTunnel(server, proxy, trust)
      .then((socket) => (secure ? tls.connect({ ...(to as tls.ConnectionOptions), socket }) : socket))
      .then(
        (stream) => callback?.(null, stream),
        (error: Error) => callback?.(error, undefined as never),
      );
    return undefined;
  };
  return agent;
}
