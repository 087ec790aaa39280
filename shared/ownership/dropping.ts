/**
 * What becomes of a live field that the manifest stops setting, as far as a quick-fix must know before it offers that.
 * kubectl, when it applies server-side, first turns every Update entry that owns the last-applied annotation into the applier's own: what only
 * such an entry holds is then pruned.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { type FieldPath, fieldPath } from "../fieldpath/pathElement.ts";
import { has } from "../fieldpath/set.ts";
import { lastAppliedAnnotation } from "./deployers.ts";
import type { Snapshot } from "./snapshot.ts";

/** Who keeps the field, and who holds it only until kubectl migrates its entry. */
export interface Keepers {
  readonly keepers: readonly ManagedFieldsEntry[];
  readonly migrated: readonly ManagedFieldsEntry[];
}

/** Everybody else who holds the path, by what becomes of their hold. */
export function keepersOf({ live, as }: Snapshot, path: FieldPath): Keepers {
  const entries = live.state === "live" ? live.live.managedFields : [];
  const migrating = new Set(
    entries
      .filter((entry) => entry.operation === "Update" && entry.subresource === "" && has(entry.fields, lastApplied))
      .map((entry) => entry.manager),
  );
  const others = entries.filter((entry) => has(entry.fields, path) && !(as.decided && isSame(entry, as.manager)));
  const isMigrated = (entry: ManagedFieldsEntry) =>
    entry.operation === "Update" && entry.subresource === "" && migrating.has(entry.manager);
  return { keepers: others.filter((entry) => !isMigrated(entry)), migrated: others.filter(isMigrated) };
}

function isSame(entry: ManagedFieldsEntry, manager: string): boolean {
  return entry.manager === manager && entry.operation === "Apply" && entry.subresource === "";
}

const lastApplied = fieldPath("metadata", "annotations", lastAppliedAnnotation);
