/**
 * Lists that are neither atomic nor associative, so that nobody can tell their items apart: Go can neither compare nor merge one that
 * holds anything. Only a hand-written schema says such a thing, so everything here is skipped for all others.
 * Invariant: whether a schema may refer to such a list is found out once per schema.
 * Counterpart in Go: the relationship that typed `merge.go` and `compare.go` do not know.
 */
import type { Value } from "../fieldpath/value.ts";
import type { Atom, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef, shapeOf } from "../schema/resolve.ts";
import { indexItems } from "./indexItems.ts";

/** Whether values of the type may hold such lists. */
export function mayHoldUnmergeable({ schema, type }: SchemaType): boolean {
  let known = bySchema.get(schema);
  if (known === undefined) {
    known = [...schema.types.values()].some(mentions);
    bySchema.set(schema, known);
  }
  return known || refMentions(type);
}

/** Whether the comparison of a value would come to such a list that holds anything. */
export function holdsUnmergeable(value: Value, { schema, type }: SchemaType): boolean {
  return holds(value, type, schema);
}

const bySchema = new WeakMap<Schema, boolean>();

function mentions({ list, map }: Atom): boolean {
  if (list?.relationship === "separable" || (list !== undefined && refMentions(list.element))) return true;
  if (map === undefined) return false;
  return (map.element !== undefined && refMentions(map.element)) || [...map.fields.values()].some((field) => refMentions(field.type));
}

/** A separable reference may as well mean a map; that only costs time. */
function refMentions({ relationship, inlined }: TypeRef): boolean {
  return relationship === "separable" || (inlined !== undefined && mentions(inlined));
}

function holds(value: Value, ref: TypeRef, schema: Schema): boolean {
  const atom = resolveRef(schema, ref);
  const shape = atom && shapeOf(atom, value);
  if (shape?.kind === "map" && value instanceof Map) {
    const { map } = shape;
    return map.relationship !== "atomic" && [...value].some(([key, child]) => holds(child, keyType(map, key) ?? {}, schema));
  }
  if (shape?.kind !== "list" || !Array.isArray(value)) return false;
  const { list } = shape;
  if (list.relationship !== "associative") return list.relationship === "separable" && value.length > 0;
  // Items that share their element are compared as a whole.
  return [...indexItems(value, list, schema).values()].some(
    ({ items }) => items.length === 1 && holds(items[0] ?? null, list.element, schema),
  );
}
