/**
 * Makes a written list hold other items.
 * Invariant: an item that stays keeps its text, with the comments above, behind and below it, wherever it goes; what is new is printed.
 */
import { printJson } from "../fieldpath/json.ts";
import type { Value, ValueList } from "../fieldpath/value.ts";
import type { Entry, ListNode } from "../yaml/node.ts";
import type { TextEdit } from "./model.ts";
import { isJsonText, printFlow, printItem } from "./printYaml.ts";
import { endWithComments } from "./removalEdits.ts";

/** The edit for a list whose text nobody else uses; undefined where it cannot be done item by item. */
export function rewriteList(text: string, list: ListNode, items: ValueList): TextEdit | undefined {
  if (list.anchor !== undefined || list.tag !== undefined || list.entries.length === 0 || items.length === 0) return undefined;
  return list.flow ? inBrackets(text, list, items) : onLines(text, list, items);
}

function inBrackets(text: string, list: ListNode, items: ValueList): TextEdit | undefined {
  const [first, second] = list.entries;
  const last = list.entries.at(-1);
  if (first === undefined || last === undefined || /(^|\s)#/.test(text.slice(list.start, list.end))) return undefined;
  const between = second === undefined ? ", " : text.slice(first.value.end, second.start);
  const textOf = (entry: Entry): string => text.slice(entry.start, entry.value.end);
  const newText = arranged(list, items, textOf, isJsonText(text) ? printJson : printFlow).join(/^\s*,\s*$/.test(between) ? between : ", ");
  return { range: { start: first.start, end: last.value.end }, newText };
}

/** Each item has its lines to itself. */
function onLines(text: string, list: ListNode, items: ValueList): TextEdit | undefined {
  const start = text.lastIndexOf("\n", (list.entries[0]?.start ?? 0) - 1) + 1;
  const indent = (list.entries[0]?.start ?? 0) - start;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (text.slice(start, start + indent).trim() !== "") return undefined;
  const texts = new Map<Entry, string>();
  let end = start;
  for (const entry of list.entries) {
    const own = endWithComments(text, entry, indent);
    texts.set(entry, text.slice(end, own).replace(/\r?\n$/, ""));
    end = own;
  }
  const printed = (item: Value): string => `${" ".repeat(indent)}- ${printItem(item, indent, newline)}`;
  const lines = arranged(list, items, (entry) => texts.get(entry) ?? "", printed).join(newline);
  return { range: { start, end }, newText: text.slice(start, end).endsWith("\n") ? `${lines}${newline}` : lines };
}

/** The texts of the items in their new order, each written one used once. */
function arranged(list: ListNode, items: ValueList, textOf: (entry: Entry) => string, printed: (item: Value) => string): readonly string[] {
  const left = new Map<string, Entry[]>();
  for (const [at, entry] of list.entries.entries()) {
    const text = printJson(list.value?.[at] ?? null);
    const alike = left.get(text);
    if (alike === undefined) left.set(text, [entry]);
    else alike.push(entry);
  }
  return items.map((item) => {
    const found = left.get(printJson(item))?.shift();
    return found === undefined ? printed(item) : textOf(found);
  });
}
