/**
 * A cluster and a user of the kubeconfig → where requests go, and what they are sent with. Files of certificates and tokens are read
 * again when they change, plugins run when their credentials ran out or were refused; client-node makes options of them
 * (`requestOptions.ts`). Counterpart in Go: client-go clientcmd.ClientConfig.
 */
import { dropIdle } from "./agents.ts";
import type { Failed } from "./connection.ts";
import { contradictionIn } from "./contradictions.ts";
import type { Issued } from "./execCredential.ts";
import { fileContents } from "./fileContents.ts";
import type { Or, ResolvedTarget } from "./kubeconfig.ts";
import type { Limits } from "./limits.ts";
import { type Material, noMaterial, readMaterial } from "./material.ts";
import { pluginCluster } from "./pluginCluster.ts";
import { type PluginCredentials, pluginCredentials } from "./pluginCredentials.ts";
import { proxyFor } from "./proxyFor.ts";
import type { Named } from "./reasons.ts";
import { type Credentials, requestOptions } from "./requestOptions.ts";
import { serverAddress } from "./serverAddress.ts";

/** Where a target's requests go, and with which credentials. */
export interface Endpoint extends Named {
  /** How messages name it. */
  readonly place: string;
  /** What to do when the server does not accept the credentials. */
  readonly signIn: string;
  /** What takes its time while credentials do. */
  readonly waitsFor: string;
  readonly compress: boolean;
  /** May run a plugin. Never rejects. The same object as long as nothing changed. */
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
  const route = { server, proxy: proxy.value, cluster, user };
  let plugin: PluginCredentials | undefined;
  let last: { readonly material: string; readonly made: Promise<Credentials> } | undefined;
  let used: { readonly credentials: Credentials; readonly issued: Issued | undefined } | undefined;
  const named = { server, proxy: proxy.value, cluster: cluster.name, user: user?.name ?? "" };
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

  function optionsWith(material: Material): Promise<Credentials> {
    const whole = JSON.stringify(material);
    if (last?.material !== whole) {
      // Requests under way on the last one's connections end there; what is idle is not used any more.
      void last?.made.then(({ agent }) => dropIdle(agent), ignored);
      last = { material: whole, made: requestOptions(route, material) };
    }
    return last.made;
  }

  async function credentials(): Promise<Credentials | Failed> {
    try {
      const issued = await issue();
      if (issued !== undefined && "state" in issued) return issued;
      const material = server.protocol === "https:" ? await readMaterial(cluster, user, issued, files) : noMaterial;
      const credentials = await optionsWith(material);
      used = { credentials, issued };
      return credentials;
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
        void last?.made.then(({ agent }) => agent.destroy(), ignored);
      },
    },
  };
}

/** A failure that whoever waited was told of. */
function ignored(): void {}

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
