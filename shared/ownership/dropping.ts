/**
 * What becomes of a live field that the manifest stops setting, as far as a quick-fix must know before it offers that.
 * kubectl, when it applies server-side, first turns every Update entry that owns the last-applied annotation into the applier's own: what only
 * such an entry holds is then pruned. An object without any record gets one at its first apply, before-first-apply, which holds all it had.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { has } from "../fieldpath/set.ts";
import { stringAt } from "../fieldpath/value.ts";
import { lastAppliedAnnotation, lastAppliedPath } from "./deployers.ts";
import { isApplyOf } from "./owners.ts";
import type { FieldConflict } from "./predict.ts";
import type { Snapshot } from "./snapshot.ts";

/** Who keeps the field, and who holds it only until kubectl migrates its entry. */
export interface Keepers {
  readonly keepers: readonly ManagedFieldsEntry[];
  readonly migrated: readonly ManagedFieldsEntry[];
}

/** Everybody else who holds a conflicting path, by what becomes of their hold. */
export function keepersOf({ live, as }: Snapshot, { path, managers }: FieldConflict): Keepers {
  const entries = live.state === "live" ? live.live.managedFields : [];
  const annotated = live.state === "live" && stringAt(live.live.object, "metadata", "annotations", lastAppliedAnnotation) !== undefined;
  const others = entries.filter((entry) => has(entry.fields, path) && !(as.decided && isApplyOf(as.manager, entry)));
  const unrecorded = managers.filter((manager) => !entries.includes(manager));
  const isMigrated = (entry: ManagedFieldsEntry): boolean =>
    entry.operation === "Update" &&
    entry.subresource === "" &&
    (entries.some((other) => sameName(other, entry) && has(other.fields, lastAppliedPath)) || (annotated && unrecorded.includes(entry)));
  const all = [...others, ...unrecorded];
  return { keepers: all.filter((entry) => !isMigrated(entry)), migrated: all.filter(isMigrated) };
}

function sameName(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return a.manager === b.manager && a.operation === "Update" && a.subresource === "";
}
