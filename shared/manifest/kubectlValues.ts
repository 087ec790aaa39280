/**
 * A whole file's text → the objects that kubectl would send, or the first reason why it refuses the file.
 * Counterpart in Go: cli-runtime's StreamVisitor and FlattenListVisitor.
 */
import { printPath } from "../fieldpath/printPath.ts";
import { stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { evaluate } from "../yaml/evaluate.ts";
import { YamlError, type YamlNode } from "../yaml/node.ts";
import { looksLikeJson } from "../yaml/parseJson.ts";
import { readJsonStream, readText, separatorLine } from "./documentValues.ts";
import { metadataProblem } from "./objectMeta.ts";
import { splitDocuments } from "./splitDocuments.ts";

export interface KubectlDocuments {
  /** Lists flattened, empty documents left out; where there is an error, what can be read all the same. */
  readonly documents: Value[];
  readonly error?: string;
}

/** What kubectl reads from a file. */
export function documentsAsKubectl(text: string): KubectlDocuments {
  const documents: Value[] = [];
  const errors: string[] = [];
  const add = (root: YamlNode): void => {
    try {
      const { value } = evaluate(root);
      if (value === null) return;
      const { objects, error } = objectsOf(value);
      for (const object of objects) documents.push(object);
      if (error !== undefined) errors.push(error);
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      errors.push(error.message);
    }
  };
  for (const part of partsOf(text)) {
    for (const root of part.roots) add(root);
    if (part.error !== undefined) errors.push(part.error.message);
  }
  const [error] = errors;
  return error === undefined ? { documents } : { documents, error };
}

/** The objects of one document: itself, or the items of a list, which take kind and apiVersion from a typed list. */
export function objectsOf(value: Value): { readonly objects: readonly Value[]; readonly error?: string } {
  if (!(value instanceof Map)) return { objects: [], error: "a document must be a map with apiVersion and kind" };
  const kind = stringAt(value, "kind") ?? "";
  const apiVersion = stringAt(value, "apiVersion") ?? "";
  const wrong = metadataProblem(value);
  const refusal =
    wrong !== undefined
      ? `${printPath(wrong.path)} must be ${wrong.wanted}`
      : kind === ""
        ? "kind is missing"
        : apiVersion.split("/").length > 2
          ? "apiVersion is no group/version"
          : undefined;
  const items = valueAt(value, "items");
  if (items === undefined) return refusal === undefined ? { objects: [value] } : { objects: [value], error: refusal };
  const objects: Value[] = [];
  let error = refusal;
  if (items !== null && !Array.isArray(items)) return { objects, error: error ?? "items must be a list" };
  for (const item of (items ?? []) as readonly Value[]) {
    const object = itemOf(item, kind.replace(/List$/, ""), apiVersion);
    if (object === undefined) error ??= "an item of a list must be a map with apiVersion and kind, and no list itself";
    else objects.push(object);
  }
  return error === undefined ? { objects } : { objects, error };
}

/** An item of a list with what it takes from the list; undefined where it is no object. */
export function itemOf(item: Value, kind: string, apiVersion: string): Value | undefined {
  if (item !== null && !(item instanceof Map)) return undefined;
  const itemKind = stringAt(item, "kind") ?? "";
  const itemVersion = stringAt(item, "apiVersion") ?? "";
  if (Array.isArray(valueAt(item, "items"))) return undefined;
  if (itemKind !== "" && itemVersion !== "") return item;
  if (itemKind !== "" || itemVersion !== "" || kind === "" || apiVersion === "") return undefined;
  return new Map([...(item ?? []), ["kind", kind], ["apiVersion", apiVersion]]);
}

interface Part {
  readonly roots: readonly YamlNode[];
  readonly error: YamlError | undefined;
}

/**
 * A text that starts as JSON is read as a stream of JSON values. If the first or second value is none, the rest is YAML; after two
 * values there is no way back.
 */
function* partsOf(text: string): Generator<Part, void, undefined> {
  let rest = text;
  if (looksLikeJson(text)) {
    const json = readJsonStream(text);
    if (json.roots.length > 1 || json.error === undefined) return yield json;
    if (json.roots.length === 1) yield { roots: json.roots, error: undefined };
    rest = text.slice(json.end).replace(/^(?:[^\S\n\ufeff]|\x85)*\n?/, "");
  }
  // A separator ends the document before it; where there is none, kubectl leaves the line in the text.
  let pending = false;
  for (const { text: document } of splitDocuments(rest)) {
    const keeps: boolean = document.startsWith("---") && !pending;
    pending = keeps || document.length > separatorLine(document).end;
    yield readText(document, keeps);
  }
}
