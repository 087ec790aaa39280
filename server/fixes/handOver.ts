import type { ManagedFieldsEntry } from "../../shared/apply/model.ts";
import { equalPaths } from "../../shared/fieldpath/pathElement.ts";
import { has, leaves, size } from "../../shared/fieldpath/set.ts";
import { contestedAt } from "../../shared/ownership/contested.ts";
import { lastAppliedPath } from "../../shared/ownership/deployers.ts";
import { handOverPatch } from "../../shared/ownership/handOver.ts";
import { kubectl, liveTarget, resourceArgument } from "../../shared/ownership/kubectl.ts";
import { leftoversOf } from "../../shared/ownership/leftovers.ts";
import { isOurOther } from "../../shared/ownership/ours.ts";
import { handsOver } from "../../shared/ownership/words/commands.ts";
import { ownerName } from "../../shared/ownership/words.ts";
import type { Fix, FixTarget } from "./fix.ts";

/**
 * A command that makes a former record of ours, under another name or operation, part of the record that today's applies write: it finishes
 * a rename, and is the migration from client-side apply. No value changes; what the manifest lacks goes at the next apply.
 */
export const handOver: Fix = {
  id: "hand-over",
  codes: ["self-conflict", "left-behind", "apply-conflict"],
  offer(target) {
    const { snapshot, code, path, preferredOnly } = target;
    const live = preferredOnly ? undefined : liveTarget(snapshot);
    if (live === undefined || !snapshot.as.decided) return [];
    const { manager } = snapshot.as;
    return formerRecords(target).flatMap((record) => {
      const patch = handOverPatch(snapshot, live, record);
      const copies = patch && kubectl(live, ["patch", resourceArgument(live), "--type=json", "-p", patch]);
      if (copies === undefined) return [];
      const title = handsOver(ownerName(record, snapshot.now), size(leaves(record.fields)), manager);
      return [{ id: handOver.id, title, preferred: false, edits: [], copies, resolves: [{ snapshot, code, path }] }];
    });
  },
};

/** The records behind the finding that are ours, or a client-side apply's. */
function formerRecords({ snapshot, code, path }: FixTarget): readonly ManagedFieldsEntry[] {
  if (code === "left-behind") {
    const leftover = leftoversOf(snapshot).find((candidate) => equalPaths(candidate.path, path));
    return leftover === undefined ? [] : [leftover.by];
  }
  const managers = contestedAt(snapshot, path)?.conflict.managers ?? [];
  return managers.filter(
    (record) => isOurOther(snapshot, record) || (record.operation === "Update" && has(record.fields, lastAppliedPath)),
  );
}
