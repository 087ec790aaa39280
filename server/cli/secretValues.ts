/**
 * Where values of Secrets stand in a file's text, so that no code frame shows them: everything under `data`, `stringData` and the
 * last-applied annotation, with the anchors that aliases there lead to. A document that does not parse and speaks of a Secret is
 * hidden as a whole.
 */
import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { Range } from "../../shared/manifest/model.ts";
import { lastAppliedAnnotation } from "../../shared/ownership/deployers.ts";
import type { PlacedSnapshot, SkippedDocument } from "../session/model.ts";

/** The ranges to hide, in offsets of the file. */
export function secretValues(snapshots: readonly PlacedSnapshot[], skipped: readonly SkippedDocument[], text: string): Range[] {
  return [
    ...snapshots.filter(({ snapshot }) => snapshot.object.kind === "Secret").flatMap(valuesOf),
    ...skipped.map(({ range }) => range).filter(({ start, end }) => /\bSecret\b/.test(text.slice(start, end))),
  ];
}

function valuesOf({ snapshot, start }: PlacedSnapshot): Range[] {
  const places = hiddenPaths.flatMap((path) => locate(snapshot.object, path, snapshot.kind.type));
  return places
    .flatMap(({ value, anchor }) => (anchor === undefined ? [value] : [value, anchor]))
    .map((range) => ({ start: range.start + start, end: range.end + start }));
}

const hiddenPaths = [["data"], ["stringData"], ["metadata", "annotations", lastAppliedAnnotation]].map(
  (names): FieldPath => names.map((name) => ({ kind: "field", name })),
);
