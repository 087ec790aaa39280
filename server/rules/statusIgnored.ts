import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { has } from "../../shared/fieldpath/set.ts";
import { isList, isMap, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import * as objects from "../../shared/ownership/words/objects.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The kind's status is a subresource of its own, so an apply of the object ignores what stands here: nothing conflicts, nothing changes,
 * nobody owns it. Exports hold such. What to do: remove it. A status that says nothing, as generators write it, is left alone.
 */
export const statusIgnored: Rule = {
  code: "status-ignored",
  severity: "hint",
  check(snapshot, _prediction, report) {
    const { object, kind } = snapshot;
    const status = valueAt(object.value, "status");
    const path = fieldPath("status");
    if (status === undefined || saysNothing(status) || kind.schemaSource === "deduced" || !has(kind.resetFields, path)) return;
    report({
      path,
      message: objects.statusIgnored(objectName(snapshot)),
      managers: [],
      certainty: { kind: "certain" },
      fixes: ["remove-field"],
    });
  },
};

/** Empty all the way down, or what Go writes for what was not set. */
function saysNothing(value: Value): boolean {
  if (isMap(value)) return [...value.values()].every(saysNothing);
  return isList(value) ? value.length === 0 : value === null || value === "" || value === 0 || value === false;
}
