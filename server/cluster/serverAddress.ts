/** The address of an API server as kubectl reads it. Counterpart in Go: client-go rest.DefaultServerURL. */
import type { Or } from "./kubeconfig.ts";
import type { ClusterEntry } from "./kubeconfigEntries.ts";

/** `HOST:PORT` alone is http, whatever else the entry says. */
export function serverAddress({ name, server }: ClusterEntry): Or<URL> {
  if (server === "") return { problem: `Cluster "${name}" of the kubeconfig has no server address` };
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `http://${server}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.protocol === "https:" || url.protocol === "http:") && url.host !== "") return { value: url };
  return { problem: `Cluster "${name}" of the kubeconfig has no valid server address: "${server}" is no https://HOST:PORT` };
}
