import { printPath } from "../../shared/fieldpath/printPath.ts";
import { type DroppedFields, dropFields } from "../../shared/manifest/dropFields.ts";
import { isSelfConflict } from "../../shared/ownership/ours.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { listed } from "../../shared/ownership/words.ts";
import { consequence } from "./dropField.ts";
import type { Fix, Offer } from "./fix.ts";

/** Leaves every conflicting field of the document to its owner. Fields that cannot be dropped as text stay, and the title counts them. */
export const dropAllConflicts: Fix = {
  id: "drop-all-conflicts",
  codes: ["apply-conflict"],
  offer({ document, code, preferredOnly }) {
    if (preferredOnly) return [];
    const known = offers.get(document);
    if (known !== undefined) return known;
    const fresh = offersOf(document, code);
    offers.set(document, fresh);
    return fresh;
  },
};

/** It is the same for each of a document's findings. */
const offers = new WeakMap<readonly Snapshot[], readonly Offer[]>();

function offersOf(document: readonly Snapshot[], code: string): readonly Offer[] {
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
      resolves.push({ snapshot, code, path: conflict.path });
      if (!consequence(snapshot, conflict).safe) risky.push(printPath(conflict.path));
    }
  }
  if (resolves.length < 2) return [];
  const which = resolves.length === total ? `all ${total}` : `${resolves.length} of ${total}`;
  const warning = risky.length === 0 ? "" : ` (look at ${listed(risky)} first)`;
  const title = `Drop ${which} conflicting fields in this document${warning}`;
  return [
    {
      ...{ id: dropAllConflicts.id, title, preferred: false, resolves },
      get edits() {
        return dropped.flatMap(({ edits }) => edits);
      },
    },
  ];
}
