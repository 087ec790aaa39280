import { printPath } from "../../shared/fieldpath/printPath.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { frozenChanges } from "../../shared/ownership/immutable.ts";
import { applyingAs, objectName, shortValue, staleText } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The manifest writes another value than live into a field that never changes once the object is there: the API server refuses the whole
 * apply, with and without force.
 *
 * Known for built-in kinds, from trying it on a real server: selectors, volumeClaimTemplates, a Job's template, roleRef, a Pod's containers,
 * a StorageClass, a Secret's type, data of what is marked immutable. Defaults and other spellings of the same amount are no change.
 * What to do: write the live value, or delete the object and create it anew.
 */
export const immutableField: Rule = {
  code: "immutable-field",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { as, live, now } = snapshot;
    if (!as.decided || as.with !== "server-side" || staleText(live, now) !== undefined) return;
    for (const { path, live: current, sent, frozen, reason } of frozenChanges(snapshot)) {
      if (touchesPlaceholder(snapshot.object, path, snapshot.kind.type)) continue;
      const whole = printPath(path).endsWith(frozen) ? "" : `, which is part of ${frozen},`;
      const values =
        current === null
          ? `not there in the live object, here ${shortValue(sent)}`
          : `live ${shortValue(current)}, here ${shortValue(sent)}`;
      report({
        path,
        message: `${printPath(path)}${whole} never changes (${reason}): ${values}. ${applyingAs(as.manager)} is refused (${objectName(snapshot)}).`,
        managers: [],
        certainty: { kind: "certain" },
        fixes: ["use-live-value"],
      });
    }
  },
};
