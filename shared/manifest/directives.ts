/** Comments that say who applies: `# field-manager: NAME` and `# apply-with: WAY`, among the comments at the head of a document. */
import type { Directives } from "./model.ts";
import { splitDocuments } from "./splitDocuments.ts";

/** The directives at the head of one document's text. */
export function directivesOf(text: string): Directives {
  const directives: { manager?: string; applyWith?: string } = {};
  for (const [line] of text.matchAll(/[^\n]*\n?/g)) {
    const comment = /^(?:\ufeff|---)?\s*(?:#(.*))?\s*$/.exec(line);
    if (comment === null || line === "") break;
    const [, name, value] = /^\s*(field-manager|apply-with):\s*(\S+)\s*$/.exec(comment[1] ?? "") ?? [];
    if (name === "field-manager" && value !== undefined) directives.manager ??= value;
    if (name === "apply-with" && value !== undefined) directives.applyWith ??= value;
  }
  return directives;
}

/** The directives above a file's first document: they hold for all its documents that have none of their own. */
export function fileDirectives(text: string): Directives {
  const [first, second] = splitDocuments(text);
  if (first === undefined) return {};
  const above = directivesOf(first.text);
  const isOnlyComments = /^(?:\ufeff|---)?\s*(?:#[^\n]*\n\s*)*(?:#[^\n]*)?$/.test(first.text);
  return isOnlyComments && second !== undefined ? { ...directivesOf(second.text), ...above } : above;
}
