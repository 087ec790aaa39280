/** The clusters of the kubeconfig behind the port: one connection per cluster and user, reads only, states instead of exceptions. */
import { printJson } from "../../shared/fieldpath/json.ts";
import { type Connection, connect } from "./connection.ts";
import { endpointOf } from "./credentials.ts";
import { createDiscovery, type Discovery } from "./discovery.ts";
import { type Kubeconfig, kubeconfigFiles, type Or, type ResolvedTarget, readKubeconfig, resolveTarget } from "./kubeconfig.ts";
import { getObject } from "./liveObjects.ts";
import { createOpenApi, type OpenApi } from "./openapi.ts";
import type { Cluster, ClusterAnswer, ClusterTarget } from "./ports.ts";
import { type ShortMemory, shortMemory } from "./shortMemory.ts";

interface Link {
  readonly connection: Connection;
  readonly discovery: Discovery;
  readonly openApi: OpenApi;
}

/** How long the files of a kubeconfig are taken for unchanged. */
const rereadMs = 2_000;
/** More contexts than anybody works with at a time; a kubeconfig that is rewritten with new tokens must not pile up connections. */
const mostLinks = 16;

export function createCluster(): Cluster {
  const kubeconfigs = new Map<string, { readonly read: Or<Kubeconfig>; readonly until: number }>();
  const links = new Map<string, Or<Link>>();
  const flights: ShortMemory<ClusterAnswer> = shortMemory(() => 0, 0);

  function kubeconfig(files: readonly string[]): Or<Kubeconfig> {
    const id = files.join("\n");
    const known = kubeconfigs.get(id);
    if (known !== undefined && known.until > performance.now()) return known.read;
    const read = readKubeconfig(files);
    kubeconfigs.set(id, { read, until: performance.now() + rereadMs });
    return read;
  }

  function open(target: ClusterTarget): Or<{ readonly id: string; readonly resolved: ResolvedTarget; readonly link: Link }> {
    const config = kubeconfig(kubeconfigFiles(target.kubeconfig));
    if ("problem" in config) return config;
    const resolved = resolveTarget(config.value, target);
    if ("problem" in resolved) return resolved;
    const id = identityOf(resolved.value);
    const link = links.get(id) ?? linkTo(resolved.value);
    links.set(id, link);
    const [oldest] = links.keys();
    if (links.size > mostLinks && oldest !== undefined) links.delete(oldest);
    return "problem" in link ? link : { value: { id, resolved: resolved.value, link: link.value } };
  }

  return {
    async get(target, key, signal) {
      const opened = open(target);
      if ("problem" in opened) return { state: "off", message: opened.problem };
      const { id, resolved, link } = opened.value;
      const flight = [id, resolved.context, resolved.namespace, key.apiVersion, key.kind, key.namespace, key.name].join("\n");
      const answer = await flights.get(flight, signal, (stop) => getObject(link.connection, link.discovery, resolved, key, stop));
      return answer ?? { state: "off", message: "No longer asked for" };
    },
    async kind(target, apiVersion, kind, signal) {
      const opened = open(target);
      if ("problem" in opened) return undefined;
      const { discovery, openApi } = opened.value.link;
      const found = await discovery.find(apiVersion, kind, signal);
      if (found?.state !== "found") return undefined;
      return { ...found.resource, type: await openApi.typeOf(apiVersion, kind, signal) };
    },
    dispose() {
      flights.clear();
      links.clear();
      kubeconfigs.clear();
    },
  };
}

function linkTo(target: ResolvedTarget): Or<Link> {
  const endpoint = endpointOf(target);
  if ("problem" in endpoint) return endpoint;
  const connection = connect(endpoint.value);
  return { value: { connection, discovery: createDiscovery(connection), openApi: createOpenApi(connection) } };
}

/** Equal for targets that may share a connection: a changed cluster or user entry makes a new one. */
function identityOf({ cluster, user }: ResolvedTarget): string {
  return [cluster, user].map((entry) => (entry === undefined ? "" : `${entry.folder}\n${printJson(entry.body)}`)).join("\n");
}
