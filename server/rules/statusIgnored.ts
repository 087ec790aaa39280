import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { has } from "../../shared/fieldpath/set.ts";
import { isMap, valueAt } from "../../shared/fieldpath/value.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The kind's status is a subresource of its own, so an apply of the object ignores what stands here: nothing conflicts, nothing changes,
 * nobody owns it. Generated definitions and exports hold such. What to do: remove it.
 */
export const statusIgnored: Rule = {
  code: "status-ignored",
  severity: "hint",
  check(snapshot, _prediction, report) {
    const { object, kind } = snapshot;
    const status = valueAt(object.value, "status");
    const path = fieldPath("status");
    if (!isMap(status) || status.size === 0 || kind.schemaSource === "deduced" || !has(kind.resetFields, path)) return;
    report({
      path,
      message: `status is ignored here: it is written through the status subresource only (${objectName(snapshot)}).`,
      managers: [],
      certainty: { kind: "certain" },
      fixes: ["remove-field"],
    });
  },
};
