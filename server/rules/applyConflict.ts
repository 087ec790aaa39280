import { isOurOther, isSelfConflict } from "../../shared/ownership/ours.ts";
import type { FieldConflict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as conflicts from "../../shared/ownership/words/conflicts.ts";
import { objectName } from "../../shared/ownership/words.ts";
import { contestedPlaces, contestedText } from "./contested.ts";
import type { Found, Rule } from "./rule.ts";

/**
 * Another manager holds this field with another value: without force the API server answers 409 and applies nothing of the object.
 *
 * Reported where who applies is known, applies server-side and does not force. What to do: drop the field and leave it to its owner, write
 * the live value and own it together, or apply with force and take it over. A list or map that is atomic counts as one field: whoever
 * changes anything in it replaces it as a whole.
 */
export const applyConflict: Rule = {
  code: "apply-conflict",
  severity: "error",
  check(snapshot, prediction, report) {
    const others = prediction.conflicts.filter(({ managers }) => !isSelfConflict(snapshot, managers));
    for (const conflict of others) report(describe(snapshot, conflict, others.length));
  },
};

function describe(snapshot: Snapshot, conflict: FieldConflict, total: number): Found {
  const { path, managers, certainty } = conflict;
  const parts = {
    contested: contestedText(snapshot, conflict),
    manager: snapshot.as.decided ? snapshot.as.manager : "",
    object: objectName(snapshot),
  };
  const usToo = managers.some((owner) => isOurOther(snapshot, owner));
  return {
    path,
    message: usToo ? conflicts.applyConflictWithUsToo(parts) : conflicts.applyConflict(parts),
    managers,
    certainty,
    related: contestedPlaces(conflict),
    fixes: ["drop-field", ...(total > 1 ? ["drop-all-conflicts"] : []), "use-live-value", "hand-over", "take-over"],
  };
}
