/**
 * Values that the merge takes but a Go type of a built-in kind cannot read: quantities, times, int-or-string.
 * Invariant: says nothing about what `live` shares, which was read before. The first such value of the object is named.
 * Counterpart in Go: UnmarshalJSON of resource.Quantity, meta/v1 Time and MicroTime, intstr.IntOrString.
 */
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { quote } from "../fieldpath/printPath.ts";
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import type { Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";
import { isProblem, itemElement } from "../typed/listItem.ts";

/** A value that cannot be read, and Go's words for it. */
export interface Unreadable {
  readonly path: FieldPath;
  readonly reason: string;
}

/** What the server fails on when it turns a merged object into its Go type. */
export function unreadableValue(object: Value, live: Value, { schema, type }: SchemaType): Unreadable | undefined {
  return find(object, live, type, schema, []);
}

function find(value: Value, live: Value | undefined, ref: TypeRef, schema: Schema, path: FieldPath): Unreadable | undefined {
  if (value === live || value === null) return undefined;
  const read = ref.named === undefined ? undefined : readers.get(ref.named);
  if (read !== undefined) {
    const reason = read(value);
    return reason === undefined ? undefined : { path, reason };
  }
  const atom = resolveRef(schema, ref);
  if (atom === undefined || atom.scalar !== undefined) return undefined;
  if (value instanceof Map && atom.map !== undefined) {
    const before = live instanceof Map ? (live as ValueMap) : undefined;
    for (const [key, child] of value as ValueMap) {
      const type = keyType(atom.map, key);
      const found = type && find(child, before?.get(key), type, schema, [...path, field(key)]);
      if (found !== undefined) return found;
    }
  } else if (Array.isArray(value) && atom.list !== undefined) {
    for (const [index, item] of (value as ValueList).entries()) {
      const keyed = atom.list.relationship === "associative" ? itemElement(item, atom.list, schema) : undefined;
      const element = keyed === undefined || isProblem(keyed) ? ({ kind: "index", index } as const) : keyed.element;
      const found = find(item, undefined, atom.list.element, schema, [...path, element]);
      if (found !== undefined) return found;
    }
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
  if (typeof value === "string" || typeof value === "bigint" || Number.isInteger(value)) return undefined;
  return `json: cannot unmarshal ${typeof value === "number" ? `number ${value}` : jsonKind(value)} into Go value of type int32`;
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
