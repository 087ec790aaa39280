/**
 * What a field is, who owns it, and what an apply would do here: at most eight lines of Markdown.
 * Invariant: answers at once with what the snapshot knows and says what is missing.
 */
import { equalValues } from "../../shared/fieldpath/compare.ts";
import { type FieldPath, fieldPath, isAtOrBelow } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap } from "../../shared/fieldpath/value.ts";
import type { Range } from "../../shared/manifest/model.ts";
import { pathAt } from "../../shared/manifest/pathAt.ts";
import { usesAt } from "../../shared/manifest/usesAt.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { comesBack } from "../../shared/ownership/comesBack.ts";
import { atomicAncestor, mergeKind } from "../../shared/ownership/fieldAt.ts";
import { knownManager, whoIs } from "../../shared/ownership/knownManagers.ts";
import { isOurOther } from "../../shared/ownership/ours.ts";
import { isApplyOf, type Owner, ownersAt } from "../../shared/ownership/owners.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { LiveObject, Snapshot } from "../../shared/ownership/snapshot.ts";
import { withoutField } from "../../shared/ownership/withoutField.ts";
import { age, applyingAs, listed, staleText } from "../../shared/ownership/words.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import { code, escaped } from "./markdown.ts";
import { capitalised, objectLines, ownedBy, sourceLine, staleLine } from "./objectLines.ts";
import { headline, ownerLines } from "./ownership.ts";
import { rangeAt } from "./rangeAt.ts";
import { liveText } from "./status.ts";

export interface Hover {
  readonly range: Range;
  readonly markdown: string;
}

const most = 8;

/** The hover at an offset of the document, undefined where no field stands. */
export function hover(snapshot: Snapshot, offset: number): Hover | undefined {
  const { document, object, kind } = snapshot;
  if (document.kind !== "objects") return undefined;
  const found = pathAt(object, offset, kind.type);
  if (found === undefined) return undefined;
  const lines = isUnrecorded(found.path) ? objectLines(snapshot) : fieldLines(snapshot, found.path);
  const uses = usesAt(object, offset, found.path, kind.type).map((path) => code(printPath(path)));
  if (uses.length > 0) lines.splice(1, 0, `Stands for ${listed(uses)} too`);
  return { range: rangeAt(object, kind.type, found, document.text), markdown: lines.slice(0, most).join("  \n") };
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
    ? [`**${escaped(`${object.kind} ${object.name ?? ""}`)}**`, ownedBy(live, kind.type)]
    : [headline(found.path, kind, valueAtPath(object.value, found.path, kind.type)), ...ownerLines(live, found.path, kind, now)];
  return { range: rangeAt(object, kind.type, found, document.text), markdown: lines.join("  \n") };
}

function fieldLines(snapshot: Snapshot, path: FieldPath): string[] {
  const { object, kind, live, now } = snapshot;
  const sent = valueAtPath(object.value, path, kind.type);
  const lines = [headline(path, kind, sent)];
  if (live.state !== "live") return [...lines, escaped(liveText(snapshot))];

  const at = atomicAncestor(kind.type, path) ?? path;
  const fresh = newItem(snapshot, live.live, path);
  lines.push(...staleLine(snapshot), ...(fresh ?? ownerLines(live.live, path, kind, now)));
  if (fresh === undefined && isLeaf(snapshot, path) && differs(snapshot, live.live, path)) {
    const current = valueAtPath(live.live.object, path, kind.type);
    lines.push(`${escaped(capitalised(changeText(current, sent, typeAtPath(kind.type, path))))}${whoChanged(snapshot, live.live, at)}`);
  }
  lines.push(...effect(snapshot, live.live, at));
  if (isLeaf(snapshot, at)) lines.push(...asText(withoutField(snapshot, at)), ...ownerNotes(snapshot, live.live, at));
  return [...lines.slice(0, most - 1), ...sourceLine(snapshot)];
}

/** An item that the live list lacks: what tells it from the others. */
function newItem({ object, kind }: Snapshot, live: LiveObject, path: FieldPath): string[] | undefined {
  const index = path.findIndex(
    (element, i) => element.kind === "key" && valueAtPath(live.object, path.slice(0, i + 1), kind.type) === undefined,
  );
  const element = path[index];
  const list = path.slice(0, index);
  if (element?.kind !== "key" || valueAtPath(live.object, list, kind.type) === undefined) return undefined;
  const item = valueAtPath(object.value, path.slice(0, index + 1), kind.type);
  const defaulted = element.keys.filter(({ name }) => isMap(item) && !item.has(name));
  const note = defaulted.map(({ name, value }) => `${escaped(name)} defaults to ${escaped(String(value))}`);
  const keys = element.keys.map(({ name }) => code(name)).join(" + ");
  return [`New list item, by its key ${keys}${note.length === 0 ? "" : ` (${note.join(", ")})`}`];
}

/** Of several owners the one whose record is the newest. */
function whoChanged({ kind, now }: Snapshot, live: LiveObject, path: FieldPath): string {
  const timed = ownersAt(live, path, kind.type).owners.filter(({ entry }) => entry.time !== undefined);
  if (timed.length < 2) return "";
  const time = ({ entry }: Owner): number => Date.parse(entry.time ?? "");
  const newest = timed.reduce((a, b) => (time(b) > time(a) ? b : a));
  if (timed.filter((other) => time(other) === time(newest)).length > 1) return "";
  return `; the newest record is that of ${code(newest.entry.manager)}, ${escaped(age(newest.entry.time ?? "", now))}`;
}

/** Who stands behind the names of others, and whether they write the field again. */
function ownerNotes(snapshot: Snapshot, live: LiveObject, path: FieldPath): string[] {
  const { as, kind, names } = snapshot;
  const others = ownersAt(live, path, kind.type).owners.filter(({ entry }) => !(as.decided && isApplyOf(as.manager, entry)));
  return others.slice(0, 2).flatMap(({ entry }) => {
    if (isOurOther(snapshot, entry)) {
      const other = as.decided && entry.manager === as.manager ? `by ${entry.operation}` : "under that name";
      return [`${code(entry.manager)} ${other} is us too, but another owner for the API server`];
    }
    const who = whoIs(entry, names);
    const returns = knownManager(entry)?.returns === "yes" ? `; ${escaped(comesBack(entry).slice(entry.manager.length + 1))}` : "";
    return who === undefined ? [] : [`${code(entry.manager)}: ${escaped(who)}${returns}`];
  });
}

function asText(line: string | undefined): string[] {
  return line === undefined ? [] : [escaped(line)];
}

/** What an apply would do at this field, which is no part of an atomic one. */
function effect(snapshot: Snapshot, live: LiveObject, path: FieldPath): string[] {
  const { as, kind } = snapshot;
  const prediction = predict(snapshot);
  if (!as.decided) return [`Who applies this file is not known: ${escaped(as.evidence)}`];
  const apply = applyingAs(code(as.manager));
  const here = prediction.conflicts.filter((conflict) => isAtOrBelow(path, conflict.path) || isAtOrBelow(conflict.path, path));
  if (here.some((conflict) => isAtOrBelow(path, conflict.path))) return [`${apply} is **refused** here`];
  if (prediction.conflicts.length > 0) {
    const where = here.length > 0 ? here : prediction.conflicts;
    return [`${apply} is **refused** because of ${listed(where.map((conflict) => code(printPath(conflict.path))))}`];
  }
  if (prediction.verdict === "refused") return [`${apply} is **refused**: ${escaped(prediction.serverMessage ?? "")}`];
  if (!isLeaf(snapshot, path)) return [];
  const changes = differs(snapshot, live, path);
  const { owners } = ownersAt(live, path, kind.type);
  const others = owners.filter(({ entry }) => !isApplyOf(as.manager, entry)).map(({ entry }) => code(entry.manager));
  if (as.with !== "server-side") return changes ? [`${code(as.manager)} applies client-side: it sets this, whoever owns it`] : [];
  if (prediction.verdict === "undecided") {
    const reasons = staleText(snapshot.live, snapshot.now) === undefined ? `: ${escaped(prediction.uncertain.join("; "))}` : "";
    return [`Whether applying as ${code(as.manager)} is refused, only the server knows${reasons}`];
  }
  if (changes) {
    if (others.length === 0) return [`${apply} changes it`];
    return [as.force === true ? `${apply} takes it from ${listed(others)} by force` : `${apply} changes it`];
  }
  if (others.length < owners.length) return [`Same value: ${code(as.manager)} owns it already`];
  return [
    others.length > 0
      ? `Same value: as ${code(as.manager)} you would share ownership`
      : `Same value: as ${code(as.manager)} you would own it`,
  ];
}

function differs({ object, kind }: Snapshot, live: LiveObject, path: FieldPath): boolean {
  const sent = valueAtPath(object.value, path, kind.type);
  const current = valueAtPath(live.object, path, kind.type);
  return sent !== undefined && (current === undefined || !equalValues(current, sent));
}

/** A field that is owned as one: a scalar, or an atomic list or map. */
function isLeaf({ object, kind }: Snapshot, path: FieldPath): boolean {
  const sent = valueAtPath(object.value, path, kind.type);
  const whole = mergeKind(typeAtPath(kind.type, path), sent)?.startsWith("atomic") ?? false;
  return whole || !(isList(sent) || isMap(sent));
}

function isUnrecorded(path: FieldPath): boolean {
  const names = [fieldPath("apiVersion"), fieldPath("kind"), fieldPath("metadata", "name"), fieldPath("metadata", "namespace")];
  return path.length === 0 || names.some((name) => isAtOrBelow(path, name));
}
