/**
 * The fields that the texts of one file give an object, as leaves of a field set: what inference compares with the live object's records.
 * Invariant: holds nothing that the API server never records (names, kind, reset fields).
 */
import { stripMeta } from "../apply/stripMeta.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { childAt, emptySet, type FieldSet, has, leaves, recursiveDifference, union } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { fieldSetOf } from "../typed/toFieldSet.ts";

/** The kind's schema as inference needs it. */
export interface LeafKind {
  readonly type: SchemaType;
  /** Fields that the main endpoint resets before ownership is recorded. */
  readonly resetFields: FieldSet;
}

/** The leaves that these texts set together, without what is never recorded. */
export function leavesOf(objects: readonly Value[], kind: LeafKind): FieldSet {
  const all = objects.map((object) => fieldSetOf(object, kind.type)).reduce(union, emptySet);
  return leaves(stripMeta(recursiveDifference(all, kind.resetFields)));
}

/** Whether the set holds the path or anything below it. */
export function holds(set: FieldSet, path: FieldPath): boolean {
  if (has(set, path)) return true;
  let node: FieldSet | undefined = set;
  for (const element of path) node = node === undefined ? undefined : childAt(node, element);
  return node !== undefined;
}

/** Whether the set holds the path or an ancestor of it. */
export function holdsAncestor(set: FieldSet, path: FieldPath): boolean {
  return path.some((_, i) => has(set, path.slice(0, i + 1)));
}
