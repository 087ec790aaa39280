/**
 * Where values of Secrets stand in a file's text, so that no code frame shows them: everything in `data` and `stringData` but the keys
 * (comments too: they keep old values), the last-applied annotation, the anchors that aliases there lead to, and what follows the object
 * in its document. A Secret that could not be read as one is hidden as a whole.
 */
import { type FieldPath, fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { isMap, valueAt } from "../../shared/fieldpath/value.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { FieldLocation, Range } from "../../shared/manifest/model.ts";
import { lastAppliedAnnotation } from "../../shared/ownership/deployers.ts";
import type { PlacedSnapshot, SkippedDocument } from "../session/model.ts";

const longestComment = 10_000;

/** The ranges to hide, in offsets of the file. */
export function secretValues(snapshots: readonly PlacedSnapshot[], skipped: readonly SkippedDocument[], text: string): Range[] {
  return [
    ...snapshots.filter(({ snapshot }) => snapshot.object.kind === "Secret").flatMap(valuesOf),
    ...skipped.map(({ range }) => range).filter(({ start, end }) => /\bSecret\b/.test(text.slice(start, end))),
  ];
}

function valuesOf({ snapshot: { document, object, kind }, start }: PlacedSnapshot): Range[] {
  const placesOf = (path: FieldPath): readonly FieldLocation[] => locate(object, path, kind.type);
  const hidden = [
    ...placesOf(fieldPath("metadata", "annotations", lastAppliedAnnotation)).flatMap(valueAndAnchor),
    ...["data", "stringData"].flatMap((name) => {
      const map = valueAt(object.value, name);
      const keys = isMap(map) ? [...map.keys()].flatMap((key) => placesOf(fieldPath(name, key))) : [];
      const shown = keys.flatMap(({ key }) => key ?? []);
      return [
        ...placesOf(fieldPath(name))
          .flatMap(valueAndAnchor)
          .flatMap((range) => without(range, shown)),
        ...keys.flatMap(valueAndAnchor),
      ];
    }),
  ];
  const last = document.objects.at(-1) === object ? [{ start: object.range.end, end: document.text.length }] : [];
  return [...hidden.map((range) => withComment(document.text, range)), ...last].map((range) => ({
    start: range.start + start,
    end: range.end + start,
  }));
}

/** The range with the comment behind it. */
function withComment(text: string, { start, end }: Range): Range {
  return { start, end: end + (/^[ \t]*#.*/.exec(text.slice(end, end + longestComment))?.[0].length ?? 0) };
}

function valueAndAnchor({ value, anchor }: FieldLocation): Range[] {
  return anchor === undefined ? [value] : [value, anchor];
}

/** What is left of a range between the keys, each with its colon. */
function without(range: Range, keys: readonly Range[]): Range[] {
  const inside = keys.filter(({ start, end }) => range.start <= start && end <= range.end).toSorted((a, b) => a.start - b.start);
  const rest: Range[] = [];
  let from = range.start;
  for (const { start, end } of inside) {
    rest.push({ start: from, end: start });
    from = end + 1;
  }
  return [...rest, { start: from, end: range.end }];
}
