import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap } from "../../shared/fieldpath/value.ts";
import { onlyAdds } from "../../shared/ownership/change.ts";
import { contestedAt } from "../../shared/ownership/contested.ts";
import { isHand } from "../../shared/ownership/deployers.ts";
import { keepersOf } from "../../shared/ownership/dropping.ts";
import { defaultInPlace } from "../../shared/ownership/liveDefault.ts";
import type { FieldConflict } from "../../shared/ownership/predict.ts";
import { isRequired } from "../../shared/ownership/required.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { spellingOf } from "../../shared/ownership/spelling.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { listed, shortValue } from "../../shared/ownership/words.ts";
import type { Fix } from "./fix.ts";
import { removing } from "./removing.ts";

/**
 * Leaves the field to its owner: takes it, and a parent that it empties, out of the manifest. Preferred only where somebody keeps the value
 * and the manifest stays valid without the field, and not where it merely adds to a map or says the same in another spelling; not offered
 * where the text is shared through an anchor.
 */
export const dropField: Fix = {
  id: "drop-field",
  codes: ["apply-conflict", "takes-over", "replaces-list"],
  offer({ snapshot, code, path }) {
    const contested = contestedAt(snapshot, path);
    if (contested === undefined) return [];
    const { conflict, taken } = contested;
    const { words, safe } = consequence(snapshot, conflict);
    // Whoever forces may want the edit of a hand undone.
    const harmless = onlyAdds(conflict) || saysTheSame(snapshot, conflict);
    const preferred = safe && !harmless && !(taken && conflict.managers.every(({ manager }) => isHand(manager)));
    const title = titles.drops(printPath(path), words);
    return removing(snapshot, [{ path }], { id: dropField.id, title, preferred, resolves: [{ snapshot, code, path }] }) ?? [];
  },
};

function saysTheSame(snapshot: Snapshot, { path, live, sent }: FieldConflict): boolean {
  return live !== undefined && sent !== undefined && spellingOf(snapshot, path, live, sent) !== undefined;
}

/** What becomes of the live field, and whether dropping it is a safe thing to do. */
export function consequence(snapshot: Snapshot, conflict: FieldConflict): { readonly words: string; readonly safe: boolean } {
  const { path, live, managers } = conflict;
  const { keepers } = keepersOf(snapshot, conflict);
  const names = [...new Set(managers.map((owner) => owner.manager))];
  const owners = listed(names);
  if (keepers.length === 0) return { words: afterwards(snapshot, path, owners), safe: false };
  if (isRequired(snapshot.object, path)) return { words: titles.thenInvalid(owners, snapshot.object.kind), safe: false };
  const isLong = live === undefined || isList(live) || isMap(live);
  const words = isLong ? titles.thenKeptWhole(owners, names.length) : titles.thenKept(owners, names.length, shortValue(live, 30));
  return { words, safe: true };
}

/** What is left of a field that nobody keeps. */
function afterwards(snapshot: Snapshot, path: FieldPath, owners: string): string {
  const becomes = defaultInPlace(snapshot, path);
  if (becomes === "none") return titles.thenDeleted(owners);
  return becomes === "unknown" ? titles.thenGone(owners) : titles.thenReset(owners, shortValue(becomes.value, 30));
}
