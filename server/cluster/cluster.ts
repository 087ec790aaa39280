/** The clusters of the kubeconfig behind the port: one connection per cluster and user, reads only, states instead of exceptions. */
import { type Connection, connect } from "./connection.ts";
import { endpointOf } from "./credentials.ts";
import { createDiscovery, type Discovery } from "./discovery.ts";
import { createDryRuns, type DryRuns } from "./dryRun.ts";
import { kindOf } from "./kindOf.ts";
import type { Or, ResolvedTarget } from "./kubeconfig.ts";
import { createKubeconfigs, type Surroundings } from "./kubeconfigs.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { createLiveObjects, type LiveObjects } from "./liveObjects.ts";
import { gone, type Place, placeOf } from "./objectPlace.ts";
import { createOpenApi, type OpenApi } from "./openapi.ts";
import type { Cluster, ClusterAnswer, ClusterTarget, ObjectKey } from "./ports.ts";
import type { SchemaFiles } from "./schemaFiles.ts";
import { type ShortMemory, shortMemory } from "./shortMemory.ts";
import { createTurns, type Turns } from "./turns.ts";
import { createWatching, type Watching } from "./watching.ts";

interface Link {
  readonly connection: Connection;
  readonly discovery: Discovery;
  readonly openApi: OpenApi;
  readonly objects: LiveObjects;
  readonly watching: Watching;
  readonly dryRuns: DryRuns;
}

/** More contexts than anybody works with at a time; a kubeconfig that is rewritten with new tokens must not pile up connections. */
const mostLinks = 16;
const mostWatches = 32;

/** What is around the room; the process's own unless a test says otherwise. */
export interface Around extends Surroundings {
  readonly limits: Limits;
}

const processAround: Around = { env: process.env, serviceAccount: "/var/run/secrets/kubernetes.io/serviceaccount", limits: defaultLimits };

/** `schemas`: those of earlier runs. */
export function createCluster(schemas?: SchemaFiles, changed: Partial<Around> = {}): Cluster {
  const around = { ...processAround, ...changed };
  const kubeconfigs = createKubeconfigs(around);
  const links = new Map<string, Or<Link>>();
  const flights: ShortMemory<ClusterAnswer> = shortMemory(() => 0, 0);
  const slots = createTurns(mostWatches);
  const watches = new Set<AbortController>();
  const never = new AbortController().signal;

  function open(target: ClusterTarget): Or<{ readonly id: string; readonly resolved: ResolvedTarget; readonly link: Link }> {
    const resolved = kubeconfigs.resolve(target);
    if ("problem" in resolved) return resolved;
    const id = identityOf(resolved.value);
    const link = links.get(id) ?? linkTo(resolved.value, around, slots, schemas);
    links.delete(id);
    links.set(id, link);
    const [oldest] = links;
    if (links.size > mostLinks && oldest !== undefined) drop(...oldest);
    return "problem" in link ? link : { value: { id, resolved: resolved.value, link: link.value } };
  }

  function drop(id: string, link: Or<Link>): void {
    links.delete(id);
    if ("value" in link) link.value.connection.close();
  }

  /** Whether the object has a place on its server. */
  async function whenPlaced(
    target: ClusterTarget,
    key: ObjectKey,
    signal: AbortSignal,
    use: (place: Place, link: Link) => void,
  ): Promise<boolean> {
    const opened = open(target);
    if ("problem" in opened) return false;
    const { resolved, link } = opened.value;
    const place = await placeOf(link.discovery, resolved, key, signal);
    if ("answer" in place) return false;
    if (!signal.aborted) use(place, link);
    return true;
  }

  return {
    describe: (target) => kubeconfigs.describe(target),
    async get(target, key, signal) {
      const opened = open(target);
      if ("problem" in opened) return { state: "off", message: opened.problem };
      const { id, resolved, link } = opened.value;
      const flight = [id, resolved.context, resolved.namespace, key.apiVersion, key.kind, key.namespace, key.name].join("\n");
      const answer = await flights.get(flight, signal, async (stop) => {
        const place = await placeOf(link.discovery, resolved, key, stop);
        return "answer" in place ? place.answer : link.objects.get(place, stop);
      });
      return answer ?? gone;
    },
    hurry(target, key) {
      void whenPlaced(target, key, never, (place, link) => link.objects.hurry(place));
    },
    watch(target, key, listener) {
      const stop = new AbortController();
      watches.add(stop);
      const placed = whenPlaced(target, key, stop.signal, (place, link) => link.watching.watch(place, listener, stop.signal));
      void placed.then((found) => {
        if (!found && !stop.signal.aborted) listener.ended();
      });
      return () => {
        watches.delete(stop);
        stop.abort();
      };
    },
    async kind(target, apiVersion, kind, signal) {
      const opened = open(target);
      if ("problem" in opened) return undefined;
      return kindOf(opened.value.link, apiVersion, kind, signal);
    },
    async dryRun(target, key, request, signal) {
      const opened = open(target);
      if ("problem" in opened) return { state: "off", message: opened.problem };
      const { resolved, link } = opened.value;
      const place = await placeOf(link.discovery, resolved, key, signal);
      if (!("answer" in place)) return link.dryRuns.run(place, request, signal);
      const { answer } = place;
      return "message" in answer ? answer : { state: "unreachable", message: "The kind of the object is not known" };
    },
    refresh() {
      for (const link of links.values()) {
        if ("problem" in link) continue;
        link.value.connection.retry();
        link.value.discovery.forget();
        link.value.openApi.refresh();
      }
    },
    dispose() {
      for (const watch of watches) watch.abort();
      watches.clear();
      flights.clear();
      for (const [id, link] of links) drop(id, link);
    },
  };
}

function linkTo(target: ResolvedTarget, { env, limits }: Around, slots: Turns, files: SchemaFiles | undefined): Or<Link> {
  const endpoint = endpointOf(target, env, limits);
  if ("problem" in endpoint) return endpoint;
  const connection = connect(endpoint.value, limits);
  const discovery = createDiscovery(connection);
  const openApi = createOpenApi(connection, { files, server: endpoint.value.server.href, onChange: () => discovery.forget() });
  const objects = createLiveObjects(connection);
  return {
    value: {
      connection,
      discovery,
      openApi,
      objects,
      watching: createWatching(connection, objects, slots),
      dryRuns: createDryRuns(connection),
    },
  };
}

/** Equal for targets that may share a connection: a changed cluster or user entry makes a new one. */
function identityOf({ cluster, user }: ResolvedTarget): string {
  return `${cluster.identity}\n${user?.identity ?? ""}`;
}
