/**
 * What an ordinary write (create, edit, PUT, patch, a controller's update) does to ownership.
 *
 * Invariant: the writer owns what it changed or added, everybody else loses it; writing a value that is there already gives
 * nothing. An object that nobody is recorded on stays so until the first apply. Values that don't fit their type change no record.
 * Counterpart in Go: the managedfields package's chain for Update, from FieldManager to StructuredMerge.
 */
import { emptySet, equalSets, type FieldSet, isEmpty, union } from "../fieldpath/set.ts";
import { isList, isMap, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { bundledKind } from "../schema/bundled.ts";
import type { SchemaType } from "../schema/model.ts";
import { zeroValue } from "../schema/zeroValue.ts";
import { capManagers } from "./capManagers.ts";
import { identityText } from "./identity.ts";
import { liveProblems, withoutManagedFields } from "./liveObject.ts";
import { decodeManagedFields, sortEntries } from "./managedFields.ts";
import type { DecodedObject, ManagedFieldsEntry, ManagerIdentity } from "./model.ts";
import { writeFilter } from "./resetFields.ts";
import { stripMeta } from "./stripMeta.ts";
import { type OwnedSet, update } from "./updater.ts";

export interface UpdateRequest {
  /** Undefined: the object is created. */
  readonly live: DecodedObject | undefined;
  /** The whole object as it is written, its managedFields included if the writer sent them. */
  readonly object: Value;
  readonly type: SchemaType;
  readonly manager: string;
  /** "" for the object itself. */
  readonly subresource: string;
  readonly resetFields: FieldSet;
  /** The time to record, RFC 3339; absent: new records have none. */
  readonly time?: string;
}

/** The records after the write, in the order of storing. */
export function predictUpdate(request: UpdateRequest): readonly ManagedFieldsEntry[] {
  const { live, object, type, subresource } = request;
  const recorded = recordsToStartFrom(request);
  if (live !== undefined && recorded.length === 0) return [];
  // A write whose effect on ownership the server cannot tell leaves the records as they are stored.
  if ([live?.object ?? null, object].some((value) => liveProblems(value, type).length > 0)) return live?.managedFields ?? [];
  const apiVersion = stringAt(object, "apiVersion") ?? "";
  const kind = stringAt(object, "kind") ?? "";
  const entries = new Map(recorded.map((entry) => [identityText(entry), entry]));
  const owners = new Map<string, OwnedSet>();
  for (const [key, entry] of entries) {
    owners.set(key, { set: entry.fields, apiVersion: entry.apiVersion, applied: entry.operation === "Apply" });
  }
  const before = live === undefined ? nothing(apiVersion, kind, type) : withoutManagedFields(live.object);
  const filter = writeFilter(kind, subresource, request.resetFields);
  // The writer's older record is somebody else's until the end: only what it changes now gets the new time.
  const outcome = update({ live: before, object: withoutManagedFields(object), type, apiVersion, owners, self: currentOperation, filter });
  if (outcome.kind !== "written") return live?.managedFields ?? [];

  const records = new Map<string, ManagedFieldsEntry>();
  for (const [key, { set }] of outcome.owners) {
    const entry = entries.get(key);
    if (entry !== undefined) records.set(key, set === entry.fields || equalSets(set, entry.fields) ? entry : { ...entry, fields: set });
  }
  const taken = stripMeta(outcome.owners.get(currentOperation)?.set ?? emptySet);
  if (!isEmpty(taken)) {
    const self: ManagerIdentity = { manager: request.manager || "unknown", operation: "Update", apiVersion, subresource };
    const key = identityText(self);
    records.set(key, { ...self, time: request.time, fields: union(taken, records.get(key)?.fields ?? emptySet) });
  }
  return sortEntries(capManagers([...records.values()]));
}

/** No identity of a real manager looks like this. */
const currentOperation = "current-operation";

/**
 * The records that the server starts from: the live object's for a subresource; else those that the writer sent, where they can be
 * read. A writer that sends an empty list wipes them.
 */
function recordsToStartFrom({ live, object, subresource }: UpdateRequest): readonly ManagedFieldsEntry[] {
  const stored = live === undefined || live.problems.length > 0 ? [] : live.managedFields;
  if (subresource !== "") return stored;
  const sent = valueAt(object, "metadata", "managedFields");
  if (isList(sent) && (sent.length === 0 || (sent.length === 1 && isMap(sent[0]) && sent[0].size === 0))) return [];
  const { entries, problems } = decodeManagedFields(object);
  return problems.length > 0 || entries.length === 0 ? stored : entries;
}

function nothing(apiVersion: string, kind: string, type: SchemaType): Value {
  return bundledKind(apiVersion, kind) === undefined ? new Map() : zeroValue(type);
}
