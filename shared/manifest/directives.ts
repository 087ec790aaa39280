/** Comments that say who applies: `# field-manager: NAME` and `# apply-with: WAY`, among the comments at the head of a text. */
import type { Directives } from "./model.ts";

/**
 * The directives at the head of a text, behind its separator line if it starts with one. Those of a whole file hold for all its
 * documents that have none of their own.
 */
export function directivesOf(text: string): Directives {
  const directives: { manager?: string; applyWith?: string } = {};
  for (const { 0: line, index } of text.matchAll(/[^\n]*\n?/g)) {
    const comment = (index === 0 ? headLine : commentLine).exec(line);
    if (comment === null || line === "") break;
    const [, name, value] = /^\s*(field-manager|apply-with):\s*(\S+)\s*$/.exec(comment[1] ?? "") ?? [];
    if (name === "field-manager" && value !== undefined) directives.manager ??= value;
    if (name === "apply-with" && value !== undefined) directives.applyWith ??= value;
  }
  return directives;
}

const headLine = /^(?:\ufeff|---)?\s*(?:#(.*))?\s*$/;
const commentLine = /^\s*(?:#(.*))?\s*$/;
