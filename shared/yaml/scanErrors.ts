/**
 * Words for what a person mistyped, at the place where it was mistyped.
 * No counterpart in Go: go-yaml says what it met, not what was meant.
 */
import { type Cursor, endOfLine, tab } from "./cursor.ts";
import { YamlError } from "./node.ts";
import type { Token } from "./token.ts";

/** Nothing in YAML starts with the character at this place. */
export function misplacedCharacter({ text, pos, column }: Cursor): YamlError {
  const code = text.charCodeAt(pos);
  if (code === 0x25 && column === 0) return new YamlError("syntax", "kubectl takes no directives", pos, pos + 1);
  const shown = code === tab ? "a tab" : `\`${text.charAt(pos)}\``;
  return new YamlError("syntax", `nothing can start with ${shown} here`, pos, pos + 1);
}

/** A `:` behind a scalar of several lines: its first line lacks a colon, or its last line is no continuation but a key. */
export function misplacedColon({ text, pos, lineStart }: Cursor, before: Token | undefined): YamlError {
  if (before === undefined || before.kind !== "scalar" || before.start >= lineStart)
    return new YamlError("syntax", "a value cannot start here", pos, pos + 1);
  const isAlone = text.slice(0, before.start).search(/(?:^|[\r\n])[ \t]*$/) >= 0;
  if (isAlone) return new YamlError("syntax", "a key needs a colon behind it", before.start, endOfLine(text, before.start));
  const start = lineStart + text.slice(lineStart, pos).search(/\S/);
  return new YamlError("syntax", "no key can stand here: the line continues the value above it", start, pos);
}
