/** The object at a glance, line by line: what an apply does to it, who owns how much, what its controller is at, and where that was read. */
import { isList, stringAt, valueAt } from "../../shared/fieldpath/value.ts";
import { isPartial } from "../../shared/ownership/dropped.ts";
import type { LiveObject, Snapshot } from "../../shared/ownership/snapshot.ts";
import * as objects from "../../shared/ownership/words/objects.ts";
import * as outcomes from "../../shared/ownership/words/outcomes.ts";
import { age, applierName, capitalised, listed, objectName, readText, sourceName, staleText } from "../../shared/ownership/words.ts";
import { code, escaped, strong } from "./markdown.ts";
import { objectOwners } from "./ownership.ts";
import { verdictText } from "./status.ts";

/** Lines about the object as a whole, at most so many; where it was read is told in any case. */
export function objectLines(snapshot: Snapshot, most: number): string[] {
  const { live, kind, now } = snapshot;
  const lines = [`**${escaped(objectName(snapshot))}**`, ...staleLine(snapshot)];
  if (live.state === "live") lines.push(...deletion(live.live, now), objectOwners(live.live, kind.type));
  lines.push(...verdictText(snapshot).slice(0, 2).map(escaped), ...notKnown(snapshot));
  if (live.state === "live") lines.push(...partial(snapshot), ...lag(live.live));
  const source = sourceLine(snapshot);
  return [...[...lines, ...schemaLine(kind)].slice(0, most - source.length), ...source];
}

/** What was read before, and cannot be read now, is never shown as fresh. */
export function staleLine({ live, now }: Pick<Snapshot, "live" | "now">): string[] {
  const stale = staleText(live, now);
  return stale === undefined ? [] : [escaped(capitalised(stale))];
}

/** Where the live object was read and when, and who applies the manifest and why we think so. */
export function sourceLine({ live, as, now }: Snapshot): string[] {
  if (live.state !== "live") return [];
  const source = sourceName(live.source);
  // Where it is stale, its age is told before.
  const from = live.stale === undefined ? objects.liveReadFrom(source, readText(live, now)) : objects.liveFrom(source);
  return [[from, ...(as.decided ? [objects.asBecause(applierName(as), as.evidence)] : [])].map(escaped).join(" · ")];
}

/** Who applies is told with the source, where it is known. */
function notKnown({ as, live }: Snapshot): string[] {
  return as.decided || live.state !== "live" ? [] : [escaped(outcomes.whoIsNotKnown(as.evidence))];
}

function deletion({ object }: LiveObject, now: number): string[] {
  const time = stringAt(object, "metadata", "deletionTimestamp");
  if (time === undefined) return [];
  const finalizers = valueAt(object, "metadata", "finalizers");
  const names = isList(finalizers) ? finalizers.map((name) => code(String(name))) : [];
  const since = escaped(age(time, now));
  return [strong(objects.isBeingDeleted(since, names.length === 0 ? undefined : listed(names)))];
}

/** Nothing is said of what the file lacks then: other files may send it. */
function partial(snapshot: Snapshot): string[] {
  const { as } = snapshot;
  return as.decided && as.with === "server-side" && isPartial(snapshot) ? [objects.notAllThatIsSent(code(as.manager))] : [];
}

/** Its controller has not seen the newest version of it. */
function lag({ object }: LiveObject): string[] {
  const generation = valueAt(object, "metadata", "generation");
  const observed = valueAt(object, "status", "observedGeneration");
  const isBehind = typeof generation === "number" && typeof observed === "number" && observed < generation;
  return isBehind ? [objects.controllerBehind(generation, observed)] : [];
}

/** Where the server's own schema is not what the answer rests on, and nobody can know whether it is the same. */
function schemaLine({ schemaSource }: Snapshot["kind"]): string[] {
  if (schemaSource === "workspace") return [objects.schemaFromWorkspace];
  return schemaSource === "deduced" ? [objects.schemaNotKnown] : [];
}
