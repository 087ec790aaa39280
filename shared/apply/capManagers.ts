/**
 * The API server keeps at most ten records of updates: the oldest of a version are put together.
 * Invariant: records of different versions never merge, so that ten may be exceeded. As in the reference, a bucket of an earlier time
 * takes all but the oldest record, and is lost itself if its own turn comes.
 * Counterpart in Go: managedfields/internal capmanagers.go.
 */
import { compareNames } from "../fieldpath/compare.ts";
import { emptySet, union } from "../fieldpath/set.ts";
import { identityText } from "./identity.ts";
import { compareAge } from "./managedFields.ts";
import type { ManagedFieldsEntry, ManagerIdentity } from "./model.ts";

const maxUpdates = 10;
const bucketManager = "ancient-changes";

/** The records after an update. */
export function capManagers(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  const byIdentity = new Map(entries.map((entry) => [identityText(entry), entry]));
  const oldest = entries
    .filter((entry) => entry.operation === "Update")
    .sort((a, b) => compareAge(a, b) || compareNames(identityText(a), identityText(b)));
  let left = oldest.length;
  /** The first record seen of each version, which becomes the bucket when a second one is to go, unless there is a bucket already. */
  const firsts = new Map<string, string>();
  for (const { apiVersion, time, ...entry } of oldest) {
    if (left <= maxUpdates) break;
    const key = identityText({ apiVersion, ...entry });
    const first = firsts.get(apiVersion);
    if (first === undefined) {
      firsts.set(apiVersion, key);
      continue;
    }
    const bucket: ManagerIdentity = { manager: bucketManager, operation: "Update", apiVersion, subresource: "" };
    const bucketKey = identityText(bucket);
    const source = byIdentity.has(bucketKey) ? bucketKey : first;
    const fields = union(entry.fields, byIdentity.get(source)?.fields ?? emptySet);
    byIdentity.delete(source);
    byIdentity.set(bucketKey, { ...bucket, time, fields });
    byIdentity.delete(key);
    left--;
  }
  return [...byIdentity.values()];
}
