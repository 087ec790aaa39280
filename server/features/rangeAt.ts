import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { ManifestObject, Range } from "../../shared/manifest/model.ts";
import type { SchemaType } from "../../shared/schema/model.ts";

/** What an answer about a place in the text is about: the key, the value where it stands on one line, else the value's first line. */
export function rangeAt(
  object: ManifestObject,
  type: SchemaType,
  at: { readonly path: FieldPath; readonly ordinal: number; readonly part: "key" | "value" | "item" },
  text: string,
): Range {
  const place = locate(object, at.path, type).find((location) => location.ordinal === at.ordinal);
  if (place === undefined) return { start: object.range.start, end: object.range.start };
  const { key, value } = place;
  const end = text.slice(value.start, value.end).search(/[\r\n]/);
  if (key !== undefined && (at.part === "key" || end >= 0)) return key;
  return end < 0 ? value : { start: value.start, end: value.start + end };
}
