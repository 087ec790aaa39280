/**
 * The object and the records after an apply that nobody speaks against.
 * Invariant: others keep their times, the applier's is new only where the object changed; where nothing but times would differ, all
 * stays as it was.
 * Counterpart in Go: what managedfields' LastAppliedUpdater, ManagedFieldsUpdater and StripMeta do on the way out, and apiserver's store.
 */
import { equalValues } from "../fieldpath/compare.ts";
import { fieldPath } from "../fieldpath/pathElement.ts";
import { equalSets, type FieldSet, intersection, isEmpty, setOf, union } from "../fieldpath/set.ts";
import { asStored, metadataAsStored } from "./asStored.ts";
import { identityText } from "./identity.ts";
import { kubectlManager, renewLastApplied } from "./lastApplied.ts";
import { withReset } from "./liveObject.ts";
import { sortEntries } from "./managedFields.ts";
import type { ApplyOutcome, ManagedFieldsEntry } from "./model.ts";
import type { ApplyRequest } from "./predictApply.ts";
import type { PreparedApply } from "./prepareApply.ts";
import { stripMeta } from "./stripMeta.ts";
import type { Owners, WriteOutcome } from "./updater.ts";

/** What is stored. */
export function acceptedOutcome(
  request: ApplyRequest,
  prepared: PreparedApply,
  outcome: Extract<WriteOutcome, { kind: "written" }>,
): Extract<ApplyOutcome, { verdict: "accepted" }> {
  const { live, type } = prepared.write;
  const renewed = request.manager === kubectlManager ? renewLastApplied(outcome.object, request.config) : outcome.object;
  // A new object has no status yet; whatever else an endpoint resets is kept.
  const resetFields = union(setByServer, request.live === undefined ? intersection(request.resetFields, statusField) : request.resetFields);
  const reset = withReset(renewed, live, resetFields);
  const object = prepared.builtIn ? asStored(reset, live, type) : metadataAsStored(reset, live, type);
  const records = recordsAfter(request, prepared, outcome.owners, outcome.unchanged);
  if (request.live === undefined)
    return { verdict: "accepted", created: true, unchanged: false, object, managedFields: sortEntries(records) };
  // Where nothing but times would differ, the server writes nothing.
  const before = request.live.managedFields;
  const unchanged = equalValues(object, live) && sameRecords(records, before);
  return { verdict: "accepted", created: false, unchanged, object, managedFields: sortEntries(unchanged ? before : records) };
}

const statusField: FieldSet = setOf(fieldPath("status"));

/** What a manifest says of these is not heard. */
const setByServer: FieldSet = setOf(
  ...["creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "generation", "resourceVersion", "selfLink", "uid"].map(
    (name) => fieldPath("metadata", name),
  ),
);

/** Others keep their times; the applier's is new where the object changed. */
function recordsAfter(
  request: ApplyRequest,
  { write, self, entries }: PreparedApply,
  owners: Owners,
  unchanged: boolean,
): readonly ManagedFieldsEntry[] {
  const records: ManagedFieldsEntry[] = [];
  for (const [key, owned] of owners) {
    const before = entries.get(key);
    if (key !== write.self) {
      if (before !== undefined) records.push(owned.set === before.fields ? before : { ...before, fields: owned.set });
      continue;
    }
    const fields = stripMeta(owned.set);
    const time = unchanged ? before?.time : request.time;
    if (!isEmpty(fields)) records.push({ ...self, time, fields });
  }
  return records;
}

/** Whether two lists say the same, times apart. */
export function sameRecords(after: readonly ManagedFieldsEntry[], before: readonly ManagedFieldsEntry[]): boolean {
  if (after.length !== before.length) return false;
  const known = new Map(before.map((entry) => [identityText(entry), entry]));
  return after.every((entry) => {
    const was = known.get(identityText(entry));
    return was !== undefined && was.apiVersion === entry.apiVersion && equalSets(was.fields, entry.fields);
  });
}
