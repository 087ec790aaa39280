import { type FieldPath, fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { isList, stringAt, valueAt } from "../../shared/fieldpath/value.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import * as objects from "../../shared/ownership/words/objects.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { age, listed, objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The live object is being deleted: what is applied now goes with it as soon as its last finalizer is gone. A finalizer that the manifest adds
 * to it is refused. What to do: wait until it is gone and apply then.
 */
export const beingDeleted: Rule = {
  code: "being-deleted",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { live, object, kind, now } = snapshot;
    if (live.state !== "ownersUnknown" && (live.state !== "live" || live.stale !== undefined)) return;
    const since = stringAt(live.live.object, "metadata", "deletionTimestamp");
    if (since === undefined) return;
    const present = namesIn(valueAt(live.live.object, "metadata", "finalizers"));
    const common = { managers: [], certainty: { kind: "certain" }, fixes: [] } as const;
    report({
      ...common,
      path: fieldPath("kind"),
      message: objects.beingDeleted(objectName(snapshot), age(since, now), present.length === 0 ? undefined : listed(present)),
    });
    for (const name of namesIn(valueAt(object.value, "metadata", "finalizers"))) {
      const path: FieldPath = [...fieldPath("metadata", "finalizers"), { kind: "value", value: name }];
      if (present.includes(name) || touchesPlaceholder(object, path, kind.type)) continue;
      report({ ...common, path, severity: "error", message: refusals.finalizerTooLate(name, objectName(snapshot)) });
    }
  },
};

function namesIn(finalizers: Parameters<typeof isList>[0]): readonly string[] {
  return isList(finalizers) ? finalizers.filter((name) => typeof name === "string") : [];
}
