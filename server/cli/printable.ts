import { visible } from "../../shared/ownership/visible.ts";

/** Text that came from outside, made fit for a line of a terminal. */
export function printable(text: string): string {
  return visible(text.replaceAll("\t", "  "));
}

/** How many columns of a terminal a printable text takes. */
export function columns(text: string): number {
  let width = 0;
  for (const character of text) width += zeroWidth.test(character) ? 0 : doubleWidth.test(character) ? 2 : 1;
  return width;
}

const zeroWidth = /^[\p{M}\p{Cf}]$/u;
const doubleWidth =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]$/u;
