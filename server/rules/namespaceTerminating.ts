import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { nameInNamespace } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The namespace is being deleted: what is in it may still be changed, but the API server answers 403 to whatever is new. Nothing is said
 * where the namespace may not be read, nor offline.
 *
 * What to do: wait until it is gone and create it again, or find out which finalizer holds it.
 */
export const namespaceTerminating: Rule = {
  code: "namespace-terminating",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { live, namespaceTrouble } = snapshot;
    if (namespaceTrouble !== "terminating" || live.state !== "absent" || live.source.from !== "cluster") return;
    report({
      path: fieldPath("metadata", "namespace"),
      message: refusals.namespaceTerminating(live.source.namespace ?? "", live.source.context, nameInNamespace(snapshot)),
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};
