/**
 * The words of this room: managers and their records, live objects, and what the API server answers.
 * Invariant: plain data, never changed once made.
 */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import type { FieldSet } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";

/** Who wrote: the identity under which the API server keeps a field set. Counterpart in Go: managedfields BuildManagerIdentifier. */
export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** The version at which the set was recorded; part of the identity only for Update. */
  readonly apiVersion: string;
  /** "" for the main resource. */
  readonly subresource: string;
}

/** One decoded entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry extends ManagerIdentity {
  /** RFC 3339 as recorded; a manager that joined by sharing and writes to `/scale` have none. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** An object with its ownership decoded, which is worth doing once per version of it. */
export interface DecodedObject {
  readonly object: Value;
  readonly managedFields: readonly ManagedFieldsEntry[];
  /** Entries that could not be decoded: the API server refuses every apply on them. */
  readonly problems: readonly string[];
  /** The same object as served at other versions that its records name; a version that was not read is missing. */
  readonly atVersions?: ReadonlyMap<string, Value>;
}

/** Whether the API server is bound to agree, or something only it knows may change the answer. */
export type Certainty = { readonly kind: "certain" } | { readonly kind: "serverDecides"; readonly reason: string };

/** One field of one other manager that an apply without force would have to change. */
export interface Conflict {
  readonly manager: ManagerIdentity;
  readonly path: FieldPath;
}

/** What the API server would do with an apply. */
export type ApplyOutcome =
  | {
      readonly verdict: "accepted";
      readonly created: boolean;
      readonly unchanged: boolean;
      readonly object: Value;
      readonly managedFields: readonly ManagedFieldsEntry[];
    }
  /** HTTP 409: `message` byte for byte as the server prints it, conflicts in its order. */
  | { readonly verdict: "conflict"; readonly message: string; readonly conflicts: readonly Conflict[] }
  /** Refused before or beside ownership: typed validation, managedFields in the manifest, undecodable records, stale resourceVersion. */
  | { readonly verdict: "refused"; readonly code: number; readonly message: string; readonly path?: FieldPath }
  /** The server decides, for these reasons: records at another version of the kind, a schema that does not fit. `conflicts`: what is certain already. */
  | { readonly verdict: "undecided"; readonly reasons: readonly string[]; readonly conflicts: readonly Conflict[] };
