/**
 * Offset in a text ⇄ line and column, both counted from 0; columns in UTF-16 units, as JavaScript's strings and the protocols count them.
 * Lines end with LF, CRLF or a lone CR. An offset outside the text means the nearest end of it.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Answers in time logarithmic in the number of lines; made once per text. */
export interface LineIndex {
  readonly lineCount: number;
  positionAt(offset: number): Position;
  offsetAt(position: Position): number;
  /** A line's text without its line break. */
  lineText(line: number): string;
}

/** The lines of a text. */
export function lineIndex(text: string): LineIndex {
  const starts = lineStarts(text);
  const endOf = (line: number): number => {
    let end = starts[line + 1] ?? text.length;
    if (line + 1 < starts.length && text[end - 1] === "\n") end--;
    if (line + 1 < starts.length && text[end - 1] === "\r" && end > (starts[line] ?? 0)) end--;
    return end;
  };
  return {
    lineCount: starts.length,
    positionAt: (offset) => {
      const at = Math.min(Math.max(offset, 0), text.length);
      const line = lastAtOrBefore(starts, at);
      return { line, column: at - (starts[line] ?? 0) };
    },
    offsetAt: ({ line, column }) => {
      if (line < 0) return 0;
      const start = starts[line];
      return start === undefined ? text.length : Math.min(start + Math.max(column, 0), endOf(line));
    },
    lineText: (line) => (starts[line] === undefined ? "" : text.slice(starts[line], endOf(line))),
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 13 && text.charCodeAt(at + 1) === 10) at++;
    if (unit === 10 || unit === 13) starts.push(at + 1);
  }
  return starts;
}

function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
