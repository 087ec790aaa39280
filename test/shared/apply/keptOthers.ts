/** What an apply without force must leave to the others, as a law that holds between any two states. */
import type { FieldPath } from "../../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import { difference, type FieldSet, has, intersection, leaves, pathsOf, union } from "../../../shared/fieldpath/set.ts";
import type { Value } from "../../../shared/fieldpath/value.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { compare } from "../../../shared/typed/compare.ts";
import { ensureNamed } from "../../../shared/typed/ensureNamed.ts";
import { fieldSetOf } from "../../../shared/typed/toFieldSet.ts";

export interface Observed {
  readonly before: Value;
  readonly after: Value;
  /** What the applier owned before and owns now. */
  readonly last: FieldSet;
  readonly now: FieldSet;
  /** What all others owned before. */
  readonly others: FieldSet;
}

/**
 * The fields of others that went or changed against the rules, as printed: none may change or appear, and a leaf may go only with an
 * item, key or struct around it that the applier owned and dropped and that nobody else owns.
 */
export function takenFromOthers({ before, after, last, now, others }: Observed, type: SchemaType): readonly string[] {
  const { modified, added, removed } = compare(before, after, type);
  const changed = intersection(union(modified, added), others);
  const dropped = difference(difference(ensureNamed(last, type), ensureNamed(now, type)), ensureNamed(others, type));
  const gone = difference(intersection(intersection(removed, others), leaves(fieldSetOf(before, type))), last);
  const stolen = [...pathsOf(gone)].filter((path) => !containersOf(path).some((container) => has(dropped, container)));
  return [...pathsOf(changed), ...stolen].map(printPath);
}

function containersOf(path: FieldPath): readonly FieldPath[] {
  return path.map((_, length) => path.slice(0, length));
}
