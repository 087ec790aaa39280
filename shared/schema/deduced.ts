/**
 * The types of values that no schema describes.
 * Invariant: a deduced map is granular with deduced keys, none of them declared; a deduced list is one leaf with all its content.
 * Counterpart in Go: typed `DeducedParseableType`, schemaconv's common types.
 */
import type { Atom, Schema, SchemaType, TypeRef } from "./model.ts";

const untypedName = "__untyped_atomic_";
const deducedName = "__untyped_deduced_";

/** A reference to the type of content that is one leaf as a whole. */
export const untypedRef: TypeRef = { named: untypedName };

/** A reference to the type deduced from the value. */
export const deducedRef: TypeRef = { named: deducedName };

const untypedAtom: Atom = {
  scalar: "untyped",
  list: { element: untypedRef, relationship: "atomic", keys: [] },
  map: { fields: new Map(), element: untypedRef, relationship: "atomic" },
};

const deducedAtom: Atom = {
  scalar: "untyped",
  list: { element: untypedRef, relationship: "atomic", keys: [] },
  map: { fields: new Map(), element: deducedRef, relationship: "separable" },
};

/** The definitions that `untypedRef` and `deducedRef` refer to; every schema made from OpenAPI holds them. */
export const commonTypes: ReadonlyMap<string, Atom> = new Map([
  [untypedName, untypedAtom],
  [deducedName, deducedAtom],
]);

const deducedSchema: Schema = { types: commonTypes };

/** The type of an object whose kind has no schema. */
export const deducedType: SchemaType = { schema: deducedSchema, type: deducedRef };
