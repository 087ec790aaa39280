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
  return `"${text.replace(escaped, escapeCharacter)}"`;
}

/** What Unicode got after version 15, by which Go 1.26 prints; code points that it leaves unassigned stand between. */
const later =
  "88f-897 c5c cdc 1acf-1aeb 1b4e-1b4f 1b7f 1c89-1c8a 20c1 2427-2429 2b96 2ffc-2fff 31e4-31ef a7cb-a7cf a7d2 a7d4 a7da-a7f1 " +
  "fbc3-fbd2 fd90-fd91 fdc8-fdce 105c0-105f3 10940-10959 10d40-10d8f 10ec2-10efc 11380-113e2 116d0-116e3 11b60-11bf9 11db0-11de9 " +
  "11f5a 13460-143fa 16100-16139 16d40-16d79 16ea0-16ed3 16ff2-16ff6 187f8-187ff 18cff 18d09-18df2 1cc00-1cef0 1e5d0-1e6ff 1f6d8 " +
  "1f777-1f77a 1f8b2-1f8d8 1fa54-1fa57 1fa89-1fa8f 1fabe 1fac6-1facd 1fadc-1fadf 1fae9-1faef 1fbcb-1fbef 1fbfa 2b73a-2b73f " +
  "2cea2-2cead 2ebf0-2ee5d 323b0-33479";

const laterClass = later.replace(/[\da-f]+/g, "\\u{$&}");
const escaped = new RegExp(`["\\\\${laterClass.replaceAll(" ", "")}]|[^\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]`, "gu");

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
