import { stripVTControlCharacters } from "node:util";

/** The end of what a program printed as one short line that can be shown: no control characters, nothing that looks like a secret. */
export function shownOutput(text: string, mostCharacters: number): string {
  const line = stripVTControlCharacters(text)
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\b(bearer\s+|(?:token|secret|password|assertion|code)["']?\s*[:=]\s*["']?)[^\s"']+/gi, "$1[hidden]")
    .replace(/[A-Za-z0-9+=_-][A-Za-z0-9+=_.-]{39,}/g, "[hidden]")
    .trim();
  return line.length <= mostCharacters ? line : `… ${line.slice(-mostCharacters)}`;
}
