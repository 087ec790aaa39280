/**
 * The step from client-side to server-side apply: records of updates become the record of an applier.
 *
 * Invariant: works on the list as it is stored, whose entries nobody touches stay as they are; of several updates of one name only
 * the one at the applier's version is kept, as in the reference.
 * Counterpart in Go: client-go csaupgrade `UpgradeManagedFields`, `FindFieldsOwners`.
 */
import { printFieldsV1, readFieldsV1 } from "../fieldpath/fieldsV1.ts";
import { parseJson } from "../fieldpath/json.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { emptySet, type FieldSet, has, union } from "../fieldpath/set.ts";
import { isMap, stringAt, type Value, type ValueMap } from "../fieldpath/value.ts";
import type { ManagedFieldsEntry } from "./model.ts";

export interface Upgrade {
  /** Names whose updates are taken over, in the order to take them. */
  readonly clientSideManagers: readonly string[];
  readonly serverSideManager: string;
  readonly subresource: string;
}

/** The list after the upgrade; empty where nothing is left. Problem: an entry that takes part cannot be decoded. */
export function upgradeManagedFields(
  entries: readonly Value[],
  { clientSideManagers, serverSideManager, subresource }: Upgrade,
): { readonly entries: readonly Value[]; readonly problem?: string } {
  let upgraded: readonly Value[] = entries;
  for (const name of clientSideManagers) {
    const isUpdate = (entry: Value): boolean => isEntry(entry, name, "Update", subresource);
    const applied = upgraded.findIndex((entry) => isEntry(entry, serverSideManager, "Apply", subresource));
    const target = applied >= 0 ? applied : upgraded.findIndex(isUpdate);
    if (target < 0) continue;
    const renamed = new Map(upgraded[target] as ValueMap).set("manager", serverSideManager).set("operation", "Apply");
    const others = upgraded.map((entry, at) => (at === target ? renamed : entry));
    const version = stringAt(renamed, "apiVersion") ?? "";
    const source = others.find((entry) => isUpdate(entry) && (stringAt(entry, "apiVersion") ?? "") === version);
    const merged = unite(renamed, source);
    if (merged === undefined) return { entries, problem: `the fields of ${name} or ${serverSideManager} cannot be decoded` };
    upgraded = others.map((entry) => (entry === renamed ? merged : entry)).filter((entry) => !isUpdate(entry));
  }
  return { entries: upgraded };
}

/** The entries of an operation that own all of the paths. */
export function ownersOfAll(
  entries: readonly ManagedFieldsEntry[],
  operation: "Apply" | "Update",
  paths: readonly FieldPath[],
): readonly ManagedFieldsEntry[] {
  return entries.filter((entry) => entry.operation === operation && paths.every((path) => has(entry.fields, path)));
}

function isEntry(entry: Value, manager: string, operation: string, subresource: string): boolean {
  return (
    isMap(entry) &&
    (stringAt(entry, "manager") ?? "") === manager &&
    stringAt(entry, "operation") === operation &&
    (stringAt(entry, "subresource") ?? "") === subresource
  );
}

/** The target is written anew even where there is nothing to add. */
function unite(target: ValueMap, source: Value | undefined): ValueMap | undefined {
  const a = fieldsOf(target);
  const b = source === undefined ? emptySet : fieldsOf(source);
  if (a === undefined || b === undefined) return undefined;
  return new Map(target).set("fieldsV1", parseJson(printFieldsV1(union(a, b))).value);
}

function fieldsOf(entry: Value): FieldSet | undefined {
  const fields = isMap(entry) ? entry.get("fieldsV1") : undefined;
  if (fields === undefined || fields === null) return undefined;
  const { set, problem } = readFieldsV1(fields);
  return problem === undefined ? set : undefined;
}
