/**
 * From a reference to the atom it means, and from an atom to the alternative that a value takes.
 * Invariant: unknown names and overrides that fit nothing resolve to undefined, never to an exception; answers are memoised on the reference.
 * Counterpart in Go: schema `Resolve`, typed `deduceAtom`.
 */
import type { Value } from "../fieldpath/value.ts";
import type { Atom, ListType, MapType, Schema, SchemaType, TypeRef } from "./model.ts";

/** The atom of a type, undefined where the schema does not say. */
export function resolve(at: SchemaType): Atom | undefined {
  return resolveRef(at.schema, at.type);
}

/** `resolve` for walks that already hold the schema. */
export function resolveRef(schema: Schema, ref: TypeRef): Atom | undefined {
  if (ref.relationship === undefined) return ref.named === undefined ? (ref.inlined ?? noAtom) : schema.types.get(ref.named);
  const memo = overridden.get(schema) ?? new WeakMap<TypeRef, { readonly atom: Atom | undefined }>();
  const known = memo.get(ref);
  if (known !== undefined) return known.atom;
  const atom = override(schema, ref);
  overridden.set(schema, memo.set(ref, { atom }));
  return atom;
}

/** The type of a map's key: the declared field's, else that of undeclared keys. */
export function keyType(map: MapType, key: string): TypeRef | undefined {
  return map.fields.get(key)?.type ?? map.element;
}

/** The type below a map key, for callers that hold whole types. */
export function fieldType(at: SchemaType, key: string): SchemaType | undefined {
  const map = resolve(at)?.map;
  const type = map === undefined ? undefined : keyType(map, key);
  return type === undefined ? undefined : { schema: at.schema, type };
}

/** The type of a list's items, for callers that hold whole types. */
export function elementType(at: SchemaType): SchemaType | undefined {
  const list = resolve(at)?.list;
  return list === undefined ? undefined : { schema: at.schema, type: list.element };
}

/** The alternative of an atom that a value takes. */
export type Shape =
  | { readonly kind: "map"; readonly map: MapType }
  | { readonly kind: "scalar"; readonly scalar: NonNullable<Atom["scalar"]> }
  | { readonly kind: "list"; readonly list: ListType };

/**
 * A value's own kind decides where the atom allows it. Null and a kind that is not allowed leave all alternatives, of which map comes
 * before scalar before list. Undefined: the atom allows nothing.
 */
export function shapeOf(atom: Atom, value: Value | undefined): Shape | undefined {
  const { map, scalar, list } = atom;
  if (value !== null && value !== undefined) {
    if (value instanceof Map) {
      if (map !== undefined) return { kind: "map", map };
    } else if (Array.isArray(value)) {
      if (list !== undefined) return { kind: "list", list };
    } else if (scalar !== undefined) return { kind: "scalar", scalar };
  }
  if (map !== undefined) return { kind: "map", map };
  if (scalar !== undefined) return { kind: "scalar", scalar };
  return list === undefined ? undefined : { kind: "list", list };
}

const noAtom: Atom = {};
const overridden = new WeakMap<Schema, WeakMap<TypeRef, { readonly atom: Atom | undefined }>>();

/** A relationship written at the reference replaces that of the map, else of the list, referred to; it fits no scalar. */
function override(schema: Schema, ref: TypeRef): Atom | undefined {
  const atom = ref.named === undefined ? ref.inlined : schema.types.get(ref.named);
  const relationship = ref.relationship;
  if (atom === undefined || relationship === undefined) return atom;
  if (atom.map !== undefined) return { ...atom, map: { ...atom.map, relationship: relationship === "atomic" ? "atomic" : "separable" } };
  if (atom.list !== undefined) return { ...atom, list: { ...atom.list, relationship } };
  return undefined;
}
