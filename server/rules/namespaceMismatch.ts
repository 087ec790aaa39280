import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The manifest names another namespace than the flag `-n`: kubectl refuses to go on. A namespace of `.field-ownership.yaml`, of a setting or
 * of the context is for objects that name none and contradicts nobody; kinds without namespaces are not asked.
 *
 * What to do: leave out the flag, give it the manifest's namespace, or take the namespace out of the manifest.
 */
export const namespaceMismatch: Rule = {
  code: "namespace-mismatch",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { object, kind, namespaceFlag } = snapshot;
    const path = fieldPath("metadata", "namespace");
    if (namespaceFlag === undefined || object.namespace === undefined || object.namespace === namespaceFlag) return;
    if (!kind.namespaced || kind.schemaSource === "deduced" || touchesPlaceholder(object, path, kind.type)) return;
    report({
      path,
      message: refusals.namespaceMismatch(object.namespace, namespaceFlag, objectName(snapshot)),
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};
