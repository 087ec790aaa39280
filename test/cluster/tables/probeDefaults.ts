/**
 * Tries objects on the real server to see what it fills in: each kind's smallest object, that with one thing more, and what came back with
 * one field less, which is what an apply that stops setting it leads to. Dry runs: nothing is stored.
 */
import { parseJson } from "../../../shared/fieldpath/json.ts";
import type { DefaultsTable } from "../../../shared/ownership/defaults.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import type { ClusterClient, ClusterObject } from "../connect.ts";
import { learn, type Observation, observe } from "./learnDefaults.ts";
import { tries } from "./tries.ts";

/** The table of defaults as this server has it. */
export async function probeDefaults(cluster: ClusterClient): Promise<DefaultsTable> {
  const { gitVersion } = (await cluster.must({ path: "/version" })) as { readonly gitVersion: string };
  const observations: Observation[] = [];
  for (const { object, type, below } of tries) {
    const got = await tryOut(cluster, type, object, observations);
    if (got === undefined) continue;
    for (const path of fieldsOf(got, below)) await tryOut(cluster, type, without(got, path), observations);
  }
  return learn(gitVersion.replace(/^v/, ""), observations);
}

/** Notes what the server makes of it, and answers with that as it could be sent again; undefined where it is refused. */
async function tryOut(
  cluster: ClusterClient,
  type: SchemaType,
  object: ClusterObject,
  observations: Observation[],
): Promise<ClusterObject | undefined> {
  const path = await cluster.pathOf(object);
  const asked = { method: "POST", path: path.slice(0, path.lastIndexOf("/")), body: object, query: { dryRun: "All" } };
  const [reply, again] = await Promise.all([cluster.request(asked), cluster.request(asked)]);
  if (reply.status >= 300 || again.status >= 300) return undefined;
  const sent = parseJson(JSON.stringify(object)).value;
  observations.push(
    ...observe(`${object.apiVersion} ${object.kind}`, type, sent, parseJson(reply.text).value, parseJson(again.text).value),
  );
  const { status: _, ...got } = JSON.parse(reply.text) as ClusterObject & { readonly status?: unknown };
  return { ...got, metadata: object.metadata };
}

/** Every map key below a path, list items by their number. */
function* fieldsOf(value: unknown, below: readonly string[] | undefined, at: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const path = [...at, key];
    if (at.length === 0 && ["apiVersion", "kind", "metadata"].includes(key)) continue;
    const inside = (below ?? []).every((name, i) => path[i] === undefined || path[i] === name);
    if (!inside) continue;
    if (!Array.isArray(value) && path.length >= (below?.length ?? 0)) yield path;
    yield* fieldsOf(child, below, path);
  }
}

function without(object: ClusterObject, path: readonly string[]): ClusterObject {
  const copy = structuredClone(object);
  let at = copy as Record<string, unknown>;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  delete at[path.at(-1) ?? ""];
  return copy;
}
