import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { nameInNamespace } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The cluster serves no such kind at this apiVersion: kubectl finds "no matches for kind" and applies nothing of it. Nothing is said where a
 * CustomResourceDefinition of the same file, the workspace or the same check brings the kind, nor offline.
 *
 * What to do: apply the definition first, or correct apiVersion and kind.
 */
export const unknownKind: Rule = {
  code: "unknown-kind",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { live, object, definesKind = false } = snapshot;
    if (live.state !== "noSuchKind" || live.source.from !== "cluster" || definesKind) return;
    report({
      path: fieldPath("kind"),
      message: refusals.unknownKind({
        context: live.source.context,
        kind: object.kind,
        version: object.apiVersion,
        object: nameInNamespace(snapshot),
      }),
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};
