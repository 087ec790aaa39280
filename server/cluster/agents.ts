/**
 * client-node's agents, put right: they open a connection for each request, and those for proxies don't trust and check as Go does.
 * Counterpart in Go: net/http.Transport.
 */
import type http from "node:http";
import tls from "node:tls";
import { hostOf } from "./proxyFor.ts";

/** Idle connections are dropped before load balancers drop them. */
const keepMs = 50_000;
const kept = { keepAlive: true, keepAliveMsecs: 30_000 };

/** What a server, and like in Go a proxy that speaks TLS, is trusted by. */
interface Trust {
  readonly secureContext: tls.SecureContext | undefined;
  readonly rejectUnauthorized: boolean;
}

/** Agents as Node and the libraries of the proxies make them: options are read at each connection. */
interface Made extends http.Agent {
  readonly options: http.AgentOptions;
  /** Of SOCKS. */
  readonly proxy?: object;
}

/** `name`: the server's in its certificate, where it is another than that of its address. */
export function keepConnections(agent: http.Agent, server: URL, proxy: URL | undefined, name: string, trust: Trust): void {
  const { options } = agent as Made;
  Object.assign(agent, kept);
  Object.assign(options, kept, { timeout: keepMs }, trust);
  if (proxy === undefined) return;
  // A certificate for an address would be compared with the proxy's name or with "localhost".
  const expected = name || hostOf(server);
  const checkServerIdentity = (_: string, certificate: tls.PeerCertificate): Error | undefined =>
    tls.checkServerIdentity(expected, certificate);
  Object.assign(options, { checkServerIdentity });
  // A proxy's IPv6 address would be looked up as a name, with its brackets.
  const host = hostOf(proxy);
  if (proxy.protocol.startsWith("socks")) {
    Object.assign((agent as Made).proxy ?? {}, { host });
    return;
  }
  const { protocol, port, username, password } = proxy;
  // A server's IPv6 address would be asked for without brackets, and the proxy not be trusted by what the server is.
  Object.assign(options, { host: server.hostname });
  Object.assign(agent, { proxy: { protocol, hostname: host, port, username, password }, proxyRequestOptions: trust });
}

/** Drops the connections that no request uses now. */
export function dropIdle({ freeSockets }: http.Agent): void {
  const idle = Object.values(freeSockets).flatMap((sockets) => sockets ?? []);
  for (const socket of idle) socket.destroy();
}
