/** Problems with short places: a squiggle never runs over more than one line. */
import type { ManifestProblem, Range } from "./model.ts";

/** A problem of the text, an error unless said otherwise. */
export function problem(
  code: ManifestProblem["code"],
  message: string,
  range: Range,
  severity: ManifestProblem["severity"] = "error",
): ManifestProblem {
  return { code, severity, message, range };
}

/** The part of a range on its first line; of an empty range the word behind it, at the end of the text the last character. */
export function wordRange(text: string, start: number, end: number): Range {
  if (start >= text.trimEnd().length) return lastCharacter(text);
  const word = start === end ? (/^[^\s:,]+/.exec(text.slice(start, start + 100))?.[0].length ?? 1) : end - start;
  return { start, end: Math.max(Math.min(start + word, lineEnd(text, start)), start + 1) };
}

/** The line at an offset, without the blanks around it. */
export function lineRange(text: string, offset: number): Range {
  const start = offset + (/^[ \t]*/.exec(text.slice(offset, lineEnd(text, offset)))?.[0].length ?? 0);
  const end = start + text.slice(start, lineEnd(text, start)).trimEnd().length;
  return wordRange(text, start, end);
}

function lineEnd(text: string, from: number): number {
  const length = text.slice(from).search(/[\r\n]/);
  return length < 0 ? text.length : from + length;
}

function lastCharacter(text: string): Range {
  const end = text.trimEnd().length;
  return { start: Math.max(end - 1, 0), end };
}
