/**
 * Kubeconfig entries → the options of an HTTPS request, through client-node's KubeConfig (certificates, tokens, token files,
 * exec plugins, proxies, impersonation). Where client-node falls short of kubectl the entries are put right here first:
 * a certificate's data wins over its file, `tokenFile` over `token`, a relative exec command starts beside its kubeconfig,
 * a cluster without user still gets its CA, and plain http is allowed.
 */
import type { OutgoingHttpHeaders } from "node:http";
import https, { type RequestOptions } from "node:https";
import path from "node:path";
import { KubeConfig, type Named } from "@kubernetes/client-node/dist/config.js";
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import type { Entry, Or, ResolvedTarget } from "./kubeconfig.ts";

/** Adds a target's TLS, proxy and authentication to the options of a request. May run an exec plugin; rejects when that fails. */
export type Authenticate = (options: RequestOptions) => Promise<void>;

/** Where a target's requests go, and with which credentials. */
export interface Endpoint {
  readonly server: URL;
  readonly authenticate: Authenticate;
}

export function endpointOf(target: ResolvedTarget): Or<Endpoint> {
  const address = stringAt(target.cluster.body, "server") ?? "";
  if (!URL.canParse(address)) return { problem: `Cluster "${target.cluster.name}" of the kubeconfig has no valid server address` };
  const provider = stringAt(target.user?.body, "auth-provider", "name");
  if (provider === "azure" || provider === "gcp") {
    return {
      problem: `User "${target.user?.name}" uses the auth-provider "${provider}", which kubectl removed: use its exec plugin instead`,
    };
  }
  const server = new URL(address);
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [clusterOf(target.cluster, server)],
    users: [userOf(target.user)],
    contexts: [{ name: target.context, cluster: target.cluster.name, user: target.user?.name ?? "anonymous" }],
    currentContext: target.context,
  });
  const direct = server.protocol === "https:" && stringAt(target.cluster.body, "proxy-url") === undefined;
  return { value: { server, authenticate: shared(config, direct ? new https.Agent({ keepAlive: true }) : undefined) } };
}

/** Requests that start together authenticate together: a plugin runs once for all of them, and not again while it still runs. */
function shared(config: KubeConfig, keepAlive: https.Agent | undefined): Authenticate {
  let running: Promise<RequestOptions> | undefined;
  return async (options) => {
    running ??= optionsFrom(config).finally(() => {
      running = undefined;
    });
    const { headers, ...tls } = await running;
    Object.assign(options, tls, { headers: { ...options.headers, ...headers } });
    // client-node's agent opens a connection per request and keeps the first certificates for ever; TLS options of the request itself suffice.
    if (keepAlive !== undefined) options.agent = keepAlive;
  };
}

async function optionsFrom(config: KubeConfig): Promise<RequestOptions & { headers?: OutgoingHttpHeaders }> {
  const options = {};
  await config.applyToHTTPSOptions(options);
  return options;
}

function clusterOf(entry: Entry, server: URL): Named & Record<string, unknown> {
  const { body, folder, name } = entry;
  const caData = stringAt(body, "certificate-authority-data");
  return {
    name,
    server: server.href.replace(/\/$/, ""),
    caData,
    caFile: caData ? undefined : fileAt(body, folder, "certificate-authority"),
    // client-node refuses http without it, and TLS verification means nothing there.
    skipTLSVerify: server.protocol === "http:" || valueAt(body, "insecure-skip-tls-verify") === true,
    tlsServerName: stringAt(body, "tls-server-name"),
    proxyUrl: stringAt(body, "proxy-url"),
  };
}

function userOf(entry: Entry | undefined): Named & Record<string, unknown> {
  if (entry === undefined) return { name: "anonymous" };
  const { body, folder, name } = entry;
  const certData = stringAt(body, "client-certificate-data");
  const keyData = stringAt(body, "client-key-data");
  const tokenFile = fileAt(body, folder, "tokenFile");
  const exec = plain(valueAt(body, "exec"));
  return {
    name,
    certData,
    certFile: certData ? undefined : fileAt(body, folder, "client-certificate"),
    keyData,
    keyFile: keyData ? undefined : fileAt(body, folder, "client-key"),
    token: tokenFile === undefined ? stringAt(body, "token") : undefined,
    authProvider: tokenFile === undefined ? plain(valueAt(body, "auth-provider")) : { name: "tokenFile", config: { tokenFile } },
    exec: exec === undefined ? undefined : withCommandBeside(exec, folder),
    username: stringAt(body, "username"),
    password: stringAt(body, "password"),
    impersonateUser: stringAt(body, "as"),
  };
}

function fileAt(body: ValueMap, folder: string, key: string): string | undefined {
  const file = stringAt(body, key);
  return file ? path.resolve(folder, file) : undefined;
}

function withCommandBeside(exec: unknown, folder: string): unknown {
  const command = (exec as { readonly command?: unknown }).command;
  if (typeof command !== "string" || !/[\\/]/.test(command)) return exec;
  return { ...(exec as object), command: path.resolve(folder, command) };
}

/** A Value as the plain object that client-node expects; undefined for null and absent. */
function plain(value: Value | undefined): unknown {
  if (isMap(value)) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (isList(value)) return value.map(plain);
  return value ?? undefined;
}
