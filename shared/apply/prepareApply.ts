/**
 * An apply as the merge takes it: the live object without records, owners by identity, and the fields that count.
 * Invariant: what is prepared depends on nothing but the request; where nobody is recorded, `before-first-apply` is.
 * Counterpart in Go: what managedfields' FieldManager, SkipNonApplied and BuildManagerInfo do on the way in.
 */
import { isEmpty } from "../fieldpath/set.ts";
import { stringAt, type Value } from "../fieldpath/value.ts";
import { bundledKind } from "../schema/bundled.ts";
import { zeroValue } from "../schema/zeroValue.ts";
import { beforeFirstApply } from "./beforeFirstApply.ts";
import { identityText, isOfGroup } from "./identity.ts";
import { withoutManagedFields } from "./liveObject.ts";
import type { ManagedFieldsEntry, ManagerIdentity } from "./model.ts";
import type { ApplyRequest } from "./predictApply.ts";
import { writeFilter } from "./resetFields.ts";
import type { Filter, OwnedSet, Write } from "./updater.ts";

export interface PreparedApply {
  readonly write: Write;
  readonly self: ManagerIdentity;
  /** The records by identity, `before-first-apply` among them where it comes into being. */
  readonly entries: ReadonlyMap<string, ManagedFieldsEntry>;
  /** The kind comes with Kubernetes, so a Go type stands behind it. */
  readonly builtIn: boolean;
}

/** Prepares a request that nothing speaks against. */
export function prepareApply(request: ApplyRequest): PreparedApply {
  const { config, type, typeAt, subresource } = request;
  const apiVersion = stringAt(config, "apiVersion") ?? "";
  const kind = stringAt(config, "kind") ?? "";
  const self: ManagerIdentity = { manager: request.manager || "unknown", operation: "Apply", apiVersion, subresource };
  const builtIn = bundledKind(apiVersion, kind) !== undefined;
  const live = liveOrNothing(request, builtIn);
  const filter = writeFilter(kind, subresource, request.resetFields);
  const recorded = recordedEntries(request, live, { apiVersion, builtIn, filter });
  const entries = new Map(recorded.map((entry) => [identityText(entry), entry]));
  const owners = new Map<string, OwnedSet>();
  for (const [key, { fields, apiVersion: version, operation }] of entries) {
    owners.set(key, { set: fields, apiVersion: version, applied: operation === "Apply" });
  }
  const write = { live, object: withoutManagedFields(config), type, apiVersion, typeAt, owners, self: identityText(self), filter };
  return { write, self, entries, builtIn };
}

/** A missing object is created from what its Go type holds when empty. */
function liveOrNothing({ live, type }: ApplyRequest, builtIn: boolean): Value {
  if (live !== undefined) return withoutManagedFields(live.object);
  return builtIn ? zeroValue(type) : new Map();
}

/**
 * Records at a version that the server knows no more are dropped, where it did not refuse; so are those of a built-in kind that were
 * made through another group (events have two).
 */
function recordedEntries(
  { live: decoded, type, subresource, versions, time }: ApplyRequest,
  live: Value,
  { apiVersion, builtIn, filter }: { readonly apiVersion: string; readonly builtIn: boolean; readonly filter: Filter },
): readonly ManagedFieldsEntry[] {
  if (decoded === undefined) return [];
  if (decoded.managedFields.length > 0) {
    return decoded.managedFields.filter(
      (entry) => versions?.includes(entry.apiVersion) !== false && (!builtIn || isOfGroup(entry, apiVersion)),
    );
  }
  const entry = beforeFirstApply({ live, type, apiVersion, subresource, builtIn, filter, time });
  return isEmpty(entry.fields) ? [] : [entry];
}
