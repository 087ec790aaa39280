import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { pathsOf, recursiveDifference } from "../../shared/fieldpath/set.ts";
import { pathsText } from "../../shared/ownership/byAncestor.ts";
import { isMark } from "../../shared/ownership/deployers.ts";
import { holds, leavesOf } from "../../shared/ownership/fileLeaves.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as objects from "../../shared/ownership/words/objects.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The file, or the files of one check, hold one object more than once. Each document is applied on its own, one after the other: the later apply deletes what only the
 * earlier one sets, and at the next run the earlier one brings it back for a moment.
 *
 * Reported at each document but the first. What to do: put them together in one document, or give one of them another name.
 */
export const sameObjectTwice: Rule = {
  code: "same-object-twice",
  severity: "warning",
  check(snapshot, _prediction, report) {
    if (snapshot.twins?.before === undefined) return;
    const { beforeIn } = snapshot.twins;
    const lost = lostFields(snapshot);
    const place = beforeIn ?? objects.thisFile;
    const name = objectName(snapshot);
    report({
      path: fieldPath("metadata", "name"),
      message: lost.length === 0 ? objects.saidBeforeAndLast(name, place) : objects.saidBeforeAndLost(name, place, pathsText(lost)),
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};

/** What the document before this one sets and this one lacks; nothing where the schema is a guess. */
function lostFields({ twins, object, kind }: Snapshot): readonly { readonly path: ReturnType<typeof fieldPath> }[] {
  const before = twins?.before;
  if (before === undefined || kind.schemaSource === "deduced") return [];
  const now = leavesOf([object.value], kind);
  return [...pathsOf(recursiveDifference(leavesOf([before], kind), now))]
    .filter((path) => !isMark(path) && !holds(now, path))
    .map((path) => ({ path }));
}
