/**
 * JSON as Go's standard encoder prints it, which is how the API server writes the last-applied annotation.
 * Invariant: differs from `printJson` with `html` only in `1e-7` (there `1e-07`) and in the short escapes of backspace and form feed.
 * Counterpart in Go: encoding/json.
 */
import { compareNames } from "../fieldpath/compare.ts";
import type { Value } from "../fieldpath/value.ts";

/** Compact text, keys in bytewise order. */
export function printStandardJson(value: Value): string {
  if (value instanceof Map) {
    const entries = [...value].sort(([a], [b]) => compareNames(a, b));
    return `{${entries.map(([key, item]) => `${printString(key)}:${printStandardJson(item)}`).join(",")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(printStandardJson).join(",")}]`;
  if (typeof value === "string") return printString(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

function printString(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
