import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { stringAt } from "../../shared/fieldpath/value.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The manifest says which version of the live object it was written against, and that is not the present one: the API server refuses it with
 * "the object has been modified". Force does not help, although kubectl advises it. What to do: remove `resourceVersion`, which an export left.
 */
export const staleResourceVersion: Rule = {
  code: "stale-resource-version",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { live, object, kind, as } = snapshot;
    if (live.state !== "ownersUnknown" && (live.state !== "live" || live.stale !== undefined)) return;
    const path = fieldPath("metadata", "resourceVersion");
    const pinned = stringAt(object.value, "metadata", "resourceVersion") ?? "";
    const current = stringAt(live.live.object, "metadata", "resourceVersion");
    if (pinned === "" || current === undefined || pinned === current || touchesPlaceholder(object, path, kind.type)) return;
    const parts = { live: current, pinned, object: objectName(snapshot) };
    report({
      path,
      message: as.decided ? refusals.staleVersion({ ...parts, manager: as.manager }) : refusals.staleVersionForAll(parts),
      managers: [],
      certainty: { kind: "certain" },
      fixes: ["clean-export"],
    });
  },
};
