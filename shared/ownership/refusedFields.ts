/** For which fields the API server refuses what an apply makes of the object, though nobody's ownership stands against it. */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { touchesPlaceholder } from "../manifest/placeholders.ts";
import { recreation } from "./annotations.ts";
import { exclusionsOf } from "./exclusions.ts";
import { frozenChanges } from "./immutable.ts";
import { once } from "./once.ts";
import type { Snapshot } from "./snapshot.ts";

/** Fields that never change and do here, unless the object is made anew for it, and fields that exclude others that stay. */
export const refusedFields: (snapshot: Snapshot) => readonly FieldPath[] = once((snapshot) => {
  const { object, kind, live, as } = snapshot;
  if (live.state !== "live" || live.stale !== undefined || !as.decided) return [];
  const frozen = recreation(as, object.value, live.live.object) === undefined ? frozenChanges(snapshot) : [];
  return [...frozen, ...exclusionsOf(snapshot)].map(({ path }) => path).filter((path) => !touchesPlaceholder(object, path, kind.type));
});
