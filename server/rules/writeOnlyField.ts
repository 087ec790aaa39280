import { field, fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { has } from "../../shared/fieldpath/set.ts";
import { isMap, valueAt } from "../../shared/fieldpath/value.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { isPartial } from "../../shared/ownership/dropped.ts";
import { isApplyOf } from "../../shared/ownership/owners.ts";
import * as losses from "../../shared/ownership/words/losses.ts";
import { listed, objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * Keys of a Secret that we once sent in `stringData` and that the manifest no longer has. The server moved them to `data`, where nobody owns
 * them, so they stay in the live object for ever. What to do: delete them by hand, or send keys in `data`, where dropping one removes it.
 */
export const writeOnlyField: Rule = {
  code: "write-only-field",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { object, live, as, kind } = snapshot;
    if (object.kind !== "Secret" || object.apiVersion !== "v1" || live.state !== "live" || live.stale !== undefined) return;
    if (!as.decided || as.with !== "server-side" || isPartial(snapshot)) return;
    const own = live.live.managedFields.find((entry) => isApplyOf(as.manager, entry));
    const data = valueAt(live.live.object, "data");
    if (own === undefined || !isMap(data) || touchesPlaceholder(object, [], kind.type)) return;
    const left = [...data.keys()].filter((key) => {
      const sent = [valueAt(object.value, "stringData", key), valueAt(object.value, "data", key)];
      return has(own.fields, fieldPath("stringData", key)) && sent.every((value) => value === undefined);
    });
    const [first] = left;
    if (first === undefined) return;
    report({
      path: [...fieldPath("stringData"), field(first)],
      message: losses.writeOnlyFields(listed(left, 5), left.length, objectName(snapshot)),
      managers: [own],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};
