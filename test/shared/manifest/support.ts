import type { ManifestObject, TextEdit } from "../../../shared/manifest/model.ts";
import { parseDocument } from "../../../shared/manifest/parseDocument.ts";
import { bundledKind } from "../../../shared/schema/bundled.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";

/** The first object of a text that must parse. */
export function objectIn(text: string): ManifestObject {
  const { objects, kind, problems } = parseDocument(text);
  const [object] = objects;
  if (object === undefined) throw new Error(`${kind}: ${problems.map((problem) => problem.message).join("; ")}\n${text}`);
  return object;
}

export function bundledType(apiVersion: string, kind: string): SchemaType {
  const known = bundledKind(apiVersion, kind);
  if (known === undefined) throw new Error(`no bundled schema of ${apiVersion} ${kind}`);
  return known.type;
}

/** A text after edits, which must come in order and without overlaps. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { range, newText } of edits) {
    if (range.start < at) throw new Error("edits overlap or are out of order");
    result += text.slice(at, range.start) + newText;
    at = range.end;
  }
  return result + text.slice(at);
}
