/**
 * The owner that the API server invents when an object without any record is first applied to: all that is there already belongs
 * to `before-first-apply`.
 * Invariant: the entry is an update's, at the version and endpoint of the apply; what a Go type writes on its own is nobody's.
 * Counterpart in Go: managedfields/internal skipnonapplied.go.
 */
import { emptySet } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { zeroValue } from "../schema/zeroValue.ts";
import type { ManagedFieldsEntry } from "./model.ts";
import { stripMeta } from "./stripMeta.ts";
import { type Filter, update } from "./updater.ts";

export interface Beginning {
  readonly live: Value;
  readonly type: SchemaType;
  readonly apiVersion: string;
  readonly subresource: string;
  /** A built-in kind is compared with the zero value of its Go type, a custom resource with nothing. */
  readonly builtIn: boolean;
  readonly filter: Filter;
  readonly time: string | undefined;
}

/** The invented entry; its set may be empty. */
export function beforeFirstApply({ live, type, apiVersion, subresource, builtIn, filter, time }: Beginning): ManagedFieldsEntry {
  const manager = "before-first-apply";
  const nothing = builtIn ? zeroValue(type) : new Map();
  const outcome = update({ live: nothing, object: live, type, apiVersion, owners: new Map(), self: manager, filter });
  const owned = outcome.kind === "written" ? outcome.owners.get(manager)?.set : undefined;
  const fields = stripMeta(owned ?? emptySet);
  return { manager, operation: "Update", apiVersion, subresource, time, fields };
}
