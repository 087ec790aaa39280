import { printElement, printPath } from "../../shared/fieldpath/printPath.ts";
import { isServerSide, misfitsOf, placeOf, refusalText, schemaWord } from "../../shared/ownership/misfits.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import type { Rule } from "./rule.ts";

/**
 * Two items of a list have the same merge keys, or the same value in a set; a key that an item leaves out counts with its default, so port
 * 80 and port 80 with protocol TCP are one. Server-side apply cannot tell them apart and refuses the whole object; `kubectl apply` and Helm 3
 * take it, so this often shows first when a chart moves to server-side apply.
 *
 * Marked at the second, related to the first. What to do: remove one of them.
 */
export const duplicateItem: Rule = {
  code: "duplicate-item",
  severity: "error",
  check(snapshot, _prediction, report) {
    if (!isServerSide(snapshot)) return;
    for (const misfit of misfitsOf(snapshot)) {
      if (misfit.kind !== "duplicate" || misfit.item === undefined) continue;
      const path = placeOf(misfit);
      report({
        path,
        ordinal: misfit.item.equalBefore,
        message: refusals.duplicateItem(printElement(misfit.item.element), printPath(misfit.path), refusalText(snapshot)),
        managers: [],
        ...schemaWord(snapshot),
        related: [{ path, ordinal: 0, message: refusals.theFirstOne }],
        fixes: ["remove-duplicate"],
      });
    }
  },
};
