/**
 * The text of a path as Kubernetes prints it in messages: `.spec.ports[port=80,protocol="TCP"].name`.
 * Invariant: equal, byte for byte, to what kubectl shows. Names are raw; strings are quoted as by Go's `%q`; a float prints
 * as by Go's `%v`, and every number read from FieldsV1 is a float (so port 1000000 prints `1e+06`).
 * Counterpart in Go: fieldpath `Path.String`, value `ToString`.
 */
import { compareNames } from "./compare.ts";
import type { FieldPath, PathElement } from "./pathElement.ts";
import type { Value } from "./value.ts";

/** The whole path; the object itself prints as the empty text. */
export function printPath(path: FieldPath): string {
  let text = "";
  for (const element of path) text += printElement(element);
  return text;
}

/** One step: `.name`, `[key=value]`, `[=value]` or `[0]`. */
export function printElement(element: PathElement): string {
  switch (element.kind) {
    case "field":
      return `.${element.name}`;
    case "key":
      return `[${element.keys.map(({ name, value }) => `${name}=${printValue(value, element.decoded === true)}`).join(",")}]`;
    case "value":
      return `[=${printValue(element.value, element.decoded === true)}]`;
    case "index":
      return `[${element.index}]`;
  }
}

/** A value as paths show it; `floats` where its numbers come from FieldsV1. */
export function printValue(value: Value, floats: boolean): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "boolean":
      return String(value);
    case "bigint":
      return value.toString();
    case "number":
      return floats || !Number.isSafeInteger(value) ? printFloat(value) : String(value);
  }
  if (value === null) return "null";
  if (value instanceof Map) {
    const entries = [...value].sort((a, b) => compareNames(a[0], b[0]));
    return entries.map(([key, item]) => `${key}=${printValue(item, floats)}`).join("");
  }
  return `[${(value as readonly Value[]).map((item) => printValue(item, floats)).join(",")}]`;
}

/** Go's `%q`: everything that is not printable becomes an escape. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escapeCharacter)}"`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
]);

function escapeCharacter(character: string): string {
  const short = shortEscapes.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) as number;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Go's `%v` of a float64: shortest digits, exponent form below 1e-4 and from 1e6 (unlike JSON, which switches at 1e21). */
function printFloat(number: number): string {
  if (number === 0) return Object.is(number, -0) ? "-0" : "0";
  const [digits = "", exponent = "0"] = number.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(number);
  const size = String(Math.abs(power)).padStart(2, "0");
  return `${digits}e${power < 0 ? "-" : "+"}${size}`;
}
