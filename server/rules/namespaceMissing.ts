import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { nameInNamespace } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The cluster has no namespace of this name, so the API server answers 404 and creates nothing in it. Nothing is said where the same file,
 * the workspace or the same check brings the Namespace, where it may not be read, nor offline.
 *
 * What to do: create the namespace first, or correct the name. Some deployers create it themselves when they are told to (Helm's
 * `--create-namespace`, Argo CD's `CreateNamespace=true`): then put a Namespace beside the manifest, or ignore this.
 */
export const namespaceMissing: Rule = {
  code: "namespace-missing",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { live, namespaceTrouble } = snapshot;
    if (namespaceTrouble !== "missing" || live.state !== "absent" || live.source.from !== "cluster") return;
    report({
      path: fieldPath("metadata", "namespace"),
      message: refusals.namespaceMissing(live.source.context, live.source.namespace ?? "", nameInNamespace(snapshot)),
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};
