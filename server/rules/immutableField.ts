import { printPath } from "../../shared/fieldpath/printPath.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { type FrozenChange, frozenChanges } from "../../shared/ownership/immutable.ts";
import { schemaWord } from "../../shared/ownership/misfits.ts";
import { applyingAs, objectName, shortValue, staleText } from "../../shared/ownership/words.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { typeAtPath } from "../../shared/typed/atPath.ts";
import type { Rule } from "./rule.ts";

/**
 * The manifest changes a field that never changes once the object is there, or leaves it out so that the apply would remove it: the API
 * server refuses the whole apply, with and without force.
 *
 * Known for built-in kinds, from trying it on a real server: selectors, volumeClaimTemplates, a Job's template, roleRef, a Pod's containers,
 * a StorageClass, a Secret's type, data of what is marked immutable. For custom kinds from validation rules of their definition such as
 * `self == oldSelf`. Defaults and other spellings of the same amount are no change.
 * What to do: write the live value, or delete the object and create it anew.
 */
export const immutableField: Rule = {
  code: "immutable-field",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { as, live, now } = snapshot;
    if (!as.decided || as.with !== "server-side" || staleText(live, now) !== undefined) return;
    for (const change of frozenChanges(snapshot)) {
      const { path, reason } = change;
      if (touchesPlaceholder(snapshot.object, path, snapshot.kind.type)) continue;
      const whole = isWhole(change) ? "" : `, which is part of ${change.frozen},`;
      report({
        path,
        message: `${printPath(path)}${whole} never changes (${reason}): ${valuesOf(change, typeAtPath(snapshot.kind.type, path))}. ${applyingAs(as.manager)} is refused (${objectName(snapshot)}).`,
        managers: [],
        ...(change.byDefinition ? schemaWord(snapshot) : { certainty: { kind: "certain" } as const }),
        fixes: ["use-live-value"],
      });
    }
  },
};

/** Whatever items the way leads through. */
function isWhole({ path, frozen }: FrozenChange): boolean {
  const [own, whole] = [printPath(path), frozen].map((text) => text.replaceAll(/\[[^\]]*\]/g, "[]"));
  return own === whole;
}

function valuesOf({ live, sent }: FrozenChange, type: SchemaType | undefined): string {
  if (sent === undefined) return `live ${shortValue(live)}, and without it here the apply removes it`;
  return live === null ? `not there in the live object, here ${shortValue(sent)}` : changeText(live, sent, type);
}
