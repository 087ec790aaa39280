/**
 * Entries of a tree → the text edits that delete them.
 * Invariant: lines without a removed entry stay byte for byte as they are, but for a comma that would be left behind a last entry;
 * no collection loses all its entries here. Edits come in text order and do not overlap.
 */
import type { CollectionNode, Entry, YamlNode } from "../yaml/node.ts";
import type { Range, TextEdit } from "./model.ts";

/** The deletions for these entries below a root. */
export function removalEdits(text: string, root: YamlNode, removed: ReadonlySet<Entry>): TextEdit[] {
  const ranges: Range[] = [];
  const visit = (node: YamlNode): void => {
    if (node.kind === "scalar" || node.kind === "alias") return;
    if (node.entries.some((entry) => removed.has(entry))) {
      ranges.push(...(node.flow ? flowRanges(text, node, removed) : blockRanges(text, node, removed)));
    }
    for (const entry of node.entries) if (!removed.has(entry)) visit(entry.value);
  };
  visit(root);
  return merged(ranges).map((range) => ({ range: withoutDanglingBreak(text, range), newText: "" }));
}

/** In block style an entry has its lines to itself, but for the first one behind its parent's dash. */
function blockRanges(text: string, { entries }: CollectionNode, removed: ReadonlySet<Entry>): Range[] {
  const ranges: Range[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!removed.has(entry)) continue;
    const lineStart = startOfLine(text, entry.start);
    const end = endWithComments(text, entry, entry.start - lineStart);
    const prefix = text.slice(lineStart, entry.start);
    if (isBlankText(prefix)) {
      ranges.push({ start: lineStart, end });
      continue;
    }
    const next = entries.slice(index + 1).find((candidate) => !removed.has(candidate)) as Entry;
    const between = entries.slice(index + 1).filter((candidate) => candidate.start < next.start);
    const movesUp = isBlankText(textWithout(text, end, next.start, between));
    if (movesUp) ranges.push({ start: entry.start, end: next.start });
    else ranges.push({ start: lineStart + prefix.trimEnd().length, end: end - lineBreakBefore(text, end) });
  }
  return ranges;
}

/** In flow style the commas between the entries that stay must stay, and no more. */
function flowRanges(text: string, { entries }: CollectionNode, removed: ReadonlySet<Entry>): Range[] {
  const ranges: Range[] = [];
  const lastKept = entries.findLastIndex((entry) => !removed.has(entry));
  for (const [index, entry] of entries.entries()) {
    if (!removed.has(entry)) continue;
    const end = entry.comma === undefined ? endOf(entry) : entry.comma + 1;
    const lineStart = startOfLine(text, entry.start);
    const next = entries[index + 1];
    if (isBlankText(text.slice(lineStart, entry.start)) && /^[ \t]*(?:#.*)?$/.test(text.slice(end, endOfLine(text, end)))) {
      ranges.push({ start: lineStart, end: nextLine(text, end) });
    } else if (next !== undefined) {
      ranges.push({ start: entry.start, end: isBlankText(text.slice(end, next.start)) ? next.start : end });
    } else {
      ranges.push({ start: entry.start, end });
    }
  }
  const kept = entries[lastKept];
  if (kept?.comma === undefined || lastKept === entries.length - 1) return ranges;
  const first = entries[lastKept + 1] as Entry;
  const hadTrailingComma = entries.at(-1)?.comma !== undefined;
  const gap = text.slice(kept.comma + 1, first.start);
  const joins = isBlankText(gap) && !ranges.some((range) => range.start > (kept.comma ?? 0) && range.start < first.start);
  const from = hadTrailingComma ? kept.comma + 1 : kept.comma;
  ranges.push({ start: from, end: joins ? first.start : kept.comma + 1 });
  return ranges;
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last !== undefined && range.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else if (range.end > range.start) result.push(range);
  }
  return result;
}

/** A file without line break at its end stays one without. */
function withoutDanglingBreak(text: string, { start, end }: Range): Range {
  const atEnd = end === text.length && !text.endsWith("\n") && start === startOfLine(text, start);
  return atEnd ? { start: start - lineBreakBefore(text, start), end } : { start, end };
}

function endOf({ key, value }: Entry): number {
  return Math.max(value.end, key?.end ?? 0);
}

/** The start of the line behind the entry and the comments that are indented deeper than it. */
export function endWithComments(text: string, entry: Entry, column: number): number {
  let end = nextLine(text, endOf(entry));
  for (let line = end; line < text.length; line = nextLine(text, line)) {
    const content = text.slice(line, endOfLine(text, line));
    if (isBlankText(content)) continue;
    if (content.search(/\S/) <= column || !content.trimStart().startsWith("#")) break;
    end = nextLine(text, line);
  }
  return end;
}

/** The text between two offsets, without the lines of the given entries. */
function textWithout(text: string, from: number, to: number, entries: readonly Entry[]): string {
  let rest = "";
  let at = from;
  for (const entry of entries) {
    const lineStart = startOfLine(text, entry.start);
    if (lineStart > at) rest += text.slice(at, lineStart);
    at = Math.max(at, endWithComments(text, entry, entry.start - lineStart));
  }
  return rest + text.slice(Math.min(at, to), to);
}

function isBlankText(text: string): boolean {
  return !/\S/.test(text);
}

function startOfLine(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineBreak(text.charCodeAt(at - 1))) at--;
  return at;
}

function endOfLine(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isLineBreak(text.charCodeAt(at))) at++;
  return at;
}

function nextLine(text: string, offset: number): number {
  const end = Math.min(endOfLine(text, offset), text.length);
  return end === text.length ? end : end + (text.startsWith("\r\n", end) ? 2 : 1);
}

function lineBreakBefore(text: string, offset: number): number {
  if (text.startsWith("\r\n", offset - 2)) return 2;
  return offset > 0 && isLineBreak(text.charCodeAt(offset - 1)) ? 1 : 0;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}
