/**
 * What an applier dropped from its manifest goes, unless somebody else owns it.
 *
 * Invariant: only what the applier's last apply owned can go; a list item or a key of a free map goes with everything below it,
 * a declared struct stays while anybody owns something in it.
 * Counterpart in Go: merge `Updater.prune`, addBackOwnedItems, addBackDanglingItems.
 */
import { compareNames } from "../fieldpath/compare.ts";
import { difference, type FieldSet, intersection, isEmpty, union } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { ensureNamed } from "../typed/ensureNamed.ts";
import { removeItems } from "../typed/remove.ts";
import { fieldSetOf } from "../typed/toFieldSet.ts";
import type { OwnedSet } from "./updater.ts";

/** The merged object without what `last` owned and nobody owns any more; `owners` hold the applier's new set already. */
export function prune(merged: Value, last: OwnedSet, now: FieldSet, owners: Iterable<OwnedSet>, type: SchemaType): Value {
  // Whoever still applies all that it applied before removes nothing: by far the most common case.
  if (isEmpty(difference(last.set, now))) return merged;
  const complete = (set: FieldSet): FieldSet => ensureNamed(set, type);
  const all = complete(fieldSetOf(merged, type));
  const mine = complete(last.set);
  let pruned = removeItems(merged, mine, type);
  for (const owned of ownedByVersion(owners, last.apiVersion)) {
    const kept = union(complete(fieldSetOf(pruned, type)), complete(owned));
    pruned = removeItems(merged, difference(all, kept), type);
  }
  const gone = difference(all, complete(fieldSetOf(pruned, type)));
  return removeItems(merged, intersection(gone, mine), type);
}

/** What all managers own, version by version, that of the last apply first. */
function ownedByVersion(owners: Iterable<OwnedSet>, first: string): readonly FieldSet[] {
  const byVersion = new Map<string, FieldSet>();
  for (const { apiVersion, set } of owners) {
    const known = byVersion.get(apiVersion);
    byVersion.set(apiVersion, known === undefined ? set : union(known, set));
  }
  const versions = [...byVersion].sort(([a], [b]) => (a === first ? -1 : b === first ? 1 : compareNames(a, b)));
  return versions.map(([, set]) => set);
}
