/**
 * Tries on the real server which fields of an object never change: creates it, then asks by dry runs for one change after the other, each of
 * which would be valid in a new object.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterClient, ClusterObject } from "../connect.ts";
import { setAt } from "../everyKind.ts";
import { type Change, changesOf, isSame, type Pool, withOtherSelector } from "./changes.ts";
import { type ImmutableTable, learnImmutable, type Tried } from "./learnImmutable.ts";
import { jsonLines, tries } from "./tries.ts";

/** The table of fields that never change as this server has it. */
export async function probeImmutable(cluster: ClusterClient): Promise<ImmutableTable> {
  const { gitVersion } = (await cluster.must({ path: "/version" })) as { readonly gitVersion: string };
  const namespace = `tries-${Date.now().toString(36)}`;
  await cluster.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await cluster.create(growing);
  const pool: Pool = new Map();
  const seen: Tried[] = [];
  const known = new Map<string, number>();
  // Twice: the first round fills the pool of values.
  for (const round of ["collect", "change"] as const) {
    for (const [number, { object, type, below }] of tries.entries()) {
      if (isDangerous(object)) continue;
      if (round === "collect") {
        changesOf(object, type, below, pool);
        continue;
      }
      for (const [state, { set = {}, status, when }] of variantsOf(object).entries()) {
        if (when !== undefined ? !isInState(object, set, when) : object.immutable === true) continue;
        const live = await createWith(cluster, object, `${namespace}-${number}-${state}`, namespace, set, status);
        if (live === undefined) continue;
        const kind = `${object.apiVersion} ${object.kind}`;
        for (const change of [...changesOf(live, type, below, pool), ...withOtherSelector(live)]) {
          const key = [kind, when, JSON.stringify({ set, status }), change.path, change.mode].join(" ");
          if (known.get(key) === 2) continue;
          const outcome = await tryChange(cluster, live, change);
          if (outcome === undefined) continue;
          // Once taken is enough, and twice refused.
          known.set(key, outcome.refused === undefined ? 2 : (known.get(key) ?? 0) + 1);
          seen.push({ kind, when, path: change.path, mode: change.mode, ...outcome });
        }
        await cluster.request({ method: "DELETE", path: await cluster.pathOf(live), query: { gracePeriodSeconds: "0" } });
      }
    }
  }
  await cluster.request({ method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
  return learnImmutable(gitVersion.replace(/^v/, ""), seen);
}

/** Claims of other classes never grow, and then their requests seem never to change. */
const growing = {
  ...{ apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata: { name: "growing" } },
  ...{ provisioner: "example.org/growing", allowVolumeExpansion: true },
};

/** States of an object in which it is tried, beside that in which it is created. `when`: what a person sees of it. */
interface Variant {
  readonly apiVersion: string;
  readonly kind: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly status?: object;
  readonly when?: string;
}

const variants = jsonLines<Variant>("states.jsonl");

function variantsOf({ apiVersion, kind }: ClusterObject): readonly Variant[] {
  const own = variants.filter((variant) => variant.apiVersion === apiVersion && variant.kind === kind);
  return own.length > 0 ? own : [{ apiVersion, kind }];
}

/** What would get in the way of everybody else on the same server. */
function isDangerous({ apiVersion, globalDefault }: ClusterObject): boolean {
  return apiVersion.startsWith("admissionregistration.k8s.io") || globalDefault === true;
}

/** A try that sets the state's own field otherwise shows another state. */
function isInState(object: ClusterObject, set: Readonly<Record<string, unknown>>, when: string): boolean {
  const path = when.replace(/^!?\./, "").split(".");
  const own = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], object);
  return own === undefined || own === (set[path.join(".")] ?? false);
}

async function createWith(
  cluster: ClusterClient,
  object: ClusterObject,
  name: string,
  namespace: string,
  set: Readonly<Record<string, unknown>>,
  status: object | undefined,
): Promise<ClusterObject | undefined> {
  const asked = named(object, name, namespace);
  for (const [path, value] of Object.entries(set)) setAt(asked, path.split("."), value);
  const path = await cluster.pathOf(asked);
  await cluster.request({ method: "DELETE", path, query: { gracePeriodSeconds: "0" } });
  const created = await cluster.request({ method: "POST", path: path.slice(0, path.lastIndexOf("/")), body: asked });
  if (created.status >= 300) return undefined;
  if (status !== undefined) {
    await cluster.must({ method: "PATCH", path: `${path}/status`, body: { status }, contentType: "application/merge-patch+json" });
  }
  // A definition's names are taken only once it is established.
  if (object.kind === "CustomResourceDefinition") await sleep(2_000);
  return JSON.parse((await cluster.request({ path })).text) as ClusterObject;
}

/** What came of a change; undefined where it shows nothing: no valid object, or the server kept what was there. */
async function tryChange(
  cluster: ClusterClient,
  live: ClusterObject,
  { object, read }: Change,
): Promise<Pick<Tried, "refused"> | undefined> {
  const { status: _, ...wanted } = object as ClusterObject & { readonly status?: unknown };
  const fresh = named(wanted, "fresh", live.metadata.namespace);
  const place = await cluster.pathOf(fresh);
  const creation = { method: "POST", path: place.slice(0, place.lastIndexOf("/")), body: fresh, query: { dryRun: "All" } };
  const path = await cluster.pathOf(live);
  const updated = await cluster.request({ method: "PUT", path, body: object, query: { dryRun: "All" } });
  if (updated.status < 300) {
    return isSame(read(JSON.parse(updated.text)), read(live)) ? undefined : { refused: undefined };
  }
  if ((await cluster.request(creation)).status >= 300) return undefined;
  const { details } = JSON.parse(updated.text) as { readonly details?: { readonly causes?: readonly { readonly message: string }[] } };
  const message = details?.causes?.[0]?.message;
  return { refused: updated.status === 422 && message !== undefined ? message : undefined };
}

/** As a new object of this name; that of a definition follows from what it defines. */
function named(object: ClusterObject, name: string, namespace: string | undefined): ClusterObject {
  const { names, group } = (object.spec ?? {}) as { readonly names?: { readonly plural?: string }; readonly group?: string };
  const own = object.kind === "CustomResourceDefinition" ? `${names?.plural}.${group}` : name;
  // They follow from clusterIP, which may be what is changed.
  if (object.kind === "Service") object = { ...object, spec: { ...(object.spec as object), clusterIPs: undefined } };
  return structuredClone({ ...object, metadata: { name: own, ...(namespace === undefined ? {} : { namespace }) } });
}
