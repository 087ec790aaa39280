import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isMap, type Value } from "../../shared/fieldpath/value.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { emptiesOf } from "../../shared/ownership/empties.ts";
import * as texts from "../../shared/ownership/words/texts.ts";
import { listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * A field is written as null, `{}` or `[]`, and that is not what comes of it: null makes the server fill its default in, which is yours then,
 * and an empty map or list, or null in place of one, leaves there what others have put there. What to do: remove the field, or write what you want.
 */
export const nullValue: Rule = {
  code: "null-value",
  severity: "warning",
  check(snapshot, _prediction, report) {
    for (const { path, written, becomes, keepers } of emptiesOf(snapshot)) {
      if (touchesPlaceholder(snapshot.object, path, snapshot.kind.type)) continue;
      const owners = listed(keepers.map((owner) => ownerName(owner, snapshot.now)));
      report({
        path,
        message:
          becomes === undefined
            ? texts.emptiesNothing(printPath(path), textOf(written), owners, objectName(snapshot))
            : texts.becomesDefault(printPath(path), textOf(written), shortValue(becomes), objectName(snapshot)),
        managers: keepers,
        certainty: { kind: "certain" },
        fixes: ["remove-field"],
      });
    }
  },
};

function textOf(written: Value): string {
  return written === null ? "null" : isMap(written) ? "{}" : "[]";
}
