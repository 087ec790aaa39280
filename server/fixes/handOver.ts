import type { ManagedFieldsEntry } from "../../shared/apply/model.ts";
import { equalPaths } from "../../shared/fieldpath/pathElement.ts";
import { has, leaves, size } from "../../shared/fieldpath/set.ts";
import { pathsText } from "../../shared/ownership/byAncestor.ts";
import { contestedAt } from "../../shared/ownership/contested.ts";
import { lastAppliedPath } from "../../shared/ownership/deployers.ts";
import { handOverOf } from "../../shared/ownership/handOver.ts";
import { kubectl, liveTarget, resourceArgument } from "../../shared/ownership/kubectl.ts";
import { leftoversOf } from "../../shared/ownership/leftovers.ts";
import { droppedForGood } from "../../shared/ownership/movedItems.ts";
import { isOurOther } from "../../shared/ownership/ours.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as words from "../../shared/ownership/words/commands.ts";
import { ownerName } from "../../shared/ownership/words.ts";
import type { Fix, FixTarget } from "./fix.ts";

/**
 * A command that makes a former record of ours, under another name or operation, part of the record that today's applies write: it finishes
 * a rename, and is the migration from client-side apply. No value changes; what the manifest lacks goes at the next apply, and the title names it.
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
      const handed = handOverOf(snapshot, live, record);
      const copies = handed && kubectl(live, ["patch", resourceArgument(live), "--type=json", "-p", handed.patch]);
      if (handed === undefined || copies === undefined) return [];
      const fields = size(leaves(record.fields));
      const title = words.handsOver(ownerName(record, snapshot.now), fields, manager, afterwards(snapshot, handed.managedFields));
      return [{ id: handOver.id, title, preferred: false, edits: [], copies, resolves: [{ snapshot, code, path }] }];
    });
  },
};

/** What the next apply removes, once the records are these. */
function afterwards(snapshot: Snapshot, managedFields: readonly ManagedFieldsEntry[]): readonly string[] {
  const { live } = snapshot;
  if (live.state !== "live") return [];
  const { removed } = droppedForGood({ ...snapshot, live: { ...live, live: { ...live.live, managedFields } } });
  if (removed.length === 0) return [];
  const isSure = removed.every(({ becomes }) => becomes === "none");
  return [isSure ? words.thenRemoves(pathsText(removed)) : words.thenResets(pathsText(removed))];
}

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
