/**
 * Reads block scalars (`|`, `>`), from the indicator on.
 * Invariant: the range ends with the last line of content, which with `+` may be blank.
 * Counterpart in Go: go-yaml v2 scannerc.go.
 */
import { type Cursor, endOfLine, hash, isBlank, isBreak, isBreakOrEnd, isDigit, space, tab } from "./cursor.ts";
import { YamlError } from "./node.ts";
import type { ScannedScalar } from "./scalars.ts";

/** A block scalar (`|`, `>`) within a block whose keys or dashes stand at `parentColumn`. */
export function scanBlock(at: Cursor, parentColumn: number): ScannedScalar {
  const literal = at.peek() === 0x7c;
  const { chomp, indentation } = scanBlockHeader(at);
  let end = at.pos;
  if (isBreak(at.peek())) at.takeBreak();
  let column = indentation === 0 ? 0 : Math.max(parentColumn, 0) + indentation;
  let blankLines = skipBlankLines(at, column);
  if (column === 0) column = Math.max(blankLines.column, parentColumn + 1, 1);

  let text = "";
  let lastBreak = "";
  let afterIndented = false;
  while (at.column === column && at.peek() !== 0) {
    const indented = isBlank(at.peek());
    const folds = !literal && !afterIndented && !indented && lastBreak === "\n";
    text += (folds ? (blankLines.breaks === "" ? " " : "") : lastBreak) + blankLines.breaks;
    afterIndented = indented;
    const from = at.pos;
    at.skipToBreak();
    text += at.text.slice(from, at.pos);
    end = at.pos;
    lastBreak = isBreak(at.peek()) ? at.takeBreak() : "";
    blankLines = skipBlankLines(at, column);
  }
  if (chomp !== "strip") text += lastBreak;
  if (chomp === "keep") {
    text += blankLines.breaks;
    if (blankLines.breaks !== "") end = blankLines.end;
  }
  return { text, end, onNewLine: true };
}

function scanBlockHeader(at: Cursor): { readonly chomp: "clip" | "strip" | "keep"; readonly indentation: number } {
  const start = at.pos++;
  let chomp: "clip" | "strip" | "keep" = "clip";
  let indentation = 0;
  const takeChomp = (): boolean => {
    const code = at.peek();
    if (code !== 0x2b && code !== 0x2d) return false;
    chomp = code === 0x2b ? "keep" : "strip";
    at.pos++;
    return true;
  };
  const chomped = takeChomp();
  if (isDigit(at.peek())) {
    indentation = at.peek() - 0x30;
    if (indentation === 0) throw new YamlError("syntax", "an indentation of 0 is not allowed here", start, at.pos + 1);
    at.pos++;
    if (!chomped) takeChomp();
  }
  while (isBlank(at.peek())) at.pos++;
  if (at.peek() === hash) at.skipToBreak();
  if (!isBreakOrEnd(at.peek())) throw new YamlError("syntax", "only a comment may follow here", at.pos, endOfLine(at.text, at.pos));
  return { chomp, indentation };
}

/** Passes lines without content up to the column, or to the first character where the column (0) is not known yet. */
function skipBlankLines(at: Cursor, column: number): { readonly breaks: string; readonly column: number; readonly end: number } {
  let breaks = "";
  let widest = 0;
  let end = at.pos;
  for (;;) {
    while ((column === 0 || at.column < column) && at.peek() === space) at.pos++;
    widest = Math.max(widest, at.column);
    if ((column === 0 || at.column < column) && at.peek() === tab)
      throw new YamlError("syntax", "a tab stands where only spaces may indent", at.pos, at.pos + 1);
    if (!isBreak(at.peek())) return { breaks, column: widest, end };
    end = at.pos;
    breaks += at.takeBreak();
  }
}
