/**
 * Reads plain and quoted scalars, from their first character on.
 * Invariant: a scalar's text is what go-yaml v2 makes of it: folding, escapes, and what it refuses (`\/`, surrogate escapes, tabs as indentation).
 * Counterpart in Go: go-yaml v2 scannerc.go.
 */
import { type Cursor, endOfLine, hash, isBlank, isBlankOrEnd, isBreak, tab } from "./cursor.ts";
import { YamlError } from "./node.ts";

export interface ScannedScalar {
  readonly text: string;
  readonly end: number;
  /** The scalar ended on a later line, so that a new key may follow. */
  readonly onNewLine: boolean;
}

/** A plain scalar; outside of brackets its further lines stand at `minColumn` or right of it. */
export function scanPlain(at: Cursor, minColumn: number, inFlow: boolean): ScannedScalar {
  const start = at.pos;
  let text = "";
  let end = start;
  let gap: Gap = noGap;
  while (!at.atDocumentMarker() && at.peek() !== hash) {
    const from = at.pos;
    skipPlainWord(at, inFlow);
    if (at.pos > from) {
      text += gap.text + at.text.slice(from, at.pos);
      end = at.pos;
      gap = noGap;
    }
    if (!isBlank(at.peek()) && !isBreak(at.peek())) break;
    gap = skipGap(at, false, minColumn);
    if (!inFlow && at.column < minColumn) break;
  }
  return { text, end, onNewLine: gap.broken };
}

/** A quoted scalar, from its opening to its closing quote. */
export function scanQuoted(at: Cursor): ScannedScalar {
  const start = at.pos;
  const quote = at.peek();
  const double = quote === 0x22;
  at.pos++;
  let text = "";
  for (;;) {
    if (at.atDocumentMarker()) throw new YamlError("syntax", "a quoted string is cut by a document marker", at.pos, at.pos + 3);
    if (at.peek() === 0) throw new YamlError("syntax", "this quoted string has no closing quote", start, endOfLine(at.text, start));
    let broken = false;
    let from = at.pos;
    for (let code = at.peek(); !isBlankOrEnd(code); code = at.peek()) {
      if (code === quote && (double || at.peek(1) !== quote)) break;
      if (code === quote) {
        text += `${at.text.slice(from, at.pos)}'`;
        at.pos += 2;
        from = at.pos;
      } else if (double && code === 0x5c) {
        text += at.text.slice(from, at.pos);
        if (isBreak(at.peek(1))) {
          at.pos++;
          at.takeBreak();
          broken = true;
        } else text += takeEscape(at);
        from = at.pos;
        if (broken) break;
      } else at.pos++;
    }
    text += at.text.slice(from, at.pos);
    if (at.peek() === quote) break;
    text += skipGap(at, broken, 0).text;
  }
  at.pos++;
  return { text, end: at.pos, onNewLine: false };
}

interface Gap {
  /** What the blanks and line breaks between two words count as. */
  readonly text: string;
  readonly broken: boolean;
}

const noGap: Gap = { text: "", broken: false };

/** Passes blanks and line breaks: one line break is a space, further ones stay. `broken`: an escaped line break came before. */
function skipGap(at: Cursor, broken: boolean, minColumn: number): Gap {
  const from = at.pos;
  let first = broken ? "" : undefined;
  let further = "";
  for (let code = at.peek(); ; code = at.peek()) {
    if (isBlank(code)) {
      if (code === tab && first !== undefined && at.column < minColumn)
        throw new YamlError("syntax", "a tab stands where only spaces may indent", at.pos, at.pos + 1);
      at.pos++;
    } else if (isBreak(code)) {
      const taken = at.takeBreak();
      if (first === undefined) first = taken;
      else further += taken;
    } else break;
  }
  if (first === undefined) return { text: at.text.slice(from, at.pos), broken: false };
  return { text: first === "\n" ? further || " " : first + further, broken: true };
}

function skipPlainWord(at: Cursor, inFlow: boolean): void {
  for (let code = at.peek(); !isBlankOrEnd(code); code = at.peek()) {
    if (code === 0x3a && isBlankOrEnd(at.peek(1))) return;
    if (inFlow && (code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d)) return;
    at.pos++;
  }
}

const simpleEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "0": "\0",
    a: "\x07",
    b: "\b",
    t: "\t",
    "\t": "\t",
    n: "\n",
    v: "\v",
    f: "\f",
    r: "\r",
    e: "\x1b",
    " ": " ",
    '"': '"',
    "'": "'",
    "\\": "\\",
    N: "\u0085",
    _: "\u00a0",
    L: "\u2028",
    P: "\u2029",
  }),
);
const escapeLengths: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

function takeEscape(at: Cursor): string {
  const start = at.pos;
  const letter = at.text.charAt(start + 1);
  const simple = simpleEscapes.get(letter);
  const length = escapeLengths.get(letter) ?? 0;
  at.pos += 2 + length;
  if (simple !== undefined) return simple;
  const digits = at.text.slice(start + 2, at.pos);
  const code = /^[0-9A-Fa-f]+$/.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : Number.NaN;
  if (length > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
  const written = at.text.slice(start, length > 0 ? at.pos : start + 2);
  throw new YamlError("syntax", "this is no escape that kubectl knows", start, start + written.length);
}
