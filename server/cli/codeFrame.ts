/**
 * The line of a finding with a squiggle under it and its neighbours around it, as a compiler prints it.
 * What stands in a hidden range is never printed: each of its characters becomes a dot, so columns stay right.
 */
import type { LineIndex } from "../../shared/manifest/lineIndex.ts";
import type { Range } from "../../shared/manifest/model.ts";
import { columns, printable } from "./printable.ts";

/** A file's text as frames show it. */
export interface FrameSource {
  readonly lines: LineIndex;
  /** Values of Secrets. */
  readonly hidden: readonly Range[];
}

export interface FrameStyle {
  gutter(text: string): string;
  squiggle(text: string): string;
}

/** Longer lines are cut to this many UTF-16 units, around the squiggle. */
const longest = 120;

/** The frame's lines; a range over several lines is marked on its first. */
export function codeFrame(source: FrameSource, range: Range, style: FrameStyle): string[] {
  const { lines } = source;
  const start = lines.positionAt(range.start);
  const end = lines.positionAt(range.end);
  const first = Math.max(start.line - 1, 0);
  const last = Math.min(start.line + 1, lines.lineCount - 1);
  const numberWidth = String(last + 1).length;
  const gutter = (number: string, marker: string): string => style.gutter(`${marker} ${number.padStart(numberWidth)} |`);

  const frame: string[] = [];
  for (let line = first; line <= last; line++) {
    const text = masked(source, line);
    if (line !== start.line) {
      // An empty neighbour says nothing, above or below.
      if (text.trim() !== "") frame.push(`${gutter(String(line + 1), " ")} ${printable(cut(text, 0, longest))}`);
      continue;
    }
    const to = end.line === start.line ? end.column : text.length;
    const from = text.length <= longest ? 0 : Math.max(0, Math.min(start.column - 40, text.length - longest));
    const before = printable(cut(text, from, start.column));
    const marked = printable(cut(text, start.column, Math.min(to, from + longest)));
    const lead = from > 0 ? "…" : "";
    const trail = from + longest < text.length ? "…" : "";
    frame.push(`${gutter(String(line + 1), ">")} ${lead}${printable(cut(text, from, from + longest))}${trail}`);
    frame.push(`${gutter("", " ")} ${" ".repeat(columns(lead + before))}${style.squiggle("^".repeat(Math.max(columns(marked), 1)))}`);
  }
  return frame;
}

function masked(source: FrameSource, line: number): string {
  const start = source.lines.offsetAt({ line, column: 0 });
  let text = source.lines.lineText(line);
  for (const range of source.hidden) {
    const from = Math.max(range.start - start, 0);
    const to = Math.min(range.end - start, text.length);
    if (from < to) text = text.slice(0, from) + text.slice(from, to).replace(/\S/g, "•") + text.slice(to);
  }
  return text;
}

/** `slice` that never splits a character outside the BMP in two. */
function cut(text: string, from: number, to: number): string {
  const inPair = (at: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
  return text.slice(inPair(from) ? from + 1 : from, inPair(to) ? to - 1 : to);
}
