/** The address of an API server as client-go reads it. Counterpart in Go: client-go rest.DefaultServerURL. */
import type { Or } from "./kubeconfig.ts";
import type { ClusterEntry } from "./kubeconfigEntries.ts";

/** `HOST:PORT` alone is https where the cluster entry says how to trust it, http elsewhere. */
export function serverAddress(cluster: ClusterEntry): Or<URL> {
  const { name, server } = cluster;
  if (server === "") return { problem: `Cluster "${name}" of the kubeconfig has no server address` };
  const trusted = cluster.authorityData !== "" || cluster.authorityFile !== "" || cluster.insecure;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `${trusted ? "https" : "http"}://${server}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.protocol === "https:" || url.protocol === "http:") && url.host !== "") return { value: url };
  return { problem: `Cluster "${name}" of the kubeconfig has no valid server address: "${server}" is no https://HOST:PORT` };
}
