import { printPath } from "../../shared/fieldpath/printPath.ts";
import { dropFields } from "../../shared/manifest/dropFields.ts";
import type { TextEdit } from "../../shared/manifest/model.ts";
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
  offer({ document, code }) {
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
  const edits: TextEdit[] = [];
  const resolves: Offer["resolves"][number][] = [];
  const risky: string[] = [];
  let total = 0;
  for (const snapshot of document) {
    const conflicts = predict(snapshot).conflicts.filter(({ managers }) => !isSelfConflict(snapshot, managers));
    const paths = conflicts.map(({ path }) => path);
    const dropped = dropFields(snapshot.object, paths, snapshot.kind.type);
    const refused = new Set(dropped.refused.map(({ path }) => printPath(path)));
    edits.push(...dropped.edits);
    total += conflicts.length;
    for (const conflict of conflicts.filter(({ path }) => !refused.has(printPath(path)))) {
      resolves.push({ snapshot, code, path: conflict.path });
      if (!consequence(snapshot, conflict).safe) risky.push(printPath(conflict.path));
    }
  }
  if (resolves.length < 2) return [];
  const which = resolves.length === total ? `all ${total}` : `${resolves.length} of ${total}`;
  const warning = risky.length === 0 ? "" : ` (look at ${listed(risky)} first)`;
  return [
    { id: dropAllConflicts.id, title: `Drop ${which} conflicting fields in this document${warning}`, preferred: false, edits, resolves },
  ];
}
