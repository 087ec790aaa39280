import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { reorderedLists } from "../../shared/ownership/reorderedLists.ts";
import * as losses from "../../shared/ownership/words/losses.ts";
import { listed, objectName, ownerName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The live list holds the same items in another order, and another manager applies this list too. The order is that of whoever applied last,
 * so each apply undoes the other's; in a pod template each of them rolls out the pods again.
 *
 * What to do: write the items in the order of the live object.
 */
export const reordersList: Rule = {
  code: "reorders-list",
  severity: "information",
  check(snapshot, prediction, report) {
    const { as, now } = snapshot;
    if (!as.decided) return;
    for (const { path, others } of reorderedLists(snapshot, prediction)) {
      const rollsOut = isInTemplate(path);
      const parts = {
        manager: as.manager,
        object: objectName(snapshot),
        list: printPath(path),
        others: listed(others.map((other) => ownerName(other, now))),
      };
      report({
        path,
        message: rollsOut ? losses.reordersAndRollsOut(parts) : losses.reordersList(parts),
        managers: others,
        certainty: { kind: "certain" },
        severity: rollsOut ? "warning" : "information",
        fixes: ["use-live-order"],
      });
    }
  },
};

function isInTemplate(path: FieldPath): boolean {
  return path.slice(0, 2).some((element) => element.kind === "field" && /^(t|jobT)emplate$/.test(element.name));
}
