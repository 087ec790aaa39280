import { isSelfConflict } from "../../shared/ownership/ours.ts";
import type { FieldConflict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as conflicts from "../../shared/ownership/words/conflicts.ts";
import { listed, objectName } from "../../shared/ownership/words.ts";
import { contestedPlaces, contestedText } from "./contested.ts";
import type { Found, Rule } from "./rule.ts";

/**
 * The field is held by ourselves, under another operation or another name: for the API server that is another owner, so without force it
 * answers 409 and applies nothing of the object.
 *
 * It happens after a move from client-side to server-side apply, when a tool wrote by Update before it applied (Helm), or when a manager was
 * renamed. What kubectl's unchanged last-applied annotation covers passes, so nothing is said of it; `kubectl scale` is somebody's hand. What
 * to do: apply once with force, which takes the field over for good; other names of yours go into `us` of `.field-ownership.yaml`.
 */
export const selfConflict: Rule = {
  code: "self-conflict",
  severity: "error",
  check(snapshot, prediction, report) {
    for (const conflict of prediction.conflicts) {
      if (isSelfConflict(snapshot, conflict.managers)) report(describe(snapshot, conflict));
    }
  },
};

function describe(snapshot: Snapshot, conflict: FieldConflict): Found {
  const manager = snapshot.as.decided ? snapshot.as.manager : "";
  const others = listed([...new Set(conflict.managers.map((owner) => conflicts.viaOperation(owner.manager, owner.operation)))]);
  return {
    path: conflict.path,
    message: conflicts.selfConflict({
      contested: contestedText(snapshot, conflict),
      manager,
      object: objectName(snapshot),
      others,
      remedy: forceOnce(manager),
    }),
    managers: conflict.managers,
    certainty: conflict.certainty,
    related: contestedPlaces(conflict),
    fixes: ["use-live-value", "hand-over", "take-over"],
  };
}

/** How this manager is told to force. */
function forceOnce(manager: string): string {
  if (manager === "helm") return conflicts.forceByHelm;
  if (manager.startsWith("pulumi")) return conflicts.forceByPulumi;
  return manager === "kubectl" ? conflicts.forceByKubectl : conflicts.forceByKubectlAs(manager);
}
