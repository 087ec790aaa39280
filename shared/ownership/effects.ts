/**
 * What an accepted apply does to fields besides setting them: what it takes from others by force.
 * Invariant: claims no more than a prediction does: nothing from an unknown answer, nothing at or above a placeholder.
 */
import { once } from "./once.ts";
import { isSelfConflict } from "./ours.ts";
import { type FieldConflict, predict } from "./predict.ts";
import type { Snapshot } from "./snapshot.ts";

/** The effects of an apply; empty where it is refused or not known. */
export interface Effects {
  /** With force: what is a conflict without, but with records of our own. */
  readonly taken: readonly FieldConflict[];
}

/** The effects of a snapshot's apply; computed once. */
export const effectsOf: (snapshot: Snapshot) => Effects = once((snapshot) => ({ taken: taken(snapshot) }));

function taken(snapshot: Snapshot): readonly FieldConflict[] {
  const { as } = snapshot;
  if (!as.decided || as.force !== true) return [];
  if (predict(snapshot).verdict === "refused") return [];
  const { conflicts } = predict({ ...snapshot, as: { ...as, force: false } });
  return conflicts.filter(({ managers }) => !isSelfConflict(snapshot, managers));
}
