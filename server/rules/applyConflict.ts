import { equalValues } from "../../shared/fieldpath/compare.ts";
import { field } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap } from "../../shared/fieldpath/value.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { mergeKind } from "../../shared/ownership/fieldAt.ts";
import type { FieldConflict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { applyingAs, listed, objectName, ownerName } from "../../shared/ownership/words.ts";
import { typeAtPath } from "../../shared/typed/atPath.ts";
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
    for (const conflict of prediction.conflicts) report(describe(snapshot, conflict, prediction.conflicts.length));
  },
};

function describe(snapshot: Snapshot, conflict: FieldConflict, total: number): Found {
  const { path, managers, live, sent, certainty } = conflict;
  const manager = snapshot.as.decided ? snapshot.as.manager : "";
  const type = typeAtPath(snapshot.kind.type, path);
  const kind = mergeKind(type, sent ?? live);
  const whole = kind?.startsWith("atomic") ? `one ${kind}, ` : "";
  const owners = listed(managers.map((owner) => ownerName(owner, snapshot.now)));
  const self = managers.some((owner) => owner.manager === manager) ? ": the same name by another operation is another owner" : "";
  return {
    path,
    message: `${printPath(path)} is ${whole}owned by ${owners}: ${changeText(live, sent, type)}. ${applyingAs(manager)} is refused${self} (${objectName(snapshot)}).`,
    managers,
    certainty,
    related: differences(conflict),
    fixes: total > 1 ? ["drop-field", "drop-all-conflicts"] : ["drop-field"],
  };
}

/** What this file changes inside an atomic list or map: at most five places. */
function differences({ path, live, sent }: FieldConflict): NonNullable<Found["related"]> {
  const places: { path: typeof path; message: string }[] = [];
  if (isList(sent) && isList(live)) {
    for (const [index, item] of sent.entries()) {
      if (!live.some((other) => equalValues(other, item))) {
        places.push({ path: [...path, { kind: "index", index }], message: "not in the live list" });
      }
    }
  } else if (isMap(sent) && isMap(live)) {
    for (const [key, value] of sent) {
      const current = live.get(key);
      if (current === undefined || !equalValues(current, value)) {
        places.push({ path: [...path, field(key)], message: current === undefined ? "not in the live map" : "differs from the live map" });
      }
    }
  }
  return places.slice(0, 5);
}
