import { equalPaths, type FieldPath, fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { has } from "../../shared/fieldpath/set.ts";
import { stringAt, valueAt } from "../../shared/fieldpath/value.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { nullTemplateTimes } from "../../shared/ownership/exportLeftovers.ts";
import type { Severity } from "../../shared/ownership/finding.ts";
import { isServerSide } from "../../shared/ownership/misfits.ts";
import { isApplyOf } from "../../shared/ownership/owners.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * A leftover of an export from a cluster: only the server sets this field.
 *
 * `managedFields` makes server-side apply refuse the object, and so does the `uid` of another object: errors. `creationTimestamp: null` in a pod
 * template, as generators write it, gets an owner, so that the same text applied by another manager conflicts: a warning. The others are
 * ignored by the server: hints. What to do: one fix removes all that an export left.
 */
export const serverSetField: Rule = {
  code: "server-set-field",
  severity: "hint",
  check(snapshot, prediction, report) {
    const { object, kind } = snapshot;
    const name = objectName(snapshot);
    const say = (path: FieldPath, severity: Severity, sentence: (field: string) => string): void => {
      if (touchesPlaceholder(object, path, kind.type)) return;
      const message = sentence(printPath(path));
      report({ path, severity, message, managers: [], certainty: { kind: "certain" }, fixes: ["clean-export"] });
    };
    const managedFields = valueAt(object.value, "metadata", "managedFields");
    if (managedFields !== undefined && managedFields !== null) {
      const path = fieldPath("metadata", "managedFields");
      if (isServerSide(snapshot)) say(path, "error", (field) => refusals.setByServerOnly(field, refused(snapshot), name));
      else say(path, "hint", (field) => refusals.setByServerIgnored(field, name));
    }
    const uid = stringAt(object.value, "metadata", "uid");
    const live = currentLive(snapshot);
    if (
      uid !== undefined &&
      live !== undefined &&
      uid !== stringAt(live, "metadata", "uid") &&
      !has(kind.resetFields, fieldPath("metadata"))
    ) {
      say(fieldPath("metadata", "uid"), "error", (field) => refusals.ofAnotherObject(field, refused(snapshot), name));
    }
    for (const own of ignored) {
      const value = valueAt(object.value, "metadata", own);
      if (value !== undefined && value !== null) say(fieldPath("metadata", own), "hint", (field) => refusals.ignoredHere(field, name));
    }
    if (!snapshot.as.decided || snapshot.as.with !== "server-side" || kind.schemaSource === "deduced") return;
    for (const path of nullTemplateTimes(snapshot)) {
      const said = prediction.conflicts.some((conflict) => equalPaths(conflict.path, path));
      if (!said && !isOurs(snapshot, path)) say(path, "warning", (field) => refusals.nullCountsAsSet(field, name));
    }
  },
};

const ignored = ["creationTimestamp", "generation", "selfLink"];

function refused({ as }: Snapshot): string {
  return as.decided ? refusals.asIsRefused(as.manager) : refusals.serverSideIsRefused;
}

/** The newest live object with an identity. */
function currentLive({ live }: Snapshot) {
  if (live.state === "ownersUnknown") return withUid(live.live.object);
  return live.state === "live" && live.stale === undefined ? withUid(live.live.object) : undefined;
}

function withUid(object: Snapshot["object"]["value"]) {
  return stringAt(object, "metadata", "uid") === undefined ? undefined : object;
}

/** We applied it before: applying it again changes nothing. */
function isOurs({ live, as }: Snapshot, path: FieldPath): boolean {
  if (live.state !== "live" || !as.decided) return false;
  return live.live.managedFields.some((entry) => isApplyOf(as.manager, entry) && has(entry.fields, path));
}
