import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { hookReason } from "../../shared/ownership/annotations.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The manifest leaves its object's name to the server, so there is nothing that could be applied to: `kubectl apply` refuses it. Hooks of Helm
 * and Argo CD are created, and nothing is said of them. What to do: use `kubectl create`, or give the object a name.
 */
export const generateName: Rule = {
  code: "generate-name",
  severity: "information",
  check(snapshot, _prediction, report) {
    const { object } = snapshot;
    if (object.name !== undefined || object.generateName === undefined || hookReason(object.value) !== undefined) return;
    report({
      path: fieldPath("metadata", "generateName"),
      message: refusals.generateNameRefused(objectName(snapshot)),
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};
