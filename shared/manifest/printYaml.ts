/**
 * A value as YAML text that kubectl reads back as the same value.
 * Invariant: a string stands plain only where no YAML version takes it for anything else; else it is quoted as in JSON, or a block.
 */
import { printJson, printJsonString } from "../fieldpath/json.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";

/** The value behind `key:`, with the space or line break before it; `indent` is that of the key. */
export function printBehindKey(value: Value, indent: number, newline: string): string {
  const pad = " ".repeat(indent + 2);
  if (isMap(value) && value.size > 0) return `${newline}${printEntries(value, indent + 2, newline)}`;
  if (isList(value) && value.length > 0) {
    return `${newline}${value.map((item) => `${pad}- ${printItem(item, indent + 2, newline)}`).join(newline)}`;
  }
  if (typeof value === "string" && isBlock(value)) {
    const lines = value.replace(/\n$/, "").split("\n");
    return ` ${value.endsWith("\n") ? "|" : "|-"}${newline}${lines.map((line) => (line === "" ? "" : pad + line)).join(newline)}`;
  }
  return ` ${printFlow(value)}`;
}

/** What stands behind the dash of a list item; `indent` is that of the dash. */
export function printItem(value: Value, indent: number, newline: string): string {
  return isMap(value) && value.size > 0 ? printEntries(value, indent + 2, newline).trimStart() : printFlow(value);
}

/** Whether the text is JSON, or may as well be: then all that is written into it is. */
export function isJsonText(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}

/** On one line. */
export function printFlow(value: Value): string {
  return typeof value === "string" ? printKey(value) : printJson(value);
}

/** A string on one line. */
export function printKey(text: string): string {
  const plain = /^[A-Za-z][\w./-]*(:[\w./-]+)*$/.test(text) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(text);
  return plain ? text : printJsonString(text, false);
}

function printEntries(map: ReadonlyMap<string, Value>, indent: number, newline: string): string {
  const pad = " ".repeat(indent);
  return [...map].map(([key, value]) => `${pad}${printKey(key)}:${printBehindKey(value, indent, newline)}`).join(newline);
}

/** Several lines of plain characters, which a block keeps as they are. */
function isBlock(text: string): boolean {
  return /\n./.test(text) && !/^\s|\n\n$|[^\n -~\u00a0-\ud7ff]/.test(text);
}
