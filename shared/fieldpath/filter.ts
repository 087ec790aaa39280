/**
 * Filters that keep only what lies along given patterns.
 * Invariant: a member survives at a pattern, below it, or on the way to it; of several patterns a wildcard step is tried first.
 * Counterpart in Go: fieldpath `IncludeMatcher`, `Set.FilterIncludeMatches`.
 */
import { comparePathElements, type PathElement } from "./pathElement.ts";
import type { FieldSet } from "./set.ts";
import { SetBuilder } from "./setBuilder.ts";

/** Steps from the root; `*` stands for any one step. */
export type Pattern = readonly (PathElement | "*")[];

/** The part of a set that lies along the patterns. */
export function keepAlong(set: FieldSet, patterns: readonly Pattern[]): FieldSet {
  if (patterns.some((pattern) => pattern.length === 0)) return set;
  const builder = new SetBuilder();
  for (const member of set.members) if (below(patterns, member) !== undefined) builder.member(member);
  for (const { element, set: content } of set.children) {
    const rest = below(patterns, element);
    if (rest !== undefined) builder.child(element, keepAlong(content, rest));
  }
  return builder.build();
}

/** What is left of the patterns after a step; undefined where none allows it. */
function below(patterns: readonly Pattern[], element: PathElement): readonly Pattern[] | undefined {
  const wild = patterns.filter(([first]) => first === "*");
  const exact = patterns.filter(([first]) => first !== undefined && first !== "*" && comparePathElements(first, element) === 0);
  const matching = wild.length > 0 ? wild : exact;
  return matching.length === 0 ? undefined : matching.map((pattern) => pattern.slice(1));
}
