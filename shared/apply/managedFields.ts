/**
 * `metadata.managedFields`, in and out.
 * Invariant: what the API server could not decode is a problem with the server's words; of two entries of one manager the later counts.
 * Counterpart in Go: managedfields/internal managedfields.go.
 */
import { compareNames } from "../fieldpath/compare.ts";
import { type ElementTable, printFieldsV1, readFieldsV1 } from "../fieldpath/fieldsV1.ts";
import { parseJson } from "../fieldpath/json.ts";
import { quote } from "../fieldpath/printPath.ts";
import { emptySet, type FieldSet } from "../fieldpath/set.ts";
import { isList, stringAt, type Value, type ValueMap, valueAt } from "../fieldpath/value.ts";
import { identityText } from "./identity.ts";
import type { ManagedFieldsEntry } from "./model.ts";

/** The entries of an object, and why some could not be decoded. */
export function decodeManagedFields(object: Value): {
  readonly entries: readonly ManagedFieldsEntry[];
  readonly problems: readonly string[];
} {
  const list = valueAt(object, "metadata", "managedFields");
  if (list === undefined || list === null) return { entries: [], problems: [] };
  if (!isList(list)) return { entries: [], problems: ["metadata.managedFields is no list"] };
  const byManager = new Map<string, ManagedFieldsEntry>();
  const elements: ElementTable = new Map();
  const problems: string[] = [];
  for (const [index, item] of list.entries()) {
    const answer = decodeEntry(item, index, elements);
    if (typeof answer === "string") problems.push(answer);
    else byManager.set(identityText(answer), answer);
  }
  return { entries: [...byManager.values()], problems };
}

/** The list as the API server stores it, in its order; undefined where nobody owns anything. */
export function encodeManagedFields(entries: readonly ManagedFieldsEntry[]): Value | undefined {
  return entries.length === 0 ? undefined : sortEntries(entries).map(encodeEntry);
}

/** The order of storing: appliers first, then by time in seconds, manager, version and subresource. */
export function sortEntries(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  return [...entries].sort(
    (a, b) =>
      compareNames(a.operation, b.operation) ||
      compareAge(a, b) ||
      compareNames(a.manager, b.manager) ||
      compareNames(a.apiVersion, b.apiVersion) ||
      compareNames(a.subresource, b.subresource),
  );
}

/** Older first, in whole seconds; entries without time count as of 1970. */
export function compareAge(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return secondsOf(a) - secondsOf(b);
}

function secondsOf({ time }: ManagedFieldsEntry): number {
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
}

function decodeEntry(item: Value, index: number, elements: ElementTable): ManagedFieldsEntry | string {
  const operation = stringAt(item, "operation");
  if (operation !== "Apply" && operation !== "Update") return "operation must be `Apply` or `Update`";
  const apiVersion = stringAt(item, "apiVersion") ?? "";
  if (apiVersion === "") return "apiVersion must not be empty";
  const fieldsType = stringAt(item, "fieldsType") ?? "";
  if (fieldsType === "") return `missing fieldsType in managed fields entry ${index}`;
  if (fieldsType !== "FieldsV1") return `invalid fieldsType ${quote(fieldsType)} in managed fields entry ${index}`;
  const recorded = valueAt(item, "fieldsV1");
  const { set, problem } = recorded === undefined ? { set: emptySet, problem: undefined } : readFieldsV1(recorded, elements);
  const manager = stringAt(item, "manager") ?? "";
  if (problem !== undefined) return `error decoding versioned set from ${manager || "an unnamed manager"}: ${problem}`;
  return { manager, operation, apiVersion, subresource: stringAt(item, "subresource") ?? "", time: stringAt(item, "time"), fields: set };
}

function encodeEntry({ manager, operation, apiVersion, subresource, time, fields }: ManagedFieldsEntry): ValueMap {
  const entry = new Map<string, Value>();
  if (manager !== "") entry.set("manager", manager);
  entry.set("operation", operation);
  entry.set("apiVersion", apiVersion);
  if (time !== undefined) entry.set("time", time);
  entry.set("fieldsType", "FieldsV1");
  entry.set("fieldsV1", encodeSet(fields));
  if (subresource !== "") entry.set("subresource", subresource);
  return entry;
}

function encodeSet(set: FieldSet): Value {
  return parseJson(printFieldsV1(set)).value;
}
