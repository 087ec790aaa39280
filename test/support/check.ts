/** Fixture in, verdict out. Exact both ways: what is missing fails, and so does what was not expected. */
import { expect } from "vitest";
import { hover, hoverLive } from "../../server/features/hover.ts";
import type { Offer } from "../../server/fixes/fix.ts";
import { fixAll } from "../../server/fixes/fixAll.ts";
import { offersFor } from "../../server/fixes/fixes.ts";
import { check } from "../../server/rules/rules.ts";
import { lineIndex } from "../../shared/manifest/lineIndex.ts";
import type { TextEdit } from "../../shared/manifest/model.ts";
import type { Finding } from "../../shared/ownership/finding.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { type Fixture, filledIn, readFixture } from "./fixture.ts";

/** The findings of the fixture's manifest are those that its marks say. */
export function checkDiagnostics(source: string): void {
  const fixture = readFixture(source);
  const lines = lineIndex(fixture.text);
  const found = findingsOf(fixture).map(({ finding, offers }) => {
    const start = lines.positionAt(finding.range.start);
    const wanted = fixture.expected.find(
      ({ line, column, code }) => line === start.line && column === start.column && code === finding.code,
    );
    return {
      line: start.line,
      column: start.column,
      length: finding.range.end - finding.range.start,
      severity: finding.severity,
      code: finding.code,
      fixable: offers.length > 0,
      words: wanted !== undefined && finding.message.includes(wanted.words) ? wanted.words : finding.message,
    };
  });
  expect(found).toEqual(fixture.expected);
}

/** The hover at `$0` has these lines, and none else. */
export function checkHover(source: string, ...lines: readonly string[]): void {
  const { snapshots, cursor } = readFixture(source);
  const [snapshot] = snapshots;
  const answer = snapshot && cursor !== undefined ? hover(snapshot, cursor) : undefined;
  expect(answer?.markdown.split("  \n") ?? []).toEqual(lines);
}

/** The hover at `$0` of a manifest section that is itself the live object. */
export function checkLiveHover(source: string, ...lines: readonly string[]): void {
  const { snapshots, cursor } = readFixture(source);
  const [snapshot] = snapshots;
  if (snapshot?.live.state !== "live") throw new Error("the fixture has no live object");
  expect((cursor === undefined ? undefined : hoverLive(snapshot, snapshot.live.live, cursor))?.markdown.split("  \n") ?? []).toEqual(lines);
}

/** The fix of this title, for the finding at `$0` or the only one, turns the manifest into `after`. */
export function checkFix(source: string, title: string, after: string): void {
  const fixture = readFixture(source);
  const offer = offersAt(fixture).find((candidate) => candidate.title === title);
  expect(offer, `offered: ${offersAt(fixture).map((candidate) => candidate.title)}`).toBeDefined();
  expect(applied(fixture.text, offer?.edits ?? [])).toBe(filledIn(after));
}

/** The commands that can be copied for the finding at `$0` or the only one, by the ids of their fixes. */
export function commandsOf(source: string): Readonly<Record<string, string>> {
  const offers = offersAt(readFixture(source)).filter(({ copies }) => copies !== undefined);
  return Object.fromEntries(offers.map(({ id, copies = "" }) => [id, copies]));
}

/** "Fix all that is safe" turns the manifest into `after`; undefined where there is nothing that is. */
export function checkFixAll(source: string, after: string | undefined): void {
  const { snapshots, text } = readFixture(source);
  const targets = snapshots.flatMap((snapshot) => check(snapshot).map((finding) => ({ ...finding, snapshot, document: snapshots })));
  const all = fixAll(targets);
  expect(all && applied(text, all.edits)).toBe(after === undefined ? undefined : filledIn(after));
}

/** The titles of the fixes for the finding at `$0` or the only one, the preferred one with a star. */
export function fixTitles(source: string): string[] {
  return offersAt(readFixture(source)).map((offer) => (offer.preferred ? `★ ${offer.title}` : offer.title));
}

/** The text after the edits. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.range.start - a.range.start)
    .reduce((result, { range, newText }) => result.slice(0, range.start) + newText + result.slice(range.end), text);
}

function findingsOf({ snapshots }: Fixture): { snapshot: Snapshot; finding: Finding; offers: readonly Offer[] }[] {
  return snapshots.flatMap((snapshot) =>
    check(snapshot).map((finding) => ({ snapshot, finding, offers: offersFor({ ...finding, snapshot, document: snapshots }) })),
  );
}

function offersAt(fixture: Fixture): readonly Offer[] {
  const lines = lineIndex(fixture.text);
  const { cursor } = fixture;
  const found = findingsOf(fixture).filter(
    ({ finding }) => cursor === undefined || lines.positionAt(finding.range.start).line === lines.positionAt(cursor).line,
  );
  expect(found.length).toBe(1);
  return found[0]?.offers ?? [];
}
