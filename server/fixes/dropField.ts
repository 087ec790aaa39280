import { equalPaths } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap } from "../../shared/fieldpath/value.ts";
import { dropFields } from "../../shared/manifest/dropFields.ts";
import { onlyAdds } from "../../shared/ownership/change.ts";
import { isHand } from "../../shared/ownership/deployers.ts";
import { keepersOf } from "../../shared/ownership/dropping.ts";
import { effectsOf } from "../../shared/ownership/effects.ts";
import { type FieldConflict, predict } from "../../shared/ownership/predict.ts";
import { isRequired } from "../../shared/ownership/required.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { listed, shortValue } from "../../shared/ownership/words.ts";
import type { Fix } from "./fix.ts";

/**
 * Leaves the field to its owner: takes it, and a parent that it empties, out of the manifest. Preferred only where somebody keeps the value
 * and the manifest stays valid without the field, and not where it merely adds to a map; not offered where the text is shared through an anchor.
 */
export const dropField: Fix = {
  id: "drop-field",
  codes: ["apply-conflict", "takes-over", "replaces-list"],
  offer({ snapshot, code, path }) {
    const { taken } = effectsOf(snapshot);
    const conflict = [...predict(snapshot).conflicts, ...taken].find((candidate) => equalPaths(candidate.path, path));
    if (conflict === undefined) return [];
    const { edits, refused } = dropFields(snapshot.object, [path], snapshot.kind.type);
    if (edits.length === 0 || refused.length > 0) return [];
    const { words, safe } = consequence(snapshot, conflict);
    // Whoever forces may want the edit of a hand undone.
    const preferred =
      safe && !onlyAdds(conflict) && !(taken.includes(conflict) && conflict.managers.every(({ manager }) => isHand(manager)));
    return [{ id: dropField.id, title: `Drop ${printPath(path)} (${words})`, preferred, edits, resolves: [{ snapshot, code, path }] }];
  },
};

/** What becomes of the live field, and whether dropping it is a safe thing to do. */
export function consequence(snapshot: Snapshot, conflict: FieldConflict): { readonly words: string; readonly safe: boolean } {
  const { path, live, managers } = conflict;
  const { keepers } = keepersOf(snapshot, conflict);
  const owners = listed([...new Set(managers.map((owner) => owner.manager))]);
  if (keepers.length === 0) {
    return { words: `owned by ${owners}: the next kubectl apply --server-side deletes the live field`, safe: false };
  }
  if (isRequired(snapshot.object, path)) {
    return { words: `owned by ${owners}; without it this manifest alone is no valid ${snapshot.object.kind}`, safe: false };
  }
  const kept = live === undefined || isList(live) || isMap(live) ? "it" : shortValue(live, 30);
  return { words: `owned by ${owners}, which keep${owners.includes(" and ") ? "" : "s"} ${kept}`, safe: true };
}
