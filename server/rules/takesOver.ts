import { comesBack } from "../../shared/ownership/comesBack.ts";
import { effectsOf } from "../../shared/ownership/effects.ts";
import { lostItems } from "../../shared/ownership/lostItems.ts";
import * as conflicts from "../../shared/ownership/words/conflicts.ts";
import { objectName } from "../../shared/ownership/words.ts";
import { contestedPlaces, contestedText } from "./contested.ts";
import type { Rule } from "./rule.ts";

/**
 * The apply is forced, and another manager holds this field with another value: the field becomes this file's, the other value is lost, and
 * whoever held it is not told.
 *
 * Deployers that force (Flux, or Argo CD with server-side apply) undo edits made by hand this way, which may be what one wants. A controller
 * writes its field again, and both change it back and forth. What to do: drop the field and leave it to its owner, or write the live value.
 */
export const takesOver: Rule = {
  code: "takes-over",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { as } = snapshot;
    if (!as.decided) return;
    for (const conflict of effectsOf(snapshot).taken) {
      if (lostItems(conflict.live, conflict.sent).length > 0) continue;
      const afterwards = [...new Set(conflict.managers.map(comesBack))].join("; ");
      report({
        path: conflict.path,
        message: conflicts.takesOver({
          contested: contestedText(snapshot, conflict),
          manager: as.manager,
          object: objectName(snapshot),
          afterwards,
        }),
        managers: conflict.managers,
        certainty: conflict.certainty,
        related: contestedPlaces(conflict),
        fixes: ["drop-field"],
      });
    }
  },
};
