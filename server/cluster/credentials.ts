/**
 * A cluster and a user of the kubeconfig → where requests go, and with which headers and TLS. Files of certificates and tokens are read
 * again when they change, plugins run when their credentials ran out or were refused. Counterpart in Go: client-go clientcmd.ClientConfig,
 * rest.TLSConfigFor, transport.HTTPWrappersForConfig.
 *
 * Not client-node's KubeConfig: it keeps agents by the names of cluster and user and so misses rotated certificates, its exec has no limit
 * and leaves stdin open, its auth-providers run programs synchronously, it knows no groups of an impersonation and not the system's
 * authorities; and loading it costs 0.2 s and 40 MB. What is right in it are a few lines here.
 */
import type http from "node:http";
import type { OutgoingHttpHeaders } from "node:http";
import { agentFor } from "./agents.ts";
import type { Failed } from "./connection.ts";
import { contradictionIn } from "./contradictions.ts";
import type { Issued } from "./execCredential.ts";
import { fileContents } from "./fileContents.ts";
import { headersOf } from "./headersOf.ts";
import type { Or, ResolvedTarget } from "./kubeconfig.ts";
import type { Limits } from "./limits.ts";
import { pluginCluster } from "./pluginCluster.ts";
import { type PluginCredentials, pluginCredentials } from "./pluginCredentials.ts";
import { proxyFor } from "./proxyFor.ts";
import type { Named } from "./reasons.ts";
import { serverAddress } from "./serverAddress.ts";
import { createTls } from "./tlsOf.ts";

/** What a request is sent with. The same object as long as nothing changed. */
export interface Credentials {
  readonly headers: OutgoingHttpHeaders;
  readonly agent: http.Agent;
}

/** Where a target's requests go, and with which credentials. */
export interface Endpoint extends Named {
  /** How messages name it. */
  readonly place: string;
  /** What to do when the server does not accept the credentials. */
  readonly signIn: string;
  /** What takes its time while credentials do. */
  readonly waitsFor: string;
  readonly compress: boolean;
  /** May run a plugin. Never rejects. */
  credentials(): Promise<Credentials | Failed>;
  /** The server did not accept these: whether there are others now. */
  renew(refused: Credentials): Promise<boolean>;
  /** Failures are not remembered any more. */
  forget(): void;
  close(): void;
}

export function endpointOf(target: ResolvedTarget, env: Readonly<Record<string, string | undefined>>, limits: Limits): Or<Endpoint> {
  const { cluster } = target;
  const address = serverAddress(cluster);
  if ("problem" in address) return address;
  const server = address.value;
  // Like kubectl: nothing of the user is sent in clear.
  const user = server.protocol === "https:" ? target.user : undefined;
  const problem = contradictionIn(cluster, user);
  if (problem !== undefined) return { problem };
  const proxy = proxyFor(cluster, server, env);
  if ("problem" in proxy) return proxy;

  const files = fileContents();
  const tls = createTls(server.protocol === "https:", cluster, user, files, (options) => agentFor(server, proxy.value, options));
  let plugin: PluginCredentials | undefined;
  let used: { readonly credentials: Credentials; readonly issued: Issued | undefined } | undefined;
  const named = { server, cluster: cluster.name, user: user?.name ?? "" };
  const place = `${server.host} (cluster "${cluster.name}")`;

  async function issue(): Promise<Issued | Failed | undefined> {
    if (user?.exec === undefined) return undefined;
    if (plugin === undefined) {
      const told = user.exec.provideClusterInfo ? await pluginCluster(cluster, files) : undefined;
      const words = `No credentials for ${place}: the exec plugin ${user.exec.command} of user "${user.name}"`;
      plugin ??= pluginCredentials({ spec: user.exec, cluster: told, env }, words, limits);
    }
    return plugin.get();
  }

  async function credentials(): Promise<Credentials | Failed> {
    try {
      const issued = await issue();
      if (issued !== undefined && "state" in issued) return issued;
      const headers = await headersOf(user, issued, files);
      const agent = await tls.agent(issued);
      const same = used?.credentials.agent === agent && JSON.stringify(used.credentials.headers) === JSON.stringify(headers);
      const current = same && used !== undefined ? used.credentials : { headers, agent };
      used = { credentials: current, issued };
      return current;
    } catch (error) {
      return { state: "signedOut", message: `No credentials for ${place}: ${fileProblem(error)}` };
    }
  }

  return {
    value: {
      ...named,
      place,
      signIn: user === undefined ? "the kubeconfig names no user" : signInOf(user.name, user.exec?.command, user.tokenFile),
      waitsFor:
        user?.exec === undefined
          ? "reading its credentials takes long"
          : `the exec plugin ${user.exec.command} of user "${user.name}" still runs`,
      compress: cluster.compress,
      credentials,
      async renew(refused) {
        files.forget();
        if (used?.credentials === refused && used.issued !== undefined) plugin?.refuse(used.issued);
        const next = await credentials();
        return "state" in next || next !== refused;
      },
      forget: () => plugin?.forget(),
      close() {
        plugin?.stop();
        tls.close();
      },
    },
  };
}

function signInOf(user: string, command: string | undefined, tokenFile: string): string {
  if (command !== undefined)
    return `sign in again as the plugin ${command} of user "${user}" wants it, for example by running kubectl in a terminal`;
  if (tokenFile !== "") return `user "${user}" takes its token from ${tokenFile}`;
  return `renew the credentials of user "${user}" in the kubeconfig`;
}

function fileProblem(error: unknown): string {
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (path === undefined) return message;
  return code === "ENOENT" ? `${path} does not exist` : `${path} cannot be read (${code})`;
}
