/**
 * The steps of a field path, their order, and their text in FieldsV1 (`f:spec`, `k:{"name":"app"}`, `v:"x"`, `i:0`).
 * Invariant: field < key < value < index; key lists are sorted by name when they are made.
 * Counterpart in Go: fieldpath `PathElement`, serialize-pe.go.
 */
import { compareNames, compareValues } from "./compare.ts";
import { printJson, printJsonString } from "./json.ts";
import { excerpt, JsonError, JsonReader } from "./jsonReader.ts";
import type { Value } from "./value.ts";

/**
 * One step of a field path. `decoded` marks values that were read from FieldsV1, whose numbers are floats there and print as
 * such; it takes no part in comparison.
 */
export type PathElement =
  | { readonly kind: "field"; readonly name: string }
  /** An item of a keyed list: its merge keys, sorted bytewise by name. */
  | { readonly kind: "key"; readonly keys: readonly KeyField[]; readonly decoded?: boolean }
  /** An item of a set, by its value. */
  | { readonly kind: "value"; readonly value: Value; readonly decoded?: boolean }
  /** An item of another list, by its place; a bigint beyond 2^53. */
  | { readonly kind: "index"; readonly index: number | bigint };

export interface KeyField {
  readonly name: string;
  readonly value: Value;
}

/** Steps from the object's root; `[]` is the object itself. */
export type FieldPath = readonly PathElement[];

/** A step to a map's key. */
export function field(name: string): PathElement {
  return { kind: "field", name };
}

/** A path of map keys. */
export function fieldPath(...names: readonly string[]): FieldPath {
  return names.map(field);
}

/** A step to an item of a keyed list; the keys may come in any order. */
export function keyElement(keys: readonly KeyField[]): PathElement {
  return { kind: "key", keys: sortKeys(keys) };
}

/** Negative, 0 or positive; 0 means one and the same element. */
export function comparePathElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (a.kind === "field" && b.kind === "field") return compareNames(a.name, b.name);
  if (a.kind === "key" && b.kind === "key") return compareKeys(a.keys, b.keys);
  if (a.kind === "value" && b.kind === "value") return compareValues(a.value, b.value);
  if (a.kind === "index" && b.kind === "index") return a.index < b.index ? -1 : a.index > b.index ? 1 : 0;
  return kindOrder[a.kind] - kindOrder[b.kind];
}

/** Whether two paths lead to the same place. */
export function equalPaths(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && a.every((element, i) => comparePathElements(element, b[i] as PathElement) === 0);
}

/** Whether `path` is `ancestor` or lies below it. */
export function isAtOrBelow(path: FieldPath, ancestor: FieldPath): boolean {
  return path.length >= ancestor.length && ancestor.every((element, i) => comparePathElements(element, path[i] as PathElement) === 0);
}

/** The element as FieldsV1 writes it. */
export function elementText(element: PathElement): string {
  switch (element.kind) {
    case "field":
      return `f:${element.name}`;
    case "key":
      return `k:{${element.keys.map(({ name, value }) => `${printJsonString(name, false)}:${printJson(value, { html: true })}`).join(",")}}`;
    case "value":
      return `v:${printJson(element.value, { html: true })}`;
    case "index":
      return `i:${element.index}`;
  }
}

/** The element that a FieldsV1 key means. Problem: malformed. Neither: a kind of element that a later version may have added. */
export function elementFromText(text: string): { readonly element?: PathElement; readonly problem?: string } {
  if (text.length < 2) return { problem: `path element ${JSON.stringify(excerpt(text))} is shorter than two characters` };
  if (text.charCodeAt(0) >= 0x80 || text.charCodeAt(1) !== 0x3a)
    return { problem: `path element ${JSON.stringify(excerpt(text))} has no colon as its second byte` };
  const rest = text.slice(2);
  switch (text.charAt(0)) {
    case "f":
      return { element: field(rest) };
    case "i":
      return indexFromText(rest);
    case "v":
      return readElement(rest, (reader) => ({ kind: "value", value: reader.value(), decoded: true }));
    case "k":
      return readElement(rest, (reader) => ({ kind: "key", keys: readKeys(reader), decoded: true }));
    default:
      return {};
  }
}

/** A path as plain data, for example in the `data` of a diagnostic. */
export function pathToData(path: FieldPath): string[] {
  return path.map(elementText);
}

/** The path of `pathToData`; undefined where the data is not such. */
export function pathFromData(data: readonly string[]): FieldPath | undefined {
  const path: PathElement[] = [];
  for (const text of data) {
    const { element } = elementFromText(text);
    if (element === undefined) return undefined;
    path.push(element);
  }
  return path;
}

const kindOrder = { field: 0, key: 1, value: 2, index: 3 } as const;

/** Pairwise, name before value; a strict prefix is smaller. */
function compareKeys(a: readonly KeyField[], b: readonly KeyField[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a[i] as KeyField;
    const y = b[i] as KeyField;
    const order = compareNames(x.name, y.name) || compareValues(x.value, y.value);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function sortKeys(keys: readonly KeyField[]): readonly KeyField[] {
  return keys.length < 2 ? keys : [...keys].sort((a, b) => compareNames(a.name, b.name));
}

function readElement(
  text: string,
  read: (reader: JsonReader) => PathElement,
): { readonly element?: PathElement; readonly problem?: string } {
  try {
    const reader = new JsonReader(text, "float");
    const element = read(reader);
    reader.end();
    return { element };
  } catch (error) {
    if (error instanceof JsonError) return { problem: `in a path element: ${error.message}` };
    throw error;
  }
}

/** A repeated name keeps both of its values, as in Go. */
function readKeys(reader: JsonReader): readonly KeyField[] {
  const keys: KeyField[] = [];
  if (reader.peek() === 0x6e) reader.null();
  else reader.object((name) => keys.push({ name, value: reader.value() }));
  return sortKeys(keys);
}

function indexFromText(text: string): { readonly element?: PathElement; readonly problem?: string } {
  const index = /^[+-]?\d+$/.test(text) ? BigInt(text.replace("+", "")) : undefined;
  if (index === undefined || BigInt.asIntN(64, index) !== index) return { problem: `index ${JSON.stringify(excerpt(text))} is no integer` };
  const number = Number(index);
  return { element: { kind: "index", index: Number.isSafeInteger(number) ? number : index } };
}
