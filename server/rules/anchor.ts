/**
 * Where the squiggle of a finding goes: the field's key; for a list item its first line; for an absent field the key of the nearest ancestor
 * that the text has. A value that comes from an anchor is marked where it is used, and the anchor is named as related.
 */
import { type FieldPath, fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { FieldLocation, Range } from "../../shared/manifest/model.ts";
import type { Finding } from "../../shared/ownership/finding.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { standsAtAnchor } from "../../shared/ownership/words/conflicts.ts";
import type { Found } from "./rule.ts";

/** The place of a finding in its document. */
export function anchor(snapshot: Snapshot, found: Found): Pick<Finding, "range" | "ordinal" | "related"> {
  const { document, object } = snapshot;
  if (found.range !== undefined) return { range: found.range, ordinal: found.ordinal ?? 0, related: [] };
  const place = written(snapshot, found.path, found.ordinal) ?? placeOf(snapshot, found.path);
  const related = (found.related ?? []).flatMap(({ path, ordinal, message }) => {
    const location = written(snapshot, path, ordinal) ?? effective(snapshot, path);
    return location === undefined ? [] : [{ message, range: shown(document.text, location) }];
  });
  if (place === undefined) return { range: firstLine(document.text, object.range), ordinal: 0, related };
  if (place.anchor !== undefined) {
    related.unshift({ message: standsAtAnchor, range: firstLine(document.text, place.anchor) });
  }
  return { range: shown(document.text, place), ordinal: place.ordinal, related };
}

/** The place that the rule means. */
function written({ object, kind }: Snapshot, path: FieldPath, ordinal: number | undefined): FieldLocation | undefined {
  return ordinal === undefined ? undefined : locate(object, path, kind.type).find((location) => location.ordinal === ordinal);
}

/** The field itself, or its nearest ancestor in the text. */
function placeOf(snapshot: Snapshot, path: FieldPath): FieldLocation | undefined {
  for (let length = path.length; length > 0; length--) {
    const place = effective(snapshot, path.slice(0, length));
    if (place !== undefined) return place;
  }
  return undefined;
}

/** What of a Secret is not in data may stand in stringData. */
function effective({ object, kind }: Snapshot, path: FieldPath): FieldLocation | undefined {
  const found = locate(object, path, kind.type).find((location) => location.effective);
  const [data, ...rest] = path;
  if (found !== undefined || object.kind !== "Secret" || data?.kind !== "field" || data.name !== "data") return found;
  return locate(object, [...fieldPath("stringData"), ...rest], kind.type).find((location) => location.effective);
}

function shown(text: string, { key, value }: FieldLocation): Range {
  return key ?? firstLine(text, value);
}

function firstLine(text: string, { start, end }: Range): Range {
  const lineEnd = text.slice(start, end).search(/[\r\n]/);
  return { start, end: lineEnd < 0 ? end : start + lineEnd };
}
