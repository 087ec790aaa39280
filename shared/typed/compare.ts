/**
 * What differs between two values of one type: removed, modified and added fields.
 *
 * Invariant: a container that is absent on one side counts itself, one that merely empties does not; keyed lists and sets are
 * compared regardless of order. Both values must fit the type. Parts that the two sides share by reference are not walked.
 * Counterpart in Go: typed `compareWalker`.
 */
import { equalValues } from "../fieldpath/compare.ts";
import { field, type PathElement } from "../fieldpath/pathElement.ts";
import type { FieldSet } from "../fieldpath/set.ts";
import { SetBuilder } from "../fieldpath/setBuilder.ts";
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import type { ListType, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef, type Shape, shapeOf } from "../schema/resolve.ts";
import { indexItems } from "./indexItems.ts";
import { holdsUnmergeable, mayHoldUnmergeable } from "./unmergeable.ts";

export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
  /** False where a list holds items that cannot be told apart, as pruning may leave behind: the API server fails then. */
  readonly valid: boolean;
}

interface Context {
  readonly schema: Schema;
  valid: boolean;
}

/** Compares two values that fit `type`. */
export function compare(lhs: Value, rhs: Value, whole: SchemaType): Comparison {
  const { schema, type } = whole;
  const root = new Differences();
  const valid = !mayHoldUnmergeable(whole) || !(holdsUnmergeable(lhs, whole) || holdsUnmergeable(rhs, whole));
  const context: Context = { schema, valid };
  compareContent(lhs, rhs, type, context, undefined, new Differences(), root);
  return { removed: root.removed.build(), modified: root.modified.build(), added: root.added.build(), valid: context.valid };
}

/** The differences at and below one node. */
class Differences {
  readonly removed = new SetBuilder();
  readonly modified = new SetBuilder();
  readonly added = new SetBuilder();

  attach(element: PathElement, below: Differences): void {
    this.removed.child(element, below.removed.build());
    this.modified.child(element, below.modified.build());
    this.added.child(element, below.added.build());
  }
}

type Side = Value | undefined;

/** Compares what stands at `element` of a container whose differences are `out`. */
function compareAt(element: PathElement, lhs: Side, rhs: Side, ref: TypeRef, context: Context, out: Differences): void {
  if (lhs === rhs) return;
  const below = new Differences();
  compareContent(lhs, rhs, ref, context, element, out, below);
  out.attach(element, below);
}

/** A kind that changes on a type with alternatives is looked at in both shapes. */
function compareContent(
  lhs: Side,
  rhs: Side,
  ref: TypeRef,
  context: Context,
  element: PathElement | undefined,
  out: Differences,
  below: Differences,
): void {
  const atom = resolveRef(context.schema, ref);
  if (lhs === rhs || atom === undefined) return;
  const left = shapeOf(atom, lhs);
  const right = shapeOf(atom, rhs);
  if (lhs !== undefined && rhs !== undefined && left?.kind !== right?.kind) {
    const leaf = left === undefined || compareShape(left, lhs, rhs, context, below);
    if (leaf) markLeaf(element, lhs, rhs, out);
  }
  const shape = rhs === undefined ? left : right;
  if (shape === undefined) return;
  if (compareShape(shape, lhs, rhs, context, below)) markLeaf(element, lhs, rhs, out);
  else if (element !== undefined) {
    if (lhs === undefined) out.added.member(element);
    if (rhs === undefined) out.removed.member(element);
  }
}

function markLeaf(element: PathElement | undefined, lhs: Side, rhs: Side, out: Differences): void {
  if (element === undefined) return;
  if (lhs === undefined) out.added.member(element);
  else if (rhs === undefined) out.removed.member(element);
  else if (!equalValues(lhs, rhs)) out.modified.member(element);
}

/** Compares content in one shape. True: it is a leaf and has no content of its own. */
function compareShape(shape: Shape, lhs: Side, rhs: Side, context: Context, below: Differences): boolean {
  if (shape.kind === "map") {
    const left = lhs instanceof Map ? (lhs as ValueMap) : noMap;
    const right = rhs instanceof Map ? (rhs as ValueMap) : noMap;
    if (shape.map.relationship === "atomic" || (left.size === 0 && right.size === 0)) return true;
    compareMaps(left, right, shape.map, context, below);
    return false;
  }
  if (shape.kind === "list") {
    const left = Array.isArray(lhs) ? (lhs as ValueList) : noList;
    const right = Array.isArray(rhs) ? (rhs as ValueList) : noList;
    if (shape.list.relationship === "atomic" || (left.length === 0 && right.length === 0)) return true;
    compareLists(left, right, shape.list, context, below);
    return false;
  }
  return true;
}

const noMap: ValueMap = new Map();
const noList: ValueList = [];

function compareMaps(left: ValueMap, right: ValueMap, map: MapType, context: Context, out: Differences): void {
  for (const [key, value] of left) {
    const other = right.get(key);
    if (value !== other) compareAt(field(key), value, other, keyType(map, key) ?? {}, context, out);
  }
  for (const [key, value] of right) if (!left.has(key)) compareAt(field(key), undefined, value, keyType(map, key) ?? {}, context, out);
}

function compareLists(left: ValueList, right: ValueList, list: ListType, context: Context, out: Differences): void {
  const onInvalid = (): void => {
    context.valid = false;
  };
  const leftItems = indexItems(left, list, context.schema, onInvalid);
  const rightItems = indexItems(right, list, context.schema, onInvalid);
  for (const [id, { element, items }] of leftItems) compareItems(element, items, rightItems.get(id)?.items ?? noList, list, context, out);
  for (const [id, { element, items }] of rightItems) if (!leftItems.has(id)) compareItems(element, noList, items, list, context, out);
}

/** Items that share their element have no content to compare: they differ as a whole, and a lone counterpart counts as gone or new. */
function compareItems(element: PathElement, left: ValueList, right: ValueList, list: ListType, context: Context, out: Differences): void {
  if (left.length > 1 && right.length > 1) {
    if (!equalValues(left, right)) out.modified.member(element);
    return;
  }
  if (left.length > 1) out.removed.member(element);
  if (right.length > 1) out.added.member(element);
  const before = left.length > 1 ? undefined : left[0];
  const after = right.length > 1 ? undefined : right[0];
  compareAt(element, before, after, list.element, context, out);
}
