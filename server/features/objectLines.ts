/** The object at a glance, line by line: what an apply does to it, who owns how much, what its controller is at, and where that was read. */
import { isList, stringAt, valueAt } from "../../shared/fieldpath/value.ts";
import { isPartial } from "../../shared/ownership/dropped.ts";
import { ownersAt } from "../../shared/ownership/owners.ts";
import type { LiveObject, Snapshot } from "../../shared/ownership/snapshot.ts";
import { age, applierName, listed, noOwnership, objectName, sourceName, staleText } from "../../shared/ownership/words.ts";
import { code, escaped } from "./markdown.ts";
import { holders } from "./ownership.ts";
import { verdictText } from "./status.ts";

export function objectLines(snapshot: Snapshot): string[] {
  const { live, kind, now } = snapshot;
  const lines = [`**${escaped(objectName(snapshot))}**`, ...staleLine(snapshot)];
  if (live.state === "live") lines.push(...deletion(live.live, now), ownedBy(live.live, kind.type));
  lines.push(...verdictText(snapshot).slice(0, 2).map(escaped));
  if (live.state === "live") lines.push(...lag(live.live), ...partial(snapshot));
  return [...lines, ...schemaLine(kind), ...sourceLine(snapshot)];
}

/** What was read before, and cannot be read now, is never shown as fresh. */
export function staleLine({ live, now }: Pick<Snapshot, "live" | "now">): string[] {
  const stale = staleText(live, now);
  return stale === undefined ? [] : [escaped(capitalised(stale))];
}

/** Where the live object was read and when, and who applies the manifest and why we think so. */
export function sourceLine({ live, as, now }: Snapshot): string[] {
  if (live.state !== "live") return [];
  const read = live.stale === undefined ? `, ${live.source.from === "file" ? "written" : "read"} ${age(live.readAt, now)}` : "";
  const from = `Live: ${sourceName(live.source)}${read}`;
  return [escaped(as.decided ? `${from} · as ${applierName(as)}, ${as.evidence}` : from)];
}

/** "Fields are owned by `team-cd` 12 fields and `kubectl` 1 field" */
export function ownedBy(live: LiveObject, type: Snapshot["kind"]["type"]): string {
  if (live.managedFields.length === 0) return noOwnership;
  const owners = ownersAt(live, [], type);
  return owners.below.length === 0 ? "No manager is on record" : `Fields are owned by ${holders(owners)}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function deletion({ object }: LiveObject, now: number): string[] {
  const time = stringAt(object, "metadata", "deletionTimestamp");
  if (time === undefined) return [];
  const finalizers = valueAt(object, "metadata", "finalizers");
  const names = isList(finalizers) ? finalizers.map((name) => code(String(name))) : [];
  return [`It is **being deleted**, asked for ${escaped(age(time, now))}${names.length === 0 ? "" : `, and waits for ${listed(names)}`}`];
}

/** Nothing is said of what the file lacks then: other files may send it. */
function partial(snapshot: Snapshot): string[] {
  const { as } = snapshot;
  if (!as.decided || as.with !== "server-side" || !isPartial(snapshot)) return [];
  return [`This file is not all that ${code(as.manager)} sends: nothing is said of what it lacks`];
}

/** Its controller has not seen the newest version of it. */
function lag({ object }: LiveObject): string[] {
  const generation = valueAt(object, "metadata", "generation");
  const observed = valueAt(object, "status", "observedGeneration");
  const behind = typeof generation === "number" && typeof observed === "number" && observed < generation;
  return behind ? [`Its controller is behind: generation ${generation}, observed ${observed}`] : [];
}

/** Where the server's own schema is not what the answer rests on, and nobody can know whether it is the same. */
function schemaLine({ schemaSource }: Snapshot["kind"]): string[] {
  if (schemaSource === "workspace") return ["How its lists merge is taken from a CustomResourceDefinition in the workspace"];
  return schemaSource === "deduced" ? ["How its lists merge is not known: neither a cluster nor the workspace has its schema"] : [];
}
