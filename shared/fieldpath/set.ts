import type { FieldPath, PathElement } from "./pathElement.ts";

/** A set of field paths as a tree. Members and children are sorted; a path's parent need not be a member. Counterpart in Go: fieldpath.Set. */
export interface FieldSet {
  readonly members: readonly PathElement[];
  readonly children: readonly { readonly element: PathElement; readonly set: FieldSet }[];
}

export declare function setOf(...paths: readonly FieldPath[]): FieldSet;
