/**
 * What an applier dropped from its manifest goes, unless somebody else owns it.
 *
 * Invariant: only what the applier's last apply owned can go; a list item or a key of a free map goes with everything below it,
 * a declared struct stays while anybody owns something in it.
 * Counterpart in Go: merge `Updater.prune`, addBackOwnedItems, addBackDanglingItems.
 */
import { compareNames } from "../fieldpath/compare.ts";
import { difference, type FieldSet, isEmpty } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { droppedPart } from "../typed/droppedPart.ts";
import { differenceNamed, ensureNamed } from "../typed/ensureNamed.ts";
import { removeItems } from "../typed/remove.ts";
import { fieldSetOf } from "../typed/toFieldSet.ts";
import type { OwnedSet } from "./updater.ts";

/** The merged object without what `last` owned and nobody owns any more; `owners` hold the applier's new set already. */
export function prune(merged: Value, last: OwnedSet, now: FieldSet, owners: Iterable<OwnedSet>, type: SchemaType): Value {
  const dropped = difference(last.set, now);
  if (isEmpty(dropped)) return merged;
  const part = droppedPart(merged, dropped, now, type);
  const fieldsOf = (value: Value): FieldSet => ensureNamed(fieldSetOf(value, type), type);
  const all = fieldsOf(part);
  let pruned = removeItems(part, ensureNamed(last.set, type), type);
  for (const sets of setsByVersion(owners, last.apiVersion)) {
    const lost = difference(all, fieldsOf(pruned));
    pruned = removeItems(
      part,
      sets.reduce((rest, owned) => differenceNamed(rest, owned, type), lost),
      type,
    );
  }
  const gone = difference(all, fieldsOf(pruned));
  return removeItems(merged, difference(gone, differenceNamed(gone, last.set, type)), type);
}

/** What the managers own, version by version, that of the last apply first. */
function setsByVersion(owners: Iterable<OwnedSet>, first: string): readonly (readonly FieldSet[])[] {
  const byVersion = new Map<string, FieldSet[]>();
  for (const { apiVersion, set } of owners) {
    const known = byVersion.get(apiVersion);
    if (known === undefined) byVersion.set(apiVersion, [set]);
    else known.push(set);
  }
  const versions = [...byVersion].sort(([a], [b]) => (a === first ? -1 : b === first ? 1 : compareNames(a, b)));
  return versions.map(([, sets]) => sets);
}
