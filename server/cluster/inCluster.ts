/** The cluster that this process is a pod of, known by its service account's files. Counterpart in Go: client-go rest.InClusterConfig. */
import { readFileSync, statSync } from "node:fs";
import { isIPv6 } from "node:net";
import path from "node:path";
import type { Kubeconfig, Or, ResolvedTarget } from "./kubeconfig.ts";
import { clusterEntry, userEntry } from "./kubeconfigEntries.ts";
import type { Surroundings } from "./kubeconfigs.ts";
import type { ClusterTarget } from "./ports.ts";

const name = "in-cluster";

/** Undefined where this is no pod with a service account. */
export function inClusterConfig(
  { env, serviceAccount }: Surroundings,
  target: ClusterTarget,
): Or<{ readonly config: Kubeconfig; readonly resolved: ResolvedTarget }> | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  const tokenFile = path.join(serviceAccount, "token");
  if (!host || !port || !isFile(tokenFile)) return undefined;
  if (target.context && target.context !== name) {
    return { problem: `No kubeconfig, so there is no context "${target.context}": without one the pod's own cluster is asked` };
  }
  const authority = path.join(serviceAccount, "ca.crt");
  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const trusted: [string, string][] = isFile(authority) ? [["certificate-authority", authority]] : [];
  const cluster = clusterEntry(name, new Map([["server", server], ...trusted]), serviceAccount, []);
  const user = userEntry(name, new Map([["tokenFile", tokenFile]]), serviceAccount, []);
  const own = env.POD_NAMESPACE || textOf(path.join(serviceAccount, "namespace"));
  const context = { name, cluster: name, user: name, namespace: own };
  const config = {
    clusters: new Map([[name, cluster]]),
    users: new Map([[name, user]]),
    contexts: new Map([[name, context]]),
    currentContext: name,
    files: [tokenFile],
  };
  const place = target.namespace
    ? { namespace: target.namespace, namespaceFrom: "setting" as const }
    : own
      ? { namespace: own, namespaceFrom: "pod" as const }
      : { namespace: "default", namespaceFrom: "default" as const };
  return { value: { config, resolved: { context: name, ...place, cluster, user } } };
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}
