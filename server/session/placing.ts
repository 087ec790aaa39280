/** From offsets within a document to offsets within its file. */
import { printPath } from "../../shared/fieldpath/printPath.ts";
import type { Range } from "../../shared/manifest/model.ts";
import type { Offer } from "../fixes/fix.ts";
import type { PlacedFinding, PlacedFix, PlacedNote } from "./model.ts";
import type { OpenFile, Part } from "./openFile.ts";
import type { Place } from "./twins.ts";

/** The findings of an analysed document. */
export function findingsIn(part: Part, index: number): readonly PlacedFinding[] {
  return (part.analysis?.findings ?? []).flatMap(({ finding, item, elsewhere = [] }) => {
    const object = part.summary?.objects[item]?.key;
    if (object === undefined) return [];
    const related: PlacedNote[] = finding.related.map(({ message, range }) => ({ message, range: moved(range, part.start) }));
    for (const { place, message, uri } of elsewhere) related.push({ message, range: firstLine(place), ...(uri !== undefined && { uri }) });
    return [{ ...finding, object, document: index, item, range: moved(finding.range, part.start), related }];
  });
}

/** The first line of an object, wherever its document is by now. */
function firstLine({ part, item }: Place): Range {
  const start = part.summary?.objects[item]?.range.start ?? 0;
  const length = part.text.slice(start).search(/\r?\n|$/);
  return moved({ start, end: start + length }, part.start);
}

/** The findings of a document by what a fix says of them. */
export function indexed(findings: readonly PlacedFinding[]): ReadonlyMap<string, PlacedFinding> {
  return new Map(findings.map((finding) => [keyOf(finding), finding]));
}

/** A fix with its place in the file; `among`: the document's findings. */
export function placedFix(file: OpenFile, part: Part, offer: Offer, among: ReadonlyMap<string, PlacedFinding>): PlacedFix {
  const findings = offer.resolves.flatMap(
    ({ snapshot, code, path }) => among.get(keyOf({ item: snapshot.document.objects.indexOf(snapshot.object), code, path })) ?? [],
  );
  return {
    id: offer.id,
    title: offer.title,
    preferred: offer.preferred,
    findings,
    edits: offer.edits.map(({ range, newText }) => ({ range: moved(range, part.start), newText })),
    ...(offer.copies !== undefined && { copies: offer.copies }),
    version: file.version,
  };
}

function keyOf({ item, code, path }: Pick<PlacedFinding, "item" | "code" | "path">): string {
  return `${item} ${code} ${printPath(path)}`;
}

export function moved({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}

export function touches(a: Range, b: Range): boolean {
  return a.start <= b.end && b.start <= a.end;
}
