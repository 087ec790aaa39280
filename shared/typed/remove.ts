/**
 * A value without the fields of a set, and a value of nothing but these.
 *
 * Invariant: only granular containers are entered. A container that loses its last entry becomes null, and so does an atomic or
 * empty one that the set reaches into. Values that lose nothing are returned as they are.
 * Counterpart in Go: typed `removingWalker` (remove.go) of structured-merge-diff v6.4.2.
 */
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { childAt, type FieldSet, has, hasMember, pathsOf, setOfAll, union } from "../fieldpath/set.ts";
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import type { ListType, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef, shapeOf } from "../schema/resolve.ts";
import { isProblem, itemElements } from "./listItem.ts";
import { fieldSetOf } from "./toFieldSet.ts";

/** The value without the set's members and all that lies below them. */
export function removeItems(value: Value, set: FieldSet, { schema, type }: SchemaType): Value {
  return walk(value, set, type, schema, removal);
}

/** The value reduced to the set. With `withKeys` items also keep the merge keys by which they are known. */
export function extractItems(value: Value, set: FieldSet, type: SchemaType, withKeys: boolean): Value {
  const wanted = withKeys ? union(set, keysOf(set, fieldSetOf(value, type))) : set;
  return walk(value, wanted, type.type, type.schema, extraction);
}

/** What the two walks do differently. Undefined: the entry goes. */
interface Way {
  /** An atomic or empty container that the set reaches into. */
  whole(value: Value): Value;
  item(item: Value, isMember: boolean, below: FieldSet | undefined, enter: (set: FieldSet) => Value): Value | undefined;
  entry(value: Value, isMember: boolean, below: FieldSet | undefined, around: FieldSet, enter: (set: FieldSet) => Value): Value | undefined;
}

const removal: Way = {
  whole: () => null,
  item: (item, isMember, below, enter) => (isMember ? undefined : below === undefined ? item : enter(below)),
  entry: (value, isMember, below, _around, enter) => (isMember ? undefined : below === undefined ? value : enter(below)),
};

const extraction: Way = {
  whole: (value) => value,
  item: (item, isMember, below, enter) => (below !== undefined ? enter(below) : isMember ? item : undefined),
  // A key that is itself a member is entered with the set around it: so does Go, whose callers pass leaves only.
  entry: (_value, isMember, below, around, enter) => (isMember ? enter(around) : below === undefined ? undefined : enter(below)),
};

function walk(value: Value, set: FieldSet, ref: TypeRef, schema: Schema, way: Way): Value {
  const atom = resolveRef(schema, ref);
  const shape = atom && shapeOf(atom, value);
  switch (shape?.kind) {
    case "scalar":
      return value;
    case "list":
      if (!Array.isArray(value)) return null;
      if (value.length === 0 || shape.list.relationship === "atomic") return way.whole(value);
      return walkList(value, set, shape.list, schema, way);
    case "map":
      if (!(value instanceof Map)) return null;
      if (value.size === 0 || shape.map.relationship === "atomic") return way.whole(value);
      return walkMap(value, set, shape.map, schema, way);
    default:
      return null;
  }
}

function walkMap(value: ValueMap, set: FieldSet, map: MapType, schema: Schema, way: Way): Value {
  const kept = new Map<string, Value>();
  let same = true;
  for (const [key, child] of value) {
    const element = field(key);
    const enter = (below: FieldSet): Value => walk(child, below, keyType(map, key) ?? {}, schema, way);
    const left = way.entry(child, hasMember(set, element), childAt(set, element), set, enter);
    if (left !== undefined) kept.set(key, left);
    same &&= left === child;
  }
  return same ? value : kept.size > 0 ? kept : null;
}

function walkList(value: ValueList, set: FieldSet, list: ListType, schema: Schema, way: Way): Value {
  const kept: Value[] = [];
  let same = true;
  for (const [index, answer] of itemElements(value, list, schema).entries()) {
    const item = value[index] ?? null;
    const element = isProblem(answer) ? undefined : answer.element;
    const enter = (below: FieldSet): Value => walk(item, below, list.element, schema, way);
    const isMember = element !== undefined && hasMember(set, element);
    const left = way.item(item, isMember, element && childAt(set, element), enter);
    if (left !== undefined) kept.push(left);
    same &&= left === item;
  }
  return same ? value : kept.length > 0 ? kept : null;
}

/** The key fields of every keyed item on the way to those paths of the set that exist. */
function keysOf(set: FieldSet, existing: FieldSet): FieldSet {
  const keys: FieldPath[] = [];
  for (const path of pathsOf(set)) {
    if (!has(existing, path)) continue;
    for (const [at, element] of path.entries()) {
      if (element.kind === "key") for (const { name } of element.keys) keys.push([...path.slice(0, at + 1), field(name)]);
    }
  }
  return setOfAll(keys);
}
