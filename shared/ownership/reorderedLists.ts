/**
 * Lists whose items an apply only puts into another order, though somebody else applies the same list: the next apply of the other puts them
 * back. Invariant: only keyed lists and sets merge item by item; their order is that of whoever applied last.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import type { FieldSet } from "../fieldpath/set.ts";
import { isList, type Value } from "../fieldpath/value.ts";
import { touchesPlaceholder } from "../manifest/placeholders.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { isApplyOf } from "./owners.ts";
import type { Prediction } from "./predict.ts";
import type { Snapshot } from "./snapshot.ts";

export interface ReorderedList {
  readonly path: FieldPath;
  /** The others who apply two or more of its items. */
  readonly others: readonly ManagedFieldsEntry[];
}

/** The lists that the apply reorders and does nothing else to. */
export function reorderedLists(snapshot: Snapshot, { result, verdict }: Prediction): readonly ReorderedList[] {
  const { as, live, kind, object } = snapshot;
  if (!as.decided || live.state !== "live" || result === undefined || verdict !== "changes" || kind.schemaSource === "deduced") return [];
  const found = new Map<string, { path: FieldPath; others: ManagedFieldsEntry[] }>();
  for (const entry of live.live.managedFields) {
    if (entry.operation !== "Apply" || isApplyOf(as.manager, entry) || entry.apiVersion !== object.apiVersion) continue;
    for (const path of listsIn(entry.fields)) {
      const known = found.get(printPath(path));
      if (known !== undefined) known.others.push(entry);
      else if (
        severalItems(valueAtPath(object.value, path, kind.type)) &&
        !touchesPlaceholder(object, path, kind.type) &&
        isReordered(valueAtPath(live.live.object, path, kind.type), valueAtPath(result.object, path, kind.type))
      ) {
        found.set(printPath(path), { path, others: [entry] });
      }
    }
  }
  return [...found.values()];
}

/** Lists of which a record holds two items or more. */
function* listsIn(set: FieldSet, path: FieldPath = []): Generator<FieldPath, void, undefined> {
  if (set.members.filter(({ kind }) => kind === "key" || kind === "value").length > 1) yield path;
  for (const { element, set: below } of set.children) yield* listsIn(below, [...path, element]);
}

function severalItems(value: Value | undefined): boolean {
  return isList(value) && value.length > 1;
}

/** Both hold equal items, and not in the same order. */
function isReordered(before: Value | undefined, after: Value | undefined): boolean {
  if (!isList(before) || !isList(after) || before.length !== after.length || equalValues(before, after)) return false;
  const left = [...before];
  return after.every((item) => {
    const at = left.findIndex((other) => equalValues(other, item));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
