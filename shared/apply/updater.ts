/**
 * The heart of server-side apply: an object and who owns what of it, before and after a write.
 *
 * Invariant: a manager owns what it applied, or what its updates changed. A write conflicts where it changes or adds a field that
 * exactly another manager owns; a forced one takes it over. Removing never conflicts. Fields outside the filter are neither owned
 * nor compared. All values fit `type`, and nothing given is changed.
 * Counterpart in Go: merge `Updater` (update.go).
 */
import { equalValues } from "../fieldpath/compare.ts";
import { difference, emptySet, type FieldSet, intersection, isEmpty, union } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { type Comparison, compare } from "../typed/compare.ts";
import { mergeValid } from "../typed/merge.ts";
import { printProblems } from "../typed/problem.ts";
import { reconcile } from "../typed/reconcile.ts";
import { fieldSetOf } from "../typed/toFieldSet.ts";
import { validate } from "../typed/validate.ts";
import { prune } from "./prune.ts";

/** What one manager owns, and at which version it was recorded. */
export interface OwnedSet {
  readonly set: FieldSet;
  readonly apiVersion: string;
  readonly applied: boolean;
}

/** Owners by the text of their identity. */
export type Owners = ReadonlyMap<string, OwnedSet>;

/** Leaves of a set what a write may touch. */
export type Filter = (set: FieldSet) => FieldSet;

export interface Write {
  readonly live: Value;
  /** What is applied, or the whole new object of an update. */
  readonly object: Value;
  readonly type: SchemaType;
  readonly apiVersion: string;
  /** The schema at the versions of the owners, which may differ from that of the write. */
  readonly typeAt?: (apiVersion: string) => SchemaType | undefined;
  readonly owners: Owners;
  /** The writer's key in `owners`. */
  readonly self: string;
  readonly filter: Filter;
}

/** `touched`: every field that the write adds, changes or removes. */
export type WriteOutcome =
  | { readonly kind: "written"; readonly object: Value; readonly unchanged: boolean; readonly owners: Owners; readonly touched: FieldSet }
  | { readonly kind: "conflict"; readonly conflicts: ReadonlyMap<string, FieldSet>; readonly touched: FieldSet }
  | { readonly kind: "failed"; readonly message: string };

/** Applies a configuration: merges it, prunes what the applier dropped, and settles who owns what. */
export function apply(write: Write, force: boolean): WriteOutcome {
  const { live, object: config, type, apiVersion, self, filter } = write;
  const reconciled = reconcileOwners(write);
  if (typeof reconciled === "string") return { kind: "failed", message: reconciled };
  const merged = mergeValid(live, config, type);

  const set = filter(fieldSetOf(config, type));
  const last = reconciled.get(self);
  const owners = new Map(reconciled).set(self, { set, apiVersion, applied: true });
  const object = last === undefined ? merged : prune(merged, last, set, owners.values(), type);

  const comparison = compare(live, object, type);
  if (!comparison.valid) return { kind: "failed", message: incomparable(live, object, type) };
  const settled = settle(filterComparison(comparison, filter), owners, self, force);
  if (settled.kind === "conflict") return settled;
  return { ...settled, object, unchanged: equalValues(live, object) };
}

/** Takes a new object as it is: the writer owns what it changed or added, at the cost of everybody else. */
export function update(write: Write): WriteOutcome {
  const { live, object, type, apiVersion, self, filter } = write;
  const reconciled = reconcileOwners(write);
  if (typeof reconciled === "string") return { kind: "failed", message: reconciled };
  const comparison = compare(live, object, type);
  if (!comparison.valid) return { kind: "failed", message: incomparable(live, object, type) };
  const settled = settle(filterComparison(comparison, filter), reconciled, self, true);
  if (settled.kind === "conflict") return settled;
  const before = settled.owners.get(self)?.set ?? emptySet;
  const set = filter(union(difference(before, comparison.removed), union(comparison.modified, comparison.added)));
  const owners = new Map(settled.owners);
  if (isEmpty(set)) owners.delete(self);
  else owners.set(self, { set, apiVersion, applied: false });
  return { ...settled, owners, object, unchanged: equalValues(live, object) };
}

/** Conflicts with others, or the owners after the others lost what was taken from them or removed. */
function settle(
  { removed, modified, added }: Comparison,
  owners: Owners,
  self: string,
  force: boolean,
): Extract<WriteOutcome, { kind: "conflict" }> | { readonly kind: "written"; readonly owners: Owners; readonly touched: FieldSet } {
  const changed = union(modified, added);
  const touched = union(changed, removed);
  const conflicts = new Map<string, FieldSet>();
  for (const [key, { set }] of owners) {
    if (key === self) continue;
    const conflict = intersection(set, changed);
    if (!isEmpty(conflict)) conflicts.set(key, conflict);
  }
  if (!force && conflicts.size > 0) return { kind: "conflict", conflicts, touched };
  const left = new Map<string, OwnedSet>();
  for (const [key, owned] of owners) {
    const set = key === self ? owned.set : difference(difference(owned.set, conflicts.get(key) ?? emptySet), removed);
    if (!isEmpty(set)) left.set(key, set === owned.set ? owned : { ...owned, set });
  }
  return { kind: "written", owners: left, touched };
}

function filterComparison({ removed, modified, added, valid }: Comparison, filter: Filter): Comparison {
  return { removed: filter(removed), modified: filter(modified), added: filter(added), valid };
}

/** Pruning can empty a list's item into null, which no comparison accepts. */
function incomparable(live: Value, object: Value, type: SchemaType): string {
  const problems = [live, object].flatMap((value) => validate(value, type, { allowDuplicates: true }));
  return `failed to compare objects: ${problems.length > 0 ? printProblems(problems) : "a list's items cannot be told apart"}`;
}

/** The owners' sets in line with today's schema of their version, or why that failed. */
function reconcileOwners({ owners, type, apiVersion, typeAt }: Write): Owners | string {
  let changed: Map<string, OwnedSet> | undefined;
  for (const [key, owned] of owners) {
    const ownType = owned.apiVersion === apiVersion ? type : (typeAt?.(owned.apiVersion) ?? type);
    const { set, problem } = reconcile(owned.set, ownType);
    if (problem !== undefined) return `errors reconciling field set with schema: ${problem}`;
    if (set !== owned.set) {
      changed ??= new Map(owners);
      changed.set(key, { ...owned, set });
    }
  }
  return changed ?? owners;
}
