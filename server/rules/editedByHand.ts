import { printPath } from "../../shared/fieldpath/printPath.ts";
import { byAncestor, type Group, pathsText } from "../../shared/ownership/byAncestor.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { exclusionsOf } from "../../shared/ownership/exclusions.ts";
import { type HandEdit, handEditsOf } from "../../shared/ownership/handEdits.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as losses from "../../shared/ownership/words/losses.ts";
import { listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
import type { Found, Rule } from "./rule.ts";

/**
 * Somebody changed this field of the live object by hand (kubectl edit, patch, set, label, a dashboard …), and the file says something else
 * or nothing.
 *
 * The next apply puts back what the file says; what the file lacks stays in the live object and nobody who reads the file knows. Flux removes
 * that too where kubectl set it, unless `kustomize.toolkit.fluxcd.io/ssa: Merge` tells it not to. Restarts and scaling that the file leaves
 * open are not told of. What to do: write the live value into the file to keep it, or apply and let it go.
 */
export const editedByHand: Rule = {
  code: "edited-by-hand",
  severity: "information",
  check(snapshot, _prediction, report) {
    const edits = handEditsOf(snapshot);
    for (const edit of edits) if (edit.sent !== undefined) report(changed(snapshot, edit));
    // What the file excludes has a finding of its own: to keep it would be no way out.
    const excluded = exclusionsOf(snapshot).map(({ stays }) => printPath(stays));
    const missing = edits.filter(({ path, sent }) => sent === undefined && !excluded.includes(printPath(path)));
    for (const goes of ["sentBefore", "takenOver", undefined] as const) {
      const alike = missing.filter((edit) => edit.goes === goes);
      for (const group of byAncestor(snapshot, alike)) report(added(snapshot, group));
    }
  },
};

function changed(snapshot: Snapshot, { path, by, live, sent }: HandEdit): Found {
  const message = losses.editedByHand({
    manager: managerOf(snapshot),
    object: objectName(snapshot),
    field: printPath(path),
    hand: ownerName(by, snapshot.now),
    change: changeText(snapshot, { path, live, sent }),
  });
  return { path, message, managers: [by], certainty: { kind: "certain" }, fixes: ["keep-hand-edit"] };
}

function added(snapshot: Snapshot, group: Group<HandEdit>): Found {
  const [first] = group;
  const count = group.length;
  const managers = [...new Set(group.map(({ by }) => by))];
  const hands = listed(managers.map((hand) => ownerName(hand, snapshot.now)));
  const parts = {
    object: objectName(snapshot),
    outcome: outcomes[first.goes ?? "stays"](managerOf(snapshot), count),
  };
  const message =
    count === 1
      ? losses.addedByHand({ ...parts, field: printPath(first.path), value: shortValue(first.live), hand: hands })
      : losses.addedFieldsByHand({ ...parts, fields: pathsText(group), count, hands });
  return { path: first.path, message, managers, certainty: { kind: "certain" }, fixes: ["keep-hand-edit", "remove-live"] };
}

const outcomes = { sentBefore: losses.handEditGoes, takenOver: losses.takenOver, stays: losses.handEditStays } as const;

function managerOf({ as }: Snapshot): string {
  return as.decided ? as.manager : "";
}
