import { printPath } from "../../shared/fieldpath/printPath.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { exclusionsOf } from "../../shared/ownership/exclusions.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { listed, objectName, ownerName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The manifest sets a field that excludes another one, which it leaves out but which stays in the live object, since somebody else or nobody
 * owns it: nothing conflicts, and the API server refuses what the merge makes of both.
 *
 * So it is when a Deployment gets `type: Recreate` and the `rollingUpdate` that the server had filled in is left, or when a variable gets
 * `valueFrom` where a hand had set `value`. Writing null does not help: it removes only what you own. What to do: change both in the live
 * object once, as `kubectl patch` or `kubectl edit` does, or take the field from its owner.
 */
export const excludedField: Rule = {
  code: "excluded-field",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { object, kind, as, now } = snapshot;
    for (const { path, stays, keepers } of exclusionsOf(snapshot)) {
      if (!as.decided || touchesPlaceholder(object, path, kind.type)) continue;
      const parts = { field: printPath(path), stays: printPath(stays), manager: as.manager, object: objectName(snapshot) };
      const owners = listed(keepers.map((owner) => ownerName(owner, now)));
      const message = keepers.length === 0 ? refusals.excludesOwnerless(parts) : refusals.excludes({ ...parts, owners });
      report({ path, message, managers: keepers, certainty: { kind: "certain" }, fixes: [] });
    }
  },
};
