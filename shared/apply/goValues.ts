/**
 * Values that the merge takes but a Go type of a built-in kind cannot read: quantities, times, int-or-string.
 * Invariant: the first such value is named; what the live object holds was read before.
 * Counterpart in Go: UnmarshalJSON of resource.Quantity, meta/v1 Time and MicroTime, intstr.IntOrString.
 */
import { printJsonNumber } from "../fieldpath/json.ts";
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { quote } from "../fieldpath/printPath.ts";
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import type { ListType, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";
import { isProblem, itemElement } from "../typed/listItem.ts";

/** A value that cannot be read, and Go's words for it. */
export interface Unreadable {
  readonly path: FieldPath;
  readonly reason: string;
}

/** What of a manifest the server fails on when it turns the merged object into its Go type. */
export function unreadableValue(config: Value, { schema, type }: SchemaType): Unreadable | undefined {
  return find(config, type, schema);
}

function find(value: Value, ref: TypeRef, schema: Schema): Unreadable | undefined {
  if (value === null) return undefined;
  const read = ref.named === undefined ? undefined : readers.get(ref.named);
  if (read !== undefined) {
    const reason = read(value);
    return reason === undefined ? undefined : { path: [], reason };
  }
  const atom = resolveRef(schema, ref);
  if (atom === undefined || atom.scalar !== undefined) return undefined;
  if (value instanceof Map && atom.map !== undefined) return findInMap(value, atom.map, schema);
  return Array.isArray(value) && atom.list !== undefined ? findInList(value, atom.list, schema) : undefined;
}

function findInMap(value: ValueMap, map: MapType, schema: Schema): Unreadable | undefined {
  for (const [key, child] of value) {
    const type = keyType(map, key);
    const found = type && find(child, type, schema);
    if (found !== undefined) return { ...found, path: [field(key), ...found.path] };
  }
  return undefined;
}

function findInList(items: ValueList, list: ListType, schema: Schema): Unreadable | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, list.element, schema);
    if (found === undefined) continue;
    const keyed = list.relationship === "associative" ? itemElement(item, list, schema) : undefined;
    const element = keyed === undefined || isProblem(keyed) ? ({ kind: "index", index } as const) : keyed.element;
    return { ...found, path: [element, ...found.path] };
  }
  return undefined;
}

function quantityProblem(value: Value): string | undefined {
  if (typeof value === "number" || typeof value === "bigint") return undefined;
  const text = typeof value === "string" ? value.trim() : "?";
  const match = /^[+-]?\d*(?:\.\d*)?([eEinumkKMGTP]*[-+]?\d*)$/.exec(text);
  if (text === "" || match === null) return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  return /^(?:[numkMGTPE]?|[KMGTPE]i|[eE][-+]?\d+)$/.test(match[1] ?? "") ? undefined : "unable to parse quantity's suffix";
}

function intOrStringProblem(value: Value): string | undefined {
  if (typeof value === "string" || (typeof value === "number" && (value | 0) === value)) return undefined;
  const number = typeof value === "number" || typeof value === "bigint" ? `number ${printJsonNumber(value)}` : jsonKind(value);
  return `json: cannot unmarshal ${number} into Go value of type int32`;
}

/** Go reads a time along its layout, part by part. */
function timeProblem(fraction: readonly [string, RegExp]): (value: Value) => string | undefined {
  const parts = [...dateAndTime, fraction, ["Z07:00", /^(?:Z|[+-]\d\d:\d\d)/]] as const;
  const layout = parts.map(([text]) => text).join("");
  return (value) => {
    if (typeof value !== "string") return `json: cannot unmarshal ${jsonKind(value)} into Go value of type string`;
    let rest = value;
    for (const [text, pattern] of parts) {
      const match = pattern.exec(rest);
      if (match === null) return `parsing time ${quote(value)} as ${quote(layout)}: cannot parse ${quote(rest)} as ${quote(text)}`;
      rest = rest.slice(match[0].length);
    }
    return rest === "" ? undefined : `parsing time ${quote(value)}: extra text: ${quote(rest)}`;
  };
}

function jsonKind(value: Value): string {
  if (typeof value === "boolean") return "bool";
  return typeof value === "object" ? (Array.isArray(value) ? "array" : "object") : "number";
}

const dateAndTime: readonly (readonly [string, RegExp])[] = [
  ["2006", /^\d{4}/],
  ["-", /^-/],
  ["01", /^\d\d/],
  ["-", /^-/],
  ["02", /^\d\d/],
  ["T", /^T/],
  ["15", /^\d\d/],
  [":", /^:/],
  ["04", /^\d\d/],
  [":", /^:/],
  ["05", /^\d\d/],
];

const readers: ReadonlyMap<string, (value: Value) => string | undefined> = new Map([
  ["io.k8s.apimachinery.pkg.api.resource.Quantity", quantityProblem],
  ["io.k8s.apimachinery.pkg.util.intstr.IntOrString", intOrStringProblem],
  ["io.k8s.apimachinery.pkg.apis.meta.v1.Time", timeProblem(["", /^(?:[.,]\d+)?/])],
  ["io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", timeProblem([".000000", /^[.,]\d{6}(?!\d)/])],
]);
