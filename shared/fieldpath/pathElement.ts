import type { Value } from "./value.ts";

/**
 * One step of a field path. Counterpart in Go: fieldpath.PathElement.
 * `decoded` marks values that were read from FieldsV1, whose numbers are floats there and print as such (ssa rule 1.2-8);
 * it takes no part in comparison.
 */
export type PathElement =
  | { readonly kind: "field"; readonly name: string }
  /** An item of a keyed list: its merge keys, sorted bytewise by name. */
  | { readonly kind: "key"; readonly keys: readonly KeyField[]; readonly decoded?: boolean }
  /** An item of a set, by its value. */
  | { readonly kind: "value"; readonly value: Value; readonly decoded?: boolean }
  | { readonly kind: "index"; readonly index: number };

export interface KeyField {
  readonly name: string;
  readonly value: Value;
}

/** Steps from the object's root; `[]` is the object itself. */
export type FieldPath = readonly PathElement[];
