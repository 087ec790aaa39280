/** Text that others wrote, made safe to stand in Markdown: no link, image, HTML or formatting comes from it. */
import { oneLine } from "../../shared/ownership/visible.ts";

/** The text as a code span, on one line. */
export function code(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** The text as plain words, on one line. */
export function escaped(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>()#!|~]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/:\/\//g, ":&#47;&#47;")
    .replace(/www\./gi, (match) => `${match.slice(0, 3)}&#46;`);
}

/** What is Markdown already, or plain words, set off from the rest. */
export function strong(markdown: string): string {
  return `**${markdown}**`;
}
