/**
 * What a field is, who owns it, and what an apply would do here: at most seven lines of Markdown, beside which a line of links has its place.
 * Invariant: answers at once with what the snapshot knows and says what is missing.
 */
import type { ManagedFieldsEntry } from "../../shared/apply/model.ts";
import { type FieldPath, fieldPath, isAtOrBelow } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isMap } from "../../shared/fieldpath/value.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { ManifestObject, Range } from "../../shared/manifest/model.ts";
import { type PathAtOffset, pathAt } from "../../shared/manifest/pathAt.ts";
import { usesAt } from "../../shared/manifest/usesAt.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { atomicAncestor } from "../../shared/ownership/fieldAt.ts";
import { knownManager, whoIs } from "../../shared/ownership/knownManagers.ts";
import { isOurOther } from "../../shared/ownership/ours.ts";
import { isApplyOf, type Owner, ownersAt } from "../../shared/ownership/owners.ts";
import type { LiveObject, Snapshot } from "../../shared/ownership/snapshot.ts";
import { withoutField } from "../../shared/ownership/withoutField.ts";
import * as owning from "../../shared/ownership/words/owning.ts";
import { age, capitalised, listed } from "../../shared/ownership/words.ts";
import { valueAtPath } from "../../shared/typed/atPath.ts";
import { differs, effect, isLeaf, isReset } from "./effect.ts";
import { type HoverAction, hoverActions } from "./hoverActions.ts";
import { code, escaped } from "./markdown.ts";
import { objectLines, sourceLine, staleLine } from "./objectLines.ts";
import { headline, objectOwners, ownerLines } from "./ownership.ts";
import { rangeAt } from "./rangeAt.ts";
import { liveText } from "./status.ts";

export interface Hover {
  readonly actions: readonly HoverAction[];
  readonly range: Range;
  readonly markdown: string;
}

const most = 7;

/** The hover at an offset of the document, undefined where no field stands. */
export function hover(snapshot: Snapshot, offset: number): Hover | undefined {
  const { document, object, kind } = snapshot;
  if (document.kind !== "objects") return undefined;
  const found = pathAt(object, offset, kind.type);
  if (found === undefined) return undefined;
  const uses = usesAt(object, offset, found.path, kind.type).map((path) => code(printPath(path)));
  const room = uses.length > 0 ? most - 1 : most;
  const lines = isUnrecorded(found.path)
    ? objectLines(snapshot, room)
    : isLost(object, found, kind.type)
      ? [headline(found.path, kind, undefined), owning.lost]
      : fieldLines(snapshot, found.path, room);
  if (uses.length > 0) lines.splice(1, 0, owning.standsForToo(listed(uses)));
  const actions = hoverActions(snapshot, isUnrecorded(found.path) ? "object" : "field");
  return { range: rangeAt(object, kind.type, found, document.text), markdown: lines.join("  \n"), actions };
}

/** The hover of a saved live object: its own record. */
export function hoverLive(
  snapshot: Pick<Snapshot, "document" | "object" | "kind" | "now">,
  live: LiveObject,
  offset: number,
): Hover | undefined {
  const { document, object, kind, now } = snapshot;
  const found = pathAt(object, offset, kind.type);
  if (document.kind !== "objects" || found === undefined) return undefined;
  const lines = isUnrecorded(found.path)
    ? [`**${escaped(`${object.kind} ${object.name ?? ""}`)}**`, objectOwners(live, kind.type)]
    : [
        headline(found.path, kind, valueAtPath(object.value, found.path, kind.type)),
        ...ownerLines(live, found.path, kind, now),
        ...whoTheyAre(ownersAt(live, found.path, kind.type).owners),
      ];
  return { range: rangeAt(object, kind.type, found, document.text), markdown: lines.join("  \n"), actions: [] };
}

function fieldLines(snapshot: Snapshot, path: FieldPath, room: number): string[] {
  const { object, kind, live, now } = snapshot;
  const sent = valueAtPath(object.value, path, kind.type);
  const lines = [headline(path, kind, sent)];
  if (live.state !== "live") return [...lines, escaped(liveText(snapshot))];

  const at = atomicAncestor(kind.type, path) ?? path;
  const fresh = newItemLine(snapshot, live.live, path);
  lines.push(...staleLine(snapshot), ...(fresh ?? ownerLines(live.live, path, kind, now)));
  const ignored = isReset(snapshot, path);
  if (!ignored && fresh === undefined && isLeaf(snapshot, path) && differs(snapshot, live.live, path)) {
    const current = valueAtPath(live.live.object, path, kind.type);
    const change = escaped(capitalised(changeText(snapshot, { path, live: current, sent })));
    const newest = newestOwner(snapshot, live.live, at);
    lines.push(newest === undefined ? change : owning.newestRecord(change, code(newest.manager), escaped(age(newest.time ?? "", now))));
  }
  lines.push(...effect(snapshot, live.live, at));
  if (!ignored && isLeaf(snapshot, at)) lines.push(...asText(withoutField(snapshot, at)), ...ownerNotes(snapshot, live.live, at));
  const source = sourceLine(snapshot);
  return [...lines.slice(0, room - source.length), ...source];
}

/** What a key that is written again below hides: kubectl never sends it. */
function isLost(object: ManifestObject, { path, ordinal }: PathAtOffset, type: Snapshot["kind"]["type"]): boolean {
  return locate(object, path, type)[ordinal]?.effective === false;
}

/** An item that the live list lacks: what tells it from the others. */
function newItemLine({ object, kind }: Snapshot, live: LiveObject, path: FieldPath): string[] | undefined {
  const index = path.findIndex(
    (element, i) => element.kind === "key" && valueAtPath(live.object, path.slice(0, i + 1), kind.type) === undefined,
  );
  const element = path[index];
  const list = path.slice(0, index);
  if (element?.kind !== "key" || valueAtPath(live.object, list, kind.type) === undefined) return undefined;
  const item = valueAtPath(object.value, path.slice(0, index + 1), kind.type);
  const defaulted = element.keys.filter(({ name }) => isMap(item) && !item.has(name));
  const defaults = defaulted.map(({ name, value }) => owning.keyDefault(escaped(name), escaped(String(value)))).join(", ");
  const keys = element.keys.map(({ name }) => code(name)).join(" + ");
  return [defaults === "" ? owning.newItem(keys) : owning.newItemWithDefaults(keys, defaults)];
}

/** Who changed it last: of several owners the one whose record is the newest. */
function newestOwner({ kind }: Snapshot, live: LiveObject, path: FieldPath): ManagedFieldsEntry | undefined {
  const timed = ownersAt(live, path, kind.type).owners.filter(({ entry }) => entry.time !== undefined);
  if (timed.length < 2) return undefined;
  const time = ({ entry }: Owner): number => Date.parse(entry.time ?? "");
  const newest = timed.reduce((a, b) => (time(b) > time(a) ? b : a));
  return timed.filter((other) => time(other) === time(newest)).length > 1 ? undefined : newest.entry;
}

/** Who stands behind the names of others, whether they write the field again, and what to do where they want another value. */
function ownerNotes(snapshot: Snapshot, live: LiveObject, path: FieldPath): string[] {
  const { as, kind, names } = snapshot;
  const others = ownersAt(live, path, kind.type).owners.filter(({ entry }) => !(as.decided && isApplyOf(as.manager, entry)));
  return others.slice(0, 2).flatMap(({ entry }) => {
    const manager = code(entry.manager);
    if (isOurOther(snapshot, entry)) {
      return as.decided && entry.manager === as.manager ? [owning.usByOperation(manager, entry.operation)] : [owning.usByName(manager)];
    }
    const who = whoIs(entry, names);
    const known = knownManager(entry);
    if (who === undefined) return [];
    if (known === undefined) return [owning.managerIs(manager, escaped(who))];
    const { afterwards, advice, returns } = known;
    if (differs(snapshot, live, path)) return [owning.managerAdvice(manager, escaped(who), afterwards, advice)];
    return [returns === "yes" ? owning.managerReturns(manager, escaped(who), afterwards) : owning.managerIs(manager, escaped(who))];
  });
}

/** The same of an object that nobody is about to apply. */
function whoTheyAre(owners: readonly Owner[]): string[] {
  return owners.slice(0, 2).flatMap(({ entry }) => {
    const known = knownManager(entry);
    return known === undefined ? [] : [owning.managerIs(code(entry.manager), escaped(known.is))];
  });
}

function asText(line: string | undefined): string[] {
  return line === undefined ? [] : [escaped(line)];
}

function isUnrecorded(path: FieldPath): boolean {
  const names = [fieldPath("apiVersion"), fieldPath("kind"), fieldPath("metadata", "name"), fieldPath("metadata", "namespace")];
  return path.length === 0 || names.some((name) => isAtOrBelow(path, name));
}
