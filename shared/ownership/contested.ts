/** The fields that an apply is refused for or takes by force, to be looked up by their path. */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { effectsOf } from "./effects.ts";
import { once } from "./once.ts";
import { type FieldConflict, predict } from "./predict.ts";
import type { Snapshot } from "./snapshot.ts";

export interface Contested {
  readonly conflict: FieldConflict;
  /** It is taken by force. */
  readonly taken: boolean;
}

/** The conflict or take-over at a path, undefined where there is none. */
export function contestedAt(snapshot: Snapshot, path: FieldPath): Contested | undefined {
  return byPath(snapshot).get(printPath(path));
}

const byPath = once((snapshot: Snapshot): ReadonlyMap<string, Contested> => {
  const taken = effectsOf(snapshot).taken.map((conflict) => ({ conflict, taken: true }));
  const refused = predict(snapshot).conflicts.map((conflict) => ({ conflict, taken: false }));
  return new Map([...taken, ...refused].map((one) => [printPath(one.conflict.path), one]));
});
