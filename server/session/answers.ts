/** The questions that an open file answers: plain lookups in what the analysis found, with places in the file. */
import type { Range } from "../../shared/manifest/model.ts";
import { decodeLive } from "../../shared/ownership/decodeLive.ts";
import { predict } from "../../shared/ownership/predict.ts";
import { fixesAll } from "../../shared/ownership/words/fixes.ts";
import * as skipped from "../../shared/ownership/words/skipped.ts";
import { type Hover, hover, hoverLive } from "../features/hover.ts";
import { escaped } from "../features/markdown.ts";
import type { FixTarget, Offer } from "../fixes/fix.ts";
import { fixAll } from "../fixes/fixAll.ts";
import { offersFor } from "../fixes/fixes.ts";
import type { Analysis } from "./analysis.ts";
import type { PlacedObject } from "./appliers.ts";
import type { ObjectReport, PlacedFinding, PlacedFix, PlacedHover, PlacedSnapshot } from "./model.ts";
import { type OpenFile, type Part, partAt } from "./openFile.ts";
import { findingsIn, indexed, moved, placedFix, touches } from "./placing.ts";
import { isCompared, isLiveObject } from "./readings.ts";
import { roleReason } from "./skipping.ts";
import { type SnapshotSources, unnamedSnapshotOf } from "./snapshots.ts";

export function findingsOf(file: OpenFile): readonly PlacedFinding[] {
  return file.parts.flatMap((part, index) => findingsIn(part, index));
}

export function reportsOf(analysis: Analysis, file: OpenFile): readonly ObjectReport[] {
  return placedObjects(analysis, file).flatMap((object) => {
    const snapshot = analysis.snapshot(object);
    if (snapshot === undefined) return [];
    const { part, item, summary } = object;
    const verdict = part.analysis?.verdicts[item];
    const serverMessage = verdict === undefined ? undefined : predict(snapshot).serverMessage;
    const { as, live, kind } = snapshot;
    const range = moved(summary.range, part.start);
    return [{ object: summary.key, range, as, live, schemaSource: kind.schemaSource, verdict, serverMessage }];
  });
}

export function snapshotsIn(analysis: Analysis, file: OpenFile): readonly PlacedSnapshot[] {
  return placedObjects(analysis, file).flatMap((object) => {
    const snapshot = analysis.snapshot(object);
    return snapshot === undefined ? [] : [{ snapshot, start: object.part.start }];
  });
}

/** The object at an offset; in a document that holds but one, anywhere in the document. */
export function objectAt(analysis: Analysis, file: OpenFile, offset: number): PlacedObject | undefined {
  const part = partAt(file, offset);
  if (part === undefined) return undefined;
  const objects = analysis.objects(file, part);
  const within = offset - part.start;
  return (
    objects.find(({ summary: { range } }) => range.start <= within && within <= range.end) ??
    (objects.length === 1 ? objects[0] : undefined)
  );
}

export function hoverOf(analysis: Analysis, sources: SnapshotSources, object: PlacedObject, offset: number): PlacedHover | undefined {
  const { file, part, item, summary } = object;
  const within = offset - part.start;
  if (isCompared(summary, file.role)) {
    const snapshot = analysis.snapshot(object);
    const placed = placedHover(part, snapshot && hover(snapshot, within));
    if (placed?.range === undefined) return placed;
    const fixes = fixesOf(analysis, sources, file, placed.range).filter(({ copies }) => copies === undefined);
    return { ...placed, fixes: fixes.map(({ id, title }) => ({ id, title })) };
  }
  const document = sources.readings.document(part);
  const own = document.objects[item];
  if (own === undefined) return undefined;
  if (isLiveObject(summary, file.role)) {
    const common = { document, object: own, kind: sources.kinds.info(file.target, own.apiVersion, own.kind), now: sources.now() };
    return placedHover(part, hoverLive(common, decodeLive(own.value), within));
  }
  const reason = roleReason(file.role) ?? summary.nameless;
  return reason === undefined ? undefined : { markdown: skipped.notCompared(escaped(reason)), range: undefined, actions: [], fixes: [] };
}

/** The fixes of the findings in a range, each once. */
export function fixesOf(analysis: Analysis, sources: SnapshotSources, file: OpenFile, range: Range): readonly PlacedFix[] {
  const fixes = new Map<string, PlacedFix>();
  for (const [index, part] of file.parts.entries()) {
    if (!touches({ start: part.start, end: part.start + part.text.length }, range)) continue;
    const found = findingsIn(part, index);
    const among = indexed(found);
    const seen = new Set<Offer>();
    const asked = found.filter((finding) => touches(finding.range, range)).slice(0, mostAsked);
    for (const target of asked.length === 0 ? [] : targetsOf(analysis, sources, file, part, asked)) {
      for (const offer of offersFor(target)) {
        if (seen.has(offer)) continue;
        seen.add(offer);
        const fix = placedFix(file, part, offer, among);
        fixes.set(JSON.stringify([fix.title, fix.edits]), fix);
      }
    }
  }
  return [...fixes.values()];
}

/** Nobody reads the fixes of more findings in one menu. */
const mostAsked = 50;

/** All that is safe to fix in a file, as one; undefined where there is nothing. */
export function fixAllOf(analysis: Analysis, sources: SnapshotSources, file: OpenFile): PlacedFix | undefined {
  const placed = file.parts.flatMap((part, index) => {
    const found = findingsIn(part, index);
    const fixed = found.length === 0 ? undefined : fixAll(targetsOf(analysis, sources, file, part, found));
    return fixed === undefined ? [] : [placedFix(file, part, { ...fixed, id: "fix-all", title: "", preferred: true }, indexed(found))];
  });
  const [first] = placed;
  const findings = placed.flatMap((fix) => fix.findings);
  const title = fixesAll(findings.length);
  return first && { ...first, title, findings, edits: placed.flatMap(({ edits }) => edits) };
}

function targetsOf(
  analysis: Analysis,
  sources: SnapshotSources,
  file: OpenFile,
  part: Part,
  found: readonly PlacedFinding[],
): readonly FixTarget[] {
  const all = analysis.objects(file, part).map((object) => analysis.snapshot(object) ?? unnamedSnapshotOf(sources, object));
  const document = all.filter((snapshot) => snapshot !== undefined);
  return found.flatMap(({ code, path, ordinal, item }) => {
    const snapshot = all[item];
    return snapshot === undefined ? [] : [{ code, path, ordinal, snapshot, document }];
  });
}

function placedObjects(analysis: Analysis, file: OpenFile): readonly PlacedObject[] {
  return file.parts.flatMap((part) => analysis.objects(file, part));
}

function placedHover(part: Part, found: Hover | undefined): PlacedHover | undefined {
  return found && { ...found, range: moved(found.range, part.start), fixes: [] };
}
