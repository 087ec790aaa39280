import { printPath } from "../../shared/fieldpath/printPath.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { changedPlaces, isRefilled } from "../../shared/ownership/changedPlaces.ts";
import { isApplyOf, ownersAt } from "../../shared/ownership/owners.ts";
import { spellingOf } from "../../shared/ownership/spelling.ts";
import { spelling as message } from "../../shared/ownership/words/spellings.ts";
import { objectName } from "../../shared/ownership/words.ts";
import { valueAtPath } from "../../shared/typed/atPath.ts";
import type { Rule } from "./rule.ts";

/**
 * The live value means the same as what stands here, but is written otherwise: amounts (`1Gi` and `1073741824`), durations (`1m` and `60s`),
 * a number and the same as text. Each apply writes it anew and changes nothing else.
 *
 * Told of fields that you alone own; where others own them, it is the cause that a conflict names. Nothing is said where the server itself
 * makes the live value of this text (`1000m` is stored as `1`, and defaults are filled in): such an apply changes nothing at all. What to do:
 * write live's spelling.
 */
export const spelling: Rule = {
  code: "spelling",
  severity: "hint",
  check(snapshot, _prediction, report) {
    const { object, kind, live, as } = snapshot;
    if (live.state !== "live" || !as.decided || object.kind === "Secret") return;
    for (const place of changedPlaces(snapshot)) {
      const { path, before, isLeaf } = place;
      const sent = isLeaf ? valueAtPath(object.value, path, kind.type) : undefined;
      if (sent === undefined || isRefilled(snapshot, place)) continue;
      if (spellingOf(snapshot, path, before, sent) === undefined || touchesPlaceholder(object, path, kind.type)) continue;
      const { owners } = ownersAt(live.live, path, kind.type);
      if (owners.length === 0 || owners.some(({ entry, sure }) => !sure || !isApplyOf(as.manager, entry))) continue;
      report({
        path,
        message: message({
          field: printPath(path),
          change: changeText(snapshot, { path, live: before, sent }),
          manager: as.manager,
          object: objectName(snapshot),
        }),
        managers: [],
        certainty: { kind: "certain" },
        fixes: ["use-live-value"],
      });
    }
  },
};
