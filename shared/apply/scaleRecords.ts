/**
 * The records of an object as its `/scale` endpoint shows them, and back after a write there.
 *
 * Invariant: a scale object has one field to own; who owns the parent's replicas owns it there. The parent's other fields never
 * change owner.
 * Counterpart in Go: managedfields `ScaleHandler`.
 */
import { type FieldPath, fieldPath } from "../fieldpath/pathElement.ts";
import { difference, type FieldSet, has, isEmpty, setOf } from "../fieldpath/set.ts";
import { identityText } from "./identity.ts";
import type { ManagedFieldsEntry } from "./model.ts";

/** Where each version of the parent keeps its replicas; null: that version has none. Versions that are left out are unknown. */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | null>;

const scaleVersion = "autoscaling/v1";
const scaleReplicas = fieldPath("spec", "replicas");
const scaleFields: FieldSet = setOf(scaleReplicas);

/** The records that the scale object has. */
export function toScaleRecords(parent: readonly ManagedFieldsEntry[], paths: ReplicasPaths): readonly ManagedFieldsEntry[] {
  return parent.flatMap((entry) => {
    const path = paths.get(entry.apiVersion);
    return path !== undefined && path !== null && has(entry.fields, path)
      ? [{ ...entry, apiVersion: scaleVersion, fields: scaleFields }]
      : [];
  });
}

/**
 * The parent's records after the scale object, written at `parentVersion`'s endpoint, got the records `scale`. A manager is found
 * again only by its whole identity, so an updater's record, whose version differs on the two sides, is always replaced by one
 * without time.
 */
export function fromScaleRecords(
  parent: readonly ManagedFieldsEntry[],
  scale: readonly ManagedFieldsEntry[],
  paths: ReplicasPaths,
  parentVersion: string,
): readonly ManagedFieldsEntry[] {
  const left = new Map(scale.map((entry) => [identityText(entry), entry]));
  const records: ManagedFieldsEntry[] = [];
  for (const entry of parent) {
    const path = paths.get(entry.apiVersion);
    if (path === undefined) continue;
    if (path === null || !has(entry.fields, path)) records.push(entry);
    else if (left.delete(identityText(entry))) records.push(entry);
    else {
      const fields = difference(entry.fields, setOf(path));
      if (!isEmpty(fields)) records.push({ ...entry, fields });
    }
  }
  const path = paths.get(parentVersion);
  for (const entry of left.values()) {
    if (path === undefined || path === null || !has(entry.fields, scaleReplicas)) continue;
    // The server looks the time up among the parent's records, where a new writer has none.
    records.push({ ...entry, apiVersion: parentVersion, time: undefined, fields: setOf(path) });
  }
  return records;
}
