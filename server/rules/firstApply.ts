import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { isEmpty } from "../../shared/fieldpath/set.ts";
import { leavesOf } from "../../shared/ownership/fileLeaves.ts";
import * as objects from "../../shared/ownership/words/objects.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The live object has no record of who set what: it was written before the API server kept records, or they were removed. Its first
 * server-side apply makes one: all that is there becomes that of before-first-apply, and what the apply changes conflicts with it.
 *
 * A saved object without managedFields is another thing: then owners are unknown, and nothing is said. Nor is anything said of a manifest
 * that gives no more than a name: what such an apply makes has no record either, and it claims nothing.
 */
export const firstApply: Rule = {
  code: "first-apply",
  severity: "hint",
  check(snapshot, _prediction, report) {
    const { live, as } = snapshot;
    if (live.state !== "live" || live.stale !== undefined || !as.decided || as.with !== "server-side") return;
    if (live.live.managedFields.length > 0 || live.live.problems.length > 0) return;
    if (isEmpty(leavesOf([snapshot.object.value], snapshot.kind))) return;
    report({
      path: fieldPath("kind"),
      message: objects.firstApply(objectName(snapshot)),
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};
