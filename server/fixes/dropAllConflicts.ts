import { printPath } from "../../shared/fieldpath/printPath.ts";
import { type DroppedFields, dropFields } from "../../shared/manifest/dropFields.ts";
import { once } from "../../shared/ownership/once.ts";
import { isSelfConflict } from "../../shared/ownership/ours.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { listed } from "../../shared/ownership/words.ts";
import { consequence } from "./dropField.ts";
import type { Fix, Offer } from "./fix.ts";

const applyConflict = "apply-conflict";

/** Leaves every conflicting field of the document to its owner. Fields that cannot be dropped as text stay, and the title counts them. */
export const dropAllConflicts: Fix = {
  id: "drop-all-conflicts",
  codes: [applyConflict],
  offer: ({ document, preferredOnly }) => (preferredOnly ? [] : offersFor(document)),
};

/** They are the same for each of a document's findings. */
const offersFor = once((document: readonly Snapshot[]): readonly Offer[] => {
  const dropped: DroppedFields[] = [];
  const resolves: Offer["resolves"][number][] = [];
  const risky: string[] = [];
  let total = 0;
  for (const snapshot of document) {
    const conflicts = predict(snapshot).conflicts.filter(({ managers }) => !isSelfConflict(snapshot, managers));
    const paths = conflicts.map(({ path }) => path);
    const without = dropFields(snapshot.object, paths, snapshot.kind.type);
    const refused = new Set(without.refused.map(({ path }) => path));
    dropped.push(without);
    total += conflicts.length;
    for (const conflict of conflicts.filter(({ path }) => !refused.has(path))) {
      resolves.push({ snapshot, code: applyConflict, path: conflict.path });
      if (!consequence(snapshot, conflict).safe) risky.push(printPath(conflict.path));
    }
  }
  if (resolves.length < 2) return [];
  const what = resolves.length === total ? titles.dropsAll(total) : titles.dropsSome(resolves.length, total);
  const title = risky.length === 0 ? what : titles.lookFirst(what, listed(risky));
  return [
    {
      ...{ id: dropAllConflicts.id, title, preferred: false, resolves },
      get edits() {
        return dropped.flatMap(({ edits }) => edits);
      },
    },
  ];
});
