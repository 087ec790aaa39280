/**
 * Text that came from outside, made fit for a terminal: no control character of a manifest reaches it (a comment could
 * otherwise move the cursor or recolour the output), and nothing turns the writing direction.
 */
export function printable(text: string): string {
  return text.replaceAll("\t", "  ").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
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
