/**
 * The fields that a value sets: what an apply of it would own.
 *
 * Invariant: leaves (scalars, atomic lists and maps) are members; a list item and a key that no struct declares is a member and
 * so is what lies below; a declared field with content below is not a member itself.
 * Counterpart in Go: typed `toFieldSetWalker`.
 */
import { field, type PathElement } from "../fieldpath/pathElement.ts";
import { emptySet, type FieldSet } from "../fieldpath/set.ts";
import { SetBuilder } from "../fieldpath/setBuilder.ts";
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import type { ListType, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef, shapeOf } from "../schema/resolve.ts";
import { isProblem, itemElements } from "./listItem.ts";
import type { Problem } from "./problem.ts";
import { validate } from "./validate.ts";

/** The set of a value, or the problems that keep it from having one. Items with equal keys are accepted, as in a live object. */
export function toFieldSet(value: Value, type: SchemaType): { readonly set: FieldSet; readonly problems: readonly Problem[] } {
  const problems = validate(value, type, { allowDuplicates: true });
  return { set: problems.length > 0 ? emptySet : fieldSetOf(value, type), problems };
}

/** `toFieldSet` of a value that is known to fit its type. */
export function fieldSetOf(value: Value, { schema, type }: SchemaType): FieldSet {
  return below(value, type, schema) ?? emptySet;
}

/** What a value holds below itself; undefined where it is a leaf. */
function below(value: Value, ref: TypeRef, schema: Schema): FieldSet | undefined {
  const atom = resolveRef(schema, ref);
  const shape = atom && shapeOf(atom, value);
  if (shape?.kind === "map" && shape.map.relationship !== "atomic") {
    return value instanceof Map ? belowMap(value, shape.map, schema) : emptySet;
  }
  if (shape?.kind === "list" && shape.list.relationship !== "atomic") {
    return Array.isArray(value) ? belowList(value, shape.list, schema) : emptySet;
  }
  return undefined;
}

function belowMap(value: ValueMap, map: MapType, schema: Schema): FieldSet {
  const builder = new SetBuilder();
  for (const [key, child] of value) {
    const element = field(key);
    const set = below(child, keyType(map, key) ?? {}, schema);
    if (set === undefined || isNullOrEmptyMap(child) || !map.fields.has(key)) builder.member(element);
    if (set !== undefined) builder.child(element, set);
  }
  return builder.build();
}

/** What stands for items without an element, which are left over where pruning empties an item: the list still holds something. */
const nameless: PathElement = { kind: "value", value: null };

/** Items that share their element are members, in the form of the second, but what they hold belongs to nobody. */
function belowList(value: ValueList, list: ListType, schema: Schema): FieldSet {
  const builder = new SetBuilder();
  const first = new Map<string, { readonly element: PathElement; readonly item: Value; readonly repeated: boolean }>();
  for (const [index, answer] of itemElements(value, list, schema).entries()) {
    if (isProblem(answer)) {
      if (list.relationship === "associative") builder.member(nameless);
      continue;
    }
    const known = first.get(answer.id);
    if (known === undefined) first.set(answer.id, { element: answer.element, item: value[index] ?? null, repeated: false });
    else if (!known.repeated) first.set(answer.id, { ...known, element: answer.element, repeated: true });
  }
  for (const { element, item, repeated } of first.values()) {
    builder.member(element);
    const set = repeated ? undefined : below(item, list.element, schema);
    if (set !== undefined) builder.child(element, set);
  }
  return builder.build();
}

function isNullOrEmptyMap(value: Value): boolean {
  return value === null || (value instanceof Map && value.size === 0);
}
