/**
 * Writes values into a manifest's text, in place of a scalar or a list, or as new keys and items at the end of their map or list.
 * Invariants: the result is read again, and offered only if it says these values; text that an anchor shares is never touched; a hidden value of a
 * Secret is never written.
 */
import { equalValues } from "../fieldpath/compare.ts";
import { printJson, printJsonString } from "../fieldpath/json.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { fieldType } from "../schema/resolve.ts";
import { valueAtPath } from "../typed/atPath.ts";
import type { CollectionNode, Entry, YamlNode } from "../yaml/node.ts";
import { itemsAt, itemType, type Written, writesOf } from "./fieldTree.ts";
import { locate } from "./locate.ts";
import type { ManifestObject, TextEdit } from "./model.ts";
import { parseDocument } from "./parseDocument.ts";
import { isJsonText, printBehindKey, printFlow, printItem, printKey } from "./printYaml.ts";
import { rewriteList } from "./rewriteList.ts";
import { scalarAt } from "./scalarAt.ts";

/** What to write where. */
export interface Writing {
  readonly path: FieldPath;
  readonly value: Value;
  /** Where it is to be read afterwards, if elsewhere: a merge key names its own item. */
  readonly readAt?: FieldPath;
}

/** The edits that write the values; undefined where the text does not let them be written one by one. */
export function writeValues(object: ManifestObject, writings: readonly Writing[], type: SchemaType): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const writing of writings) {
    const edit = editFor(object, writing, type);
    if (edit === undefined) return undefined;
    const same = edits.findIndex(({ range }) => range.start === edit.range.start && range.end === edit.range.end);
    const before = edits[same];
    if (before === undefined) edits.push(edit);
    else edits[same] = { ...before, newText: before.newText + edit.newText };
  }
  return says(object, writings, edits, type) ? edits : undefined;
}

function editFor(object: ManifestObject, { path, value }: Writing, type: SchemaType): TextEdit | undefined {
  const written = scalarAt(object, path, type);
  if (written !== undefined) {
    const { node, shared } = written;
    if (shared || isMap(value) || isList(value) || node.style === "absent" || node.style === "literal" || node.style === "folded")
      return undefined;
    const newText = isJsonText(object.source.text) ? printJson(value) : printLike(node.style, value);
    return { range: { start: node.start, end: node.end }, newText };
  }
  // A map that is written already cannot be written again beside itself.
  if (locate(object, path, type).length > 0) {
    const own = isList(value) ? collectionAt(object, path, type) : undefined;
    return own?.kind === "list" && isList(value) ? rewriteList(object.source.text, own, value) : undefined;
  }
  const parent = collectionAt(object, path.slice(0, -1), type);
  return parent === undefined ? undefined : insertion(object.source.text, parent, path, value);
}

/** A text that was in quotes stays in such quotes, as far as they can hold it. */
function printLike(style: string, value: Value): string {
  if (typeof value !== "string" || style === "plain") return printFlow(value);
  return style === "single" && /^[\x20-\x7e]*$/.test(value) ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
}

/** The map or list at a path, undefined where there is none or the text is shared. */
function collectionAt({ source }: ManifestObject, path: FieldPath, type: SchemaType): CollectionNode | undefined {
  let node: YamlNode = source.root;
  let at: SchemaType | undefined = type;
  for (const element of path) {
    if (node.kind === "alias" || node.kind === "scalar" || node.uses.length > 0) return undefined;
    const write: Written | undefined =
      node.kind === "map" && element.kind === "field" ? writesOf(node, element.name).find(({ effective }) => effective) : undefined;
    const entry: Entry | undefined = node.kind === "list" ? itemsAt(node, element, at)[0] : write?.entry;
    if (entry === undefined || write?.merge !== undefined) return undefined;
    node = entry.value;
    at = at === undefined ? undefined : element.kind === "field" ? fieldType(at, element.name) : itemType(at);
  }
  return node.kind === "alias" || node.kind === "scalar" || node.uses.length > 0 ? undefined : node;
}

/** A new last entry. */
function insertion(text: string, parent: CollectionNode, path: FieldPath, value: Value): TextEdit | undefined {
  const last = path.at(-1);
  const [first] = parent.entries;
  const previous = parent.entries.at(-1);
  if (last === undefined || first === undefined || previous === undefined || (parent.kind === "map") !== (last.kind === "field"))
    return undefined;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (parent.flow) {
    const json = isJsonText(text);
    const at = previous.comma === undefined ? previous.value.end : previous.comma;
    const line = text.slice(text.lastIndexOf("\n", previous.start - 1) + 1, previous.start);
    const key = last.kind === "field" ? `${json ? printJsonString(last.name, false) : printKey(last.name)}: ` : "";
    const before = line.trim() === "" ? `,${newline}${line}` : ", ";
    return { range: { start: at, end: at }, newText: `${before}${key}${json ? printJson(value) : printFlow(value)}` };
  }
  const key = last.kind === "field" ? `${printKey(last.name)}:` : "";
  const indent = first.start - (text.lastIndexOf("\n", first.start - 1) + 1);
  const lineEnd = text.slice(previous.value.end).search(/\r?\n|$/) + previous.value.end;
  const content = last.kind === "field" ? `${key}${printBehindKey(value, indent, newline)}` : `- ${printItem(value, indent, newline)}`;
  return { range: { start: lineEnd, end: lineEnd }, newText: `${newline}${" ".repeat(indent)}${content}` };
}

/** Whether the text after the edits says these values. */
export function says(object: ManifestObject, writings: readonly Writing[], edits: readonly TextEdit[], type: SchemaType): boolean {
  let text = object.source.text;
  const fromEnd = [...edits].sort((a, b) => b.range.start - a.range.start || b.range.end - a.range.end);
  for (const { range, newText } of fromEnd) text = text.slice(0, range.start) + newText + text.slice(range.end);
  const after = parseDocument(text).objects.find(
    ({ kind, name, namespace }) => kind === object.kind && name === object.name && namespace === object.namespace,
  );
  if (after === undefined) return false;
  return writings.every(({ path, value, readAt = path }) => {
    const found = valueAtPath(after.value, readAt, type);
    return found !== undefined && equalValues(found, value);
  });
}
