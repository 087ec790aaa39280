/**
 * Asks the real server which fields its endpoints reset before a write: each part of an object is applied alone, by a dry run, and what the
 * server does not record for the applier it has reset.
 * Invariant: a part that is refused shows nothing, and a top-level field of which no part is taken is an error.
 */
import type { ResetsTable } from "../../../shared/apply/resetFields.ts";
import { bundledKind } from "../../../shared/schema/bundled.ts";
import type { ClusterClient, ClusterObject } from "../connect.ts";
import { type EveryKind, everyKind, setAt } from "../everyKind.ts";
import { jsonLines } from "./tries.ts";

/** A kind, and what its objects must be called where the server minds. */
interface WriteKind extends EveryKind {
  readonly name?: string;
}

/** Where several files name a kind, the last one counts. */
const kinds: ReadonlyMap<string, WriteKind> = new Map(
  [...everyKind, ...jsonLines<WriteKind>("writeKinds.jsonl")]
    .filter(({ apiVersion, kind }) => bundledKind(apiVersion, kind) !== undefined)
    .map((one) => [`${one.apiVersion} ${one.kind}`, one]),
);

/** The table of resets as this server has it. */
export async function probeResets(cluster: ClusterClient): Promise<ResetsTable> {
  const { gitVersion } = (await cluster.must({ path: "/version" })) as { readonly gitVersion: string };
  const rows: Record<string, Readonly<Record<string, readonly string[]>>> = {};
  for (const [title, kind] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) rows[title] = await rowOf(cluster, kind);
  return { version: gitVersion.replace(/^v/, ""), kinds: rows };
}

/** Endpoints that take an apply of the object itself. */
const endpoints: readonly string[] = ["status", "approval"];

async function rowOf(cluster: ClusterClient, kind: WriteKind): Promise<Readonly<Record<string, readonly string[]>>> {
  const live = await created(cluster, kind);
  const own = bundledKind(kind.apiVersion, kind.kind)?.subresources ?? [];
  const row: Record<string, readonly string[]> = {};
  for (const endpoint of ["", ...endpoints.filter((name) => own.includes(name))]) {
    const seen = new Map<string, boolean | undefined>();
    for (const [part, value] of partsOf(kind, live)) seen.set(part, await owns(cluster, live, endpoint, part, value));
    row[endpoint] = resets(seen, `${kind.apiVersion} ${kind.kind} ${endpoint}`);
  }
  await cluster.request({ method: "DELETE", path: await cluster.pathOf(live), query: { gracePeriodSeconds: "0" } });
  return row;
}

async function created(
  cluster: ClusterClient,
  { apiVersion, kind, base, name = `resets-${Date.now()}` }: WriteKind,
): Promise<ClusterObject> {
  const object = { ...structuredClone(base), apiVersion, kind, metadata: { name } } as ClusterObject;
  await cluster.create(object);
  return (await cluster.must({ path: await cluster.pathOf(object) })) as ClusterObject;
}

/** Every part that may be applied alone: what any object may have, the kind's own, and each of what its status may hold. */
function partsOf({ base, status = {} }: WriteKind, live: ClusterObject): readonly (readonly [string, unknown])[] {
  const named = new Map<string, unknown>(Object.entries(base));
  const own = Object.keys(live).filter((key) => !["apiVersion", "kind", "metadata", "status"].includes(key));
  return [
    ["metadata.labels", { app: "probe" }],
    ["metadata.annotations", { probe: "1" }],
    ["metadata.finalizers", ["example.org/probe"]],
    ["metadata.ownerReferences", [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }]],
    ["metadata.deletionTimestamp", "2024-01-01T00:00:00Z"],
    ...own.map((key): [string, unknown] => [key, named.get(key) ?? live[key]]),
    ...Object.entries(status).map(([path, values]): [string, unknown] => [path, values[0]]),
  ];
}

/** Whether who applies this part is recorded as its owner; undefined where the server refuses it. */
async function owns(
  cluster: ClusterClient,
  live: ClusterObject,
  endpoint: string,
  part: string,
  value: unknown,
): Promise<boolean | undefined> {
  const { apiVersion, kind, metadata } = live;
  const body = { apiVersion, kind, metadata: { name: metadata.name } };
  setAt(body, part.split("."), value);
  const path = `${await cluster.pathOf(live)}${endpoint === "" ? "" : `/${endpoint}`}`;
  const query = { force: "true", dryRun: "All" };
  const reply = await cluster.request({
    method: "PATCH",
    path,
    body,
    contentType: "application/apply-patch+yaml",
    manager: "probe",
    query,
  });
  if (reply.status >= 300) return undefined;
  const answer = JSON.parse(reply.text) as { readonly metadata: { readonly managedFields?: readonly { readonly manager: string }[] } };
  return answer.metadata.managedFields?.some(({ manager }) => manager === "probe") ?? false;
}

/** The parts that are not recorded; a whole top-level field where nothing of it is. */
function resets(seen: ReadonlyMap<string, boolean | undefined>, title: string): readonly string[] {
  return [...new Set([...seen.keys()].map((part) => part.replace(/\..*/, "")))].flatMap((top) => {
    const shown = [...seen].filter(([part, owned]) => owned !== undefined && (part === top || part.startsWith(`${top}.`)));
    if (shown.length === 0) throw new Error(`${title} takes no ${top} of those in data/`);
    const reset = shown.filter(([, owned]) => owned === false).map(([part]) => part);
    return reset.length === shown.length ? [top] : reset;
  });
}
