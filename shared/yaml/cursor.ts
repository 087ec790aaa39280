/**
 * A place in the text that knows its column, and the classes of characters that YAML 1.1 tells apart.
 * Counterpart in Go: go-yaml v2 yamlprivateh.go. The end of the text reads as character 0, which no valid text holds.
 */
export class Cursor {
  readonly text: string;
  pos: number;
  lineStart: number;

  constructor(text: string, pos: number) {
    this.text = text;
    this.pos = pos;
    this.lineStart = pos;
  }

  get column(): number {
    return this.pos - this.lineStart;
  }

  /** The character `ahead` units further on. */
  peek(ahead = 0): number {
    const at = this.pos + ahead;
    return at < this.text.length ? this.text.charCodeAt(at) : 0;
  }

  /** Passes a line break and gives it as it counts in a scalar: LS and PS as they are, all others as LF. */
  takeBreak(): string {
    const code = this.peek();
    this.pos += code === carriageReturn ? this.lengthOfReturn() : 1;
    this.lineStart = this.pos;
    return code === lineSeparator ? "\u2028" : code === paragraphSeparator ? "\u2029" : "\n";
  }

  /** kubectl cuts the text into lines first, where one carriage return before the line feed is lost. */
  private lengthOfReturn(): number {
    if (this.peek(1) === lineFeed) return 2;
    return this.peek(1) === carriageReturn && this.peek(2) === lineFeed ? 3 : 1;
  }

  skipToBreak(): void {
    while (!isBreakOrEnd(this.peek())) this.pos++;
  }

  /** Whether a line starts here with `---` or `...` alone. */
  atDocumentMarker(): boolean {
    const code = this.peek();
    return (
      (code === dash || code === dot) && this.column === 0 && this.peek(1) === code && this.peek(2) === code && isBlankOrEnd(this.peek(3))
    );
  }
}

export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const hash = 0x23;
export const dash = 0x2d;
export const dot = 0x2e;
const nextLine = 0x85;
const lineSeparator = 0x2028;
const paragraphSeparator = 0x2029;

export function isBreak(code: number): boolean {
  return (
    code === lineFeed ||
    code === carriageReturn ||
    (code > 0x7f && (code === nextLine || code === lineSeparator || code === paragraphSeparator))
  );
}

export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

export function isBreakOrEnd(code: number): boolean {
  return code === 0 || isBreak(code);
}

/** Blank, line break or end of text. */
export function isBlankOrEnd(code: number): boolean {
  return code === space || code === tab || code === 0 || isBreak(code);
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Letters, digits, `_` and `-`: what names of anchors and tag handles are made of. */
export function isWord(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code === dash;
}

/** The offset of the next line break, or of the end of the text. */
export function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
  return end;
}

/** The first character that no YAML text may hold, or −1. */
export function forbiddenCharacter(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < space ? code !== tab && code !== lineFeed && code !== carriageReturn : code >= 0x7f && isForbiddenAbove(code)) return at;
  }
  return -1;
}

function isForbiddenAbove(code: number): boolean {
  return (code < 0xa0 && code !== nextLine) || code === 0xfffe || code === 0xffff;
}
