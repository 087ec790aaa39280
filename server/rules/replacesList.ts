import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isMap } from "../../shared/fieldpath/value.ts";
import { comesBack } from "../../shared/ownership/comesBack.ts";
import { effectsOf } from "../../shared/ownership/effects.ts";
import { lostItems } from "../../shared/ownership/lostItems.ts";
import * as conflicts from "../../shared/ownership/words/conflicts.ts";
import { listed, objectName, ownerName } from "../../shared/ownership/words.ts";
import { contestedPlaces } from "./contested.ts";
import type { Rule } from "./rule.ts";

/**
 * The apply is forced and replaces a list or map that merges as a whole: what another manager put there and this file lacks is gone.
 *
 * Items that differ only by what the server filled in do not count as lost. What to do: write the lost items into the file, or drop the list
 * and leave it to its owner.
 */
export const replacesList: Rule = {
  code: "replaces-list",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { as, now } = snapshot;
    if (!as.decided) return;
    for (const conflict of effectsOf(snapshot).taken) {
      const { path, managers, live, sent, certainty } = conflict;
      const lost = lostItems(live, sent);
      if (lost.length === 0) continue;
      const parts = {
        field: printPath(path),
        owners: listed(managers.map((owner) => ownerName(owner, now))),
        manager: as.manager,
        object: objectName(snapshot),
        count: lost.length,
        lost: listed(lost),
        afterwards: [...new Set(managers.map(comesBack))].join("; "),
      };
      report({
        path,
        message: isMap(live) ? conflicts.replacesMap(parts) : conflicts.replacesList(parts),
        managers,
        certainty,
        related: contestedPlaces(conflict),
        fixes: ["drop-field"],
      });
    }
  },
};
