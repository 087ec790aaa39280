/**
 * What the API server's Go type of a built-in kind writes when nothing is set.
 * Invariant: holds for built-in kinds only; a custom resource has no such value.
 * Counterpart in Go: the empty object of managedfields/internal skipnonapplied.go.
 */
import type { Value } from "../fieldpath/value.ts";
import { goFieldsOf } from "./goFields.ts";
import type { SchemaType } from "./model.ts";

/** The object that a first record of owners is compared with. */
export function zeroValue({ type }: SchemaType): Value {
  return goFieldsOf(type).written;
}
