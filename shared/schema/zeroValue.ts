/**
 * What the API server's Go type of a built-in kind writes when nothing is set: structs that are no pointers, and required fields.
 * Invariant: holds for built-in kinds only; a custom resource has no such value.
 */
import type { Value } from "../fieldpath/value.ts";
import type { Schema, SchemaType, TypeRef } from "./model.ts";
import { resolveRef } from "./resolve.ts";

/** The object that a first record of owners is compared with. */
export function zeroValue({ schema, type }: SchemaType): Value {
  return zeroOf(type, schema, 0);
}

function zeroOf(ref: TypeRef, schema: Schema, depth: number): Value {
  const zero = new Map<string, Value>();
  // No type of the bundled schemas holds itself without a pointer, so this only stops what a schema must not say.
  if (depth > 32) return zero;
  for (const field of resolveRef(schema, ref)?.map?.fields.values() ?? []) {
    if (field.default instanceof Map) zero.set(field.name, zeroOf(field.type, schema, depth + 1));
    // A default that says nothing new is how the OpenAPI marks a scalar that is written even where it is empty.
    else if (field.default === 0 || field.default === "" || field.default === false) zero.set(field.name, field.default);
    else if (field.required === true) zero.set(field.name, field.default ?? null);
  }
  return zero;
}
