import type { ManagedFieldsEntry } from "../../shared/apply/model.ts";
import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { isServerSide } from "../../shared/ownership/misfits.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { objectName, ownerName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The live object's managedFields hold a record that the API server cannot decode, so it fails every server-side apply of the object, forced
 * ones too. A record at a version that the definition of a custom kind has dropped does the same; where the version is only not served any
 * more, the apply goes through, and which of both it is only the server knows: a warning. What to do: have the record repaired, or all records removed (a JSON patch that replaces `/metadata/managedFields` by `[{}]`), after
 * which nobody is known to own anything.
 */
export const unreadableOwners: Rule = {
  code: "unreadable-owners",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { live } = snapshot;
    if (live.state !== "live" || live.stale !== undefined || !isServerSide(snapshot)) return;
    const path = fieldPath("kind");
    const [first] = live.live.problems;
    if (first === undefined) {
      const lost = lostRecord(snapshot, live.live.managedFields);
      if (lost === undefined) return;
      report({
        path,
        severity: "warning",
        message: refusals.unservedRecord(objectName(snapshot), ownerName(lost, snapshot.now), lost.apiVersion),
        managers: [lost],
        certainty: { kind: "serverDecides", reason: refusals.definitionDecides(lost.apiVersion) },
        fixes: [],
      });
      return;
    }
    report({
      path,
      message: refusals.unreadableRecords(objectName(snapshot), live.live.problems.length, first),
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};

/** A record of the object's group at a version that is not served. */
function lostRecord({ kind, object }: Snapshot, records: readonly ManagedFieldsEntry[]): ManagedFieldsEntry | undefined {
  const group = object.apiVersion.slice(0, object.apiVersion.indexOf("/") + 1);
  return records.find(({ apiVersion }) => apiVersion.startsWith(group) && kind.served?.includes(apiVersion) === false);
}
