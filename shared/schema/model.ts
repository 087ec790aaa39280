/**
 * The schema model: a type is an atom, which may allow any of scalar, list and map. A reference names a type of the same schema or
 * holds an atom inline, and may override the relationship of the list or map that it refers to.
 * Invariant: atoms and references are never changed, so that answers may be kept beside them; names need not resolve.
 * Counterpart in Go: structured-merge-diff `schema`.
 */
import type { Value } from "../fieldpath/value.ts";

export interface Schema {
  readonly types: ReadonlyMap<string, Atom>;
}

export interface Atom {
  readonly scalar?: "numeric" | "string" | "boolean" | "untyped";
  readonly list?: ListType;
  readonly map?: MapType;
}

export interface ListType {
  readonly element: TypeRef;
  /**
   * `associative` with keys: keyed list; without: set. `atomic`: one leaf. `separable`, which only a hand-written schema says: a
   * list whose items nobody can tell apart, so that it can be neither compared nor merged unless it is empty.
   */
  readonly relationship: "associative" | "atomic" | "separable";
  readonly keys: readonly string[];
}

export interface MapType {
  readonly fields: ReadonlyMap<string, StructField>;
  /** A list of fields is given, but empty: such a map is no deduced one, whatever its other keys hold. */
  readonly emptyStruct?: true;
  /** The type of keys that no field declares; absent: no other keys. */
  readonly element?: TypeRef;
  readonly relationship: "separable" | "atomic";
}

export interface StructField {
  readonly name: string;
  readonly type: TypeRef;
  readonly default?: Value;
  /** The object must have it, so that a server's Go type writes it even where it is empty. */
  readonly required?: boolean;
}

export interface TypeRef {
  readonly named?: string;
  readonly inlined?: Atom;
  readonly relationship?: "associative" | "separable" | "atomic";
  /** The server's validation accepts null here. The merge doesn't care. */
  readonly nullable?: boolean;
  /** What the definition of a custom kind says never changes here. The merge doesn't care. */
  readonly frozen?: readonly FrozenRule[];
}

/** A validation rule by which a value never changes as long as it is there. */
export interface FrozenRule {
  /** The keys that lead from where the rule stands to what it is about; none: the value itself. */
  readonly at: readonly string[];
  /** What the server says when it refuses; undefined where only the server can tell. */
  readonly message: string | undefined;
}

/** A type within its schema: what every function of `typed` takes. */
export interface SchemaType {
  readonly schema: Schema;
  readonly type: TypeRef;
}
