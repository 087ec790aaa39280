/**
 * The step from client-side to server-side apply: records of updates become the record of an applier.
 *
 * Invariant: works on the list as a client reads and writes it: of an entry only what its Go type has remains, and a list with an
 * unreadable entry is no list; of several updates of one name only the one at the applier's version is kept, as in the reference.
 * Counterpart in Go: client-go csaupgrade `UpgradeManagedFields`, `FindFieldsOwners`; Unstructured `GetManagedFields`.
 */
import { printFieldsV1, readFieldsV1 } from "../fieldpath/fieldsV1.ts";
import { parseJson } from "../fieldpath/json.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { emptySet, type FieldSet, has, union } from "../fieldpath/set.ts";
import { isList, isMap, stringAt, type Value, type ValueMap } from "../fieldpath/value.ts";
import type { ManagedFieldsEntry } from "./model.ts";

export interface Upgrade {
  /** Names whose updates are taken over, in the order to take them. */
  readonly clientSideManagers: readonly string[];
  readonly serverSideManager: string;
  readonly subresource: string;
}

/** The list after the upgrade; undefined where there is none that a client can read. Problem: an entry that takes part cannot be decoded. */
export function upgradeManagedFields(
  list: Value | undefined,
  { clientSideManagers, serverSideManager, subresource }: Upgrade,
): { readonly entries?: readonly ValueMap[]; readonly problem?: string } {
  const entries = readList(list);
  if (entries === undefined) return {};
  let upgraded = entries;
  for (const name of clientSideManagers) {
    const isUpdate = (entry: ValueMap): boolean => isEntry(entry, name, "Update", subresource);
    const applied = upgraded.findIndex((entry) => isEntry(entry, serverSideManager, "Apply", subresource));
    const target = applied >= 0 ? applied : upgraded.findIndex(isUpdate);
    const found = upgraded[target];
    if (found === undefined) continue;
    const renamed = withText(withText(found, "manager", serverSideManager), "operation", "Apply");
    const others = upgraded.map((entry, at) => (at === target ? renamed : entry));
    const version = renamed.get("apiVersion");
    const source = others.find((entry) => isUpdate(entry) && entry.get("apiVersion") === version);
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

function readList(list: Value | undefined): readonly ValueMap[] | undefined {
  if (!isList(list)) return undefined;
  const entries = list.map(readEntry);
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/** An entry as its Go type writes it again; undefined where that type cannot read it. */
function readEntry(item: Value): ValueMap | undefined {
  if (!isMap(item)) return undefined;
  let entry = new Map<string, Value>();
  for (const name of texts) {
    const text = item.get(name) ?? "";
    if (typeof text !== "string") return undefined;
    entry = withText(entry, name, text);
  }
  const time = writtenTime(item.get("time") ?? null);
  if (time === undefined) return undefined;
  const fields = item.get("fieldsV1") ?? null;
  return fields === null ? withText(entry, "time", time) : withText(entry, "time", time).set("fieldsV1", fields);
}

const texts = ["manager", "operation", "apiVersion", "fieldsType", "subresource"];

/** Empty texts are left out. */
function withText(entry: ValueMap, name: string, text: string): Map<string, Value> {
  const changed = new Map(entry);
  if (text === "") changed.delete(name);
  else changed.set(name, text);
  return changed;
}

/** In whole seconds and UTC; empty for none and for the zero time. Undefined: malformed. */
function writtenTime(time: Value): string | undefined {
  if (time === null) return "";
  const match = typeof time === "string" ? timePattern.exec(time) : null;
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ahead = 0, and = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const inRange = date.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second < 60 && Math.abs(ahead) <= 24 && and <= 60;
  if (!inRange) return undefined;
  const sign = match[7]?.startsWith("-") === true ? -1 : 1;
  date.setUTCHours(hour - ahead, minute - sign * and, second);
  const text = date.toISOString().replace(".000", "");
  return text === "0001-01-01T00:00:00Z" ? "" : text;
}

/** RFC 3339 as Go reads it: the hour may have one digit. */
const timePattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|([+-]\d\d):(\d\d))$/;

function isEntry(entry: ValueMap, manager: string, operation: string, subresource: string): boolean {
  const textOf = (name: string): string => stringAt(entry, name) ?? "";
  return textOf("manager") === manager && textOf("operation") === operation && textOf("subresource") === subresource;
}

/** The target is written anew even where there is nothing to add. */
function unite(target: ValueMap, source: ValueMap | undefined): ValueMap | undefined {
  const a = fieldsOf(target);
  const b = source === undefined ? emptySet : fieldsOf(source);
  if (a === undefined || b === undefined) return undefined;
  return new Map(target).set("fieldsV1", parseJson(printFieldsV1(union(a, b))).value);
}

function fieldsOf(entry: ValueMap): FieldSet | undefined {
  const fields = entry.get("fieldsV1");
  if (fields === undefined) return undefined;
  const { set, problem } = readFieldsV1(fields);
  return problem === undefined ? set : undefined;
}
