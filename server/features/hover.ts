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
import { changeText } from "../../shared/ownership/change.ts";
import { atomicAncestor, mergeKind } from "../../shared/ownership/fieldAt.ts";
import { isApplyOf, ownersAt } from "../../shared/ownership/owners.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { LiveObject, Snapshot } from "../../shared/ownership/snapshot.ts";
import { age, applierName, applyingAs, listed, objectName, sourceName, staleText } from "../../shared/ownership/words.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import { code, escaped } from "./markdown.ts";
import { headline, holders, ownerLines } from "./ownership.ts";
import { rangeAt } from "./rangeAt.ts";
import { liveText, verdictText } from "./status.ts";

export interface Hover {
  readonly range: Range;
  readonly markdown: string;
}

/** The hover at an offset of the document, undefined where no field stands. */
export function hover(snapshot: Snapshot, offset: number): Hover | undefined {
  const { document, object, kind } = snapshot;
  if (document.kind !== "objects") return undefined;
  const found = pathAt(object, offset, kind.type);
  if (found === undefined) return undefined;
  const lines = isUnrecorded(found.path) ? objectLines(snapshot) : fieldLines(snapshot, found.path);
  return { range: rangeAt(object, kind.type, found, document.text), markdown: lines.slice(0, 8).join("  \n") };
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

/** The object as a whole: at its name and its kind, which nobody ever owns. */
function objectLines(snapshot: Snapshot): string[] {
  const { live, kind } = snapshot;
  const lines = [`**${escaped(objectName(snapshot))}**`, ...staleLine(snapshot)];
  if (live.state === "live") lines.push(ownedBy(live.live, kind.type));
  return [...lines, ...verdictText(snapshot).map(escaped), ...schemaLine(kind), ...sourceLine(snapshot)];
}

/** Where the server's own schema is not what the answer rests on, and nobody can know whether it is the same. */
function schemaLine({ schemaSource }: Snapshot["kind"]): string[] {
  if (schemaSource === "workspace") return ["How its lists merge is taken from a CustomResourceDefinition in the workspace"];
  return schemaSource === "deduced" ? ["How its lists merge is not known: neither a cluster nor the workspace has its schema"] : [];
}

function fieldLines(snapshot: Snapshot, path: FieldPath): string[] {
  const { object, kind, live, now } = snapshot;
  const sent = valueAtPath(object.value, path, kind.type);
  const lines = [headline(path, kind, sent)];
  if (live.state !== "live") return [...lines, escaped(liveText(snapshot))];

  lines.push(...staleLine(snapshot), ...ownerLines(live.live, path, kind, now));
  if (isLeaf(snapshot, path) && differs(snapshot, live.live, path)) {
    const current = valueAtPath(live.live.object, path, kind.type);
    lines.push(escaped(capitalised(changeText(current, sent, typeAtPath(kind.type, path)))));
  }
  lines.push(...effect(snapshot, live.live, atomicAncestor(kind.type, path) ?? path));
  return [...lines, ...sourceLine(snapshot)];
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

/** What was read before, and cannot be read now, is never shown as fresh. */
function staleLine({ live, now }: Snapshot): string[] {
  const stale = staleText(live, now);
  return stale === undefined ? [] : [escaped(capitalised(stale))];
}

function ownedBy(live: LiveObject, type: Snapshot["kind"]["type"]): string {
  const owners = ownersAt(live, [], type);
  return owners.below.length === 0 ? "No manager is on record" : `Fields are owned by ${holders(owners)}`;
}

function sourceLine({ live, as, now }: Snapshot): string[] {
  if (live.state !== "live") return [];
  const from = `Live: ${sourceName(live.source)}${live.source.from === "file" ? `, written ${age(live.readAt, now)}` : ""}`;
  return [escaped(as.decided ? `${from} · as ${applierName(as)}, ${as.evidence}` : from)];
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

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
