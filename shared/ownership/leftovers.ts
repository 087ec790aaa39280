/**
 * What former applies of ours left in the live object and the manifest lacks: no apply under today's name and operation removes it.
 * Invariant: only records tell whose it is. The server's own defaults are subtracted, and of a client-side apply only what its last-applied
 * annotation names counts: its record holds all that the server filled in.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { parseJson } from "../fieldpath/json.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { has, leaves, pathsOf, recursiveDifference } from "../fieldpath/set.ts";
import { stringAt, type Value } from "../fieldpath/value.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { isMark, lastAppliedAnnotation, lastAppliedPath } from "./deployers.ts";
import { isPartial } from "./dropped.ts";
import { holds, leavesOf } from "./fileLeaves.ts";
import { comparedWithDefault } from "./liveDefault.ts";
import { once } from "./once.ts";
import { isOurOther } from "./ours.ts";
import { isApplyOf } from "./owners.ts";
import type { Snapshot } from "./snapshot.ts";

/** A field that nobody but former applies of ours holds. */
export interface Leftover {
  readonly path: FieldPath;
  readonly live: Value;
  readonly by: ManagedFieldsEntry;
  /** From a client-side apply: kubectl takes its record over, and the field goes. */
  readonly clientSide: boolean;
}

/** The leftovers of a live object; none where they are not known. */
export const leftoversOf: (snapshot: Snapshot) => readonly Leftover[] = once(find);

function find(snapshot: Snapshot): readonly Leftover[] {
  const { as, kind, live, object } = snapshot;
  if (!as.decided || as.with !== "server-side" || live.state !== "live" || live.stale !== undefined) return [];
  if (kind.schemaSource === "deduced" || snapshot.twins !== undefined) return [];
  const entries = live.live.managedFields;
  const clientSide = (entry: ManagedFieldsEntry): boolean =>
    entry.operation === "Update" && entry.subresource === "" && has(entry.fields, lastAppliedPath);
  const former = entries.filter((entry) => entry.apiVersion === object.apiVersion && (clientSide(entry) || isOurOther(snapshot, entry)));
  if (former.length === 0) return [];
  const now = leavesOf([object.value], kind);
  const sentBefore = lastApplied(snapshot);
  const found = new Map<string, Leftover>();
  for (const by of former) {
    for (const leaf of pathsOf(leaves(recursiveDifference(by.fields, kind.resetFields)))) {
      if (isMark(leaf) || holds(now, leaf)) continue;
      const isClientSide = clientSide(by);
      if (isClientSide && (sentBefore === undefined || valueAtPath(sentBefore, leaf, kind.type) === undefined)) continue;
      const others = entries.filter((entry) => !former.includes(entry) && !isApplyOf(as.manager, entry));
      // What the server may have filled in by itself is nobody's leftover.
      if (others.some((entry) => has(entry.fields, leaf)) || comparedWithDefault(snapshot, leaf) !== "other") continue;
      const path = wholeOf(snapshot, leaf, others);
      const value = valueAtPath(live.live.object, path, kind.type);
      if (value !== undefined) found.set(printPath(path), { path, live: value, by, clientSide: isClientSide });
    }
  }
  return found.size === 0 || isPartial(snapshot) ? [] : [...found.values()];
}

function lastApplied({ live }: Snapshot): Value | undefined {
  const text = live.state === "live" ? stringAt(live.live.object, "metadata", "annotations", lastAppliedAnnotation) : undefined;
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.problem === undefined ? parsed?.value : undefined;
}

/** The item or map around the leaf that the manifest lacks as a whole and nobody else holds anything in. */
function wholeOf({ object, kind }: Snapshot, leaf: FieldPath, others: readonly ManagedFieldsEntry[]): FieldPath {
  for (let length = 1; length < leaf.length; length++) {
    const path = leaf.slice(0, length);
    if (valueAtPath(object.value, path, kind.type) === undefined && !others.some((entry) => holds(entry.fields, path))) return path;
  }
  return leaf;
}
