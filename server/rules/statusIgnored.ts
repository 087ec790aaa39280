import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { has } from "../../shared/fieldpath/set.ts";
import { isList, isMap, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
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
    if (status === undefined || saysNothing(status, object) || kind.schemaSource === "deduced" || !has(kind.resetFields, path)) return;
    report({
      path,
      message: objects.statusIgnored(objectName(snapshot)),
      managers: [],
      certainty: { kind: "certain" },
      fixes: ["remove-field"],
    });
  },
};

/** Empty all the way down, or what Go writes for what was not set; empty lists only in a definition, where controller-gen writes them. */
function saysNothing(value: Value, { kind }: Snapshot["object"]): boolean {
  const inside = (below: Value): boolean => {
    if (isMap(below)) return [...below.values()].every(inside);
    if (isList(below)) return below.length === 0 && kind === "CustomResourceDefinition";
    return below === null || below === "" || below === 0 || below === false;
  };
  return inside(value);
}
