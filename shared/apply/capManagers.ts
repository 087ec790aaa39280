/**
 * The API server keeps at most ten records of updates: the oldest of a version are put together.
 * Invariant: records of different versions never merge, so that ten may be exceeded; no field loses its record.
 * Counterpart in Go: managedfields/internal capmanagers.go.
 */
import { compareNames } from "../fieldpath/compare.ts";
import { union } from "../fieldpath/set.ts";
import { identityText } from "./identity.ts";
import { compareAge } from "./managedFields.ts";
import type { ManagedFieldsEntry } from "./model.ts";

const maxUpdates = 10;
const bucketManager = "ancient-changes";

/** The records after an update. */
export function capManagers(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  const byIdentity = new Map(entries.map((entry) => [identityText(entry), entry]));
  const oldest = entries
    .filter((entry) => entry.operation === "Update")
    .sort((a, b) => compareAge(a, b) || compareNames(identityText(a), identityText(b)));
  let left = oldest.length;
  /** The first record seen of each version, which waits for a second one to merge with. */
  const waiting = new Map<string, ManagedFieldsEntry>();
  for (const entry of oldest) {
    if (left <= maxUpdates) break;
    const first = waiting.get(entry.apiVersion);
    if (first === undefined) {
      waiting.set(entry.apiVersion, entry);
      continue;
    }
    const bucket = mergeInto(first, entry);
    byIdentity.delete(identityText(first));
    byIdentity.delete(identityText(entry));
    byIdentity.set(identityText(bucket), bucket);
    waiting.set(entry.apiVersion, bucket);
    left--;
  }
  return [...byIdentity.values()];
}

function mergeInto(first: ManagedFieldsEntry, second: ManagedFieldsEntry): ManagedFieldsEntry {
  const { time } = compareAge(first, second) > 0 ? first : second;
  const fields = union(first.fields, second.fields);
  return { manager: bucketManager, operation: "Update", apiVersion: second.apiVersion, subresource: "", time, fields };
}
