/**
 * Entries and their material → what a request is sent with, through client-node's KubeConfig: TLS, headers, and the agent with its proxy.
 * A KubeConfig keeps its agent for ever, so each is made for one material only. What client-node leaves out is added here, each with
 * its reason. Counterpart in Go: client-go rest.TLSConfigFor, transport.HTTPWrappersForConfig.
 */
import http, { type OutgoingHttpHeaders } from "node:http";
import type { RequestOptions } from "node:https";
import { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { keepConnections } from "./agents.ts";
import { impersonation } from "./impersonation.ts";
import type { ClusterEntry, UserEntry } from "./kubeconfigEntries.ts";
import type { Material } from "./material.ts";
import { secureContext } from "./secureContext.ts";

/** What a request is sent with. */
export interface Credentials {
  readonly headers: OutgoingHttpHeaders;
  /** `NAME:PASSWORD` of basic authentication. */
  readonly auth: string | null;
  readonly agent: http.Agent;
}

/** From where to where. */
export interface Route {
  readonly server: URL;
  readonly proxy: URL | undefined;
  readonly cluster: ClusterEntry;
  /** Undefined: anonymous. */
  readonly user: UserEntry | undefined;
}

/** Rejects where a certificate cannot be used. */
export async function requestOptions({ server, proxy, cluster, user }: Route, material: Material): Promise<Credentials> {
  const secure = server.protocol === "https:";
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [
      {
        name: "cluster",
        server: server.href,
        caData: material.authority,
        // Without it client-node refuses http.
        skipTLSVerify: cluster.insecure || !secure,
        tlsServerName: cluster.tlsServerName,
        // By `socks5` its agent means that names are looked up here; Go lets the proxy do it.
        proxyUrl: proxy?.href.replace(/^socks5:/, "socks5h:"),
      },
    ],
    // No exec and no auth-provider: client-node's exec has no time limit, no KUBERNETES_EXEC_INFO and leaves stdin open, and its
    // auth-providers run programs synchronously or use up a refresh token. What they are for is in the material.
    users: [
      {
        name: "user",
        certData: material.certificate,
        keyData: material.key,
        // kubectl sends the name and password where a plugin gives a token too; client-node the token.
        token: user?.username ? undefined : material.token,
        username: user?.username,
        password: user?.password,
        impersonateUser: user?.as || undefined,
      },
    ],
    contexts: [{ name: "context", cluster: "cluster", user: "user" }],
    currentContext: "context",
  });
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const { headers, auth, agent, ca, cert, key } = options;
  if (!(agent instanceof http.Agent)) throw new Error("client-node made no agent");
  const context = secure ? secureContext({ ca, cert, key }, cluster.name, user?.name) : undefined;
  // Said here, since client-node lets the environment variable NODE_TLS_REJECT_UNAUTHORIZED decide.
  keepConnections(agent, server, proxy, cluster.tlsServerName, { secureContext: context, rejectUnauthorized: !cluster.insecure });
  return {
    headers: { ...(headers as OutgoingHttpHeaders), ...(user?.as ? impersonation(user) : {}) },
    auth: auth ?? null,
    agent,
  };
}
