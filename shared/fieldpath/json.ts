/**
 * JSON text in and out, without loss: int64 keeps its digits, `__proto__` is a key, no input throws.
 * Counterpart in Go: structured-merge-diff `value` (FromJSON, ToJSON) with its JSON library's way of printing.
 */
import { compareNames } from "./compare.ts";
import { JsonError, JsonReader, type StringMode } from "./jsonReader.ts";
import type { Value } from "./value.ts";

/** The value of a JSON text, or null and what is wrong with it. `copies` where the value, or a part of it, is kept longer than the text. */
export function parseJson(text: string, strings: StringMode = "slices"): { readonly value: Value; readonly problem?: string } {
  try {
    const reader = new JsonReader(text, "exact", strings);
    const value = reader.value();
    reader.end();
    return { value };
  } catch (error) {
    if (error instanceof JsonError) return { value: null, problem: error.message };
    throw error;
  }
}

/** Compact JSON with keys in bytewise order, as Go prints it. `html` also escapes `<`, `>`, `&`, U+2028 and U+2029. */
export function printJson(value: Value, options: { readonly html?: boolean } = {}): string {
  return print(value, options.html === true);
}

/** A JSON string literal as Go's encoders write it. */
export function printJsonString(text: string, html: boolean): string {
  let escaped = "";
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!needsEscape(code, html)) continue;
    escaped += text.slice(done, i) + escapeOf(code);
    done = i + 1;
  }
  return done === 0 ? `"${text}"` : `"${escaped}${text.slice(done)}"`;
}

/** A float64 as Go's encoders write it: JavaScript's form, but with at least two digits in a negative exponent, and −0. */
export function printJsonNumber(number: number | bigint): string {
  if (typeof number === "bigint") return number.toString();
  if (Object.is(number, -0)) return "-0";
  return String(number).replace(/e-(\d)$/, "e-0$1");
}

function print(value: Value, html: boolean): string {
  switch (typeof value) {
    case "string":
      return printJsonString(value, html);
    case "number":
    case "bigint":
      return printJsonNumber(value);
    case "boolean":
      return value ? "true" : "false";
  }
  if (value === null) return "null";
  if (value instanceof Map) {
    const entries = [...value].sort((a, b) => compareNames(a[0], b[0]));
    return `{${entries.map(([key, item]) => `${printJsonString(key, html)}:${print(item, html)}`).join(",")}}`;
  }
  return `[${(value as readonly Value[]).map((item) => print(item, html)).join(",")}]`;
}

function needsEscape(code: number, html: boolean): boolean {
  if (code < 0x20 || code === 0x22 || code === 0x5c) return true;
  return html && (code === 0x3c || code === 0x3e || code === 0x26 || code === 0x2028 || code === 0x2029);
}

function escapeOf(code: number): string {
  return shortEscapes.get(code) ?? `\\u${code.toString(16).padStart(4, "0")}`;
}

const shortEscapes: ReadonlyMap<number, string> = new Map([
  [0x22, '\\"'],
  [0x5c, "\\\\"],
  [0x0a, "\\n"],
  [0x0d, "\\r"],
  [0x09, "\\t"],
]);
