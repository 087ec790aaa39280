/**
 * Text that others wrote, made fit to be shown: no control character reaches a terminal or an editor (it could move the cursor or recolour the
 * output), and nothing turns the writing direction, so that what is read is what is there.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "\ufffd");
}

/** The same, on one line. */
export function oneLine(text: string): string {
  return visible(text.replace(/\s+/g, " "));
}
