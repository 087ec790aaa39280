import { printPath } from "../../shared/fieldpath/printPath.ts";
import { byAncestor, type Group, pathsText } from "../../shared/ownership/byAncestor.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { type HandEdit, handEditsOf } from "../../shared/ownership/handEdits.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { applyingAs, counted, listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
import { typeAtPath } from "../../shared/typed/atPath.ts";
import type { Found, Rule } from "./rule.ts";

/**
 * Somebody changed this field of the live object by hand (kubectl edit, patch, set, label, a dashboard …), and the file says something else
 * or nothing.
 *
 * The next apply puts back what the file says; what the file lacks stays in the live object and nobody who reads the file knows. Restarts
 * and scaling that the file leaves open are not told of. What to do: write the live value into the file to keep it, or apply and let it go.
 */
export const editedByHand: Rule = {
  code: "edited-by-hand",
  severity: "information",
  check(snapshot, _prediction, report) {
    const edits = handEditsOf(snapshot);
    for (const edit of edits) if (edit.sent !== undefined) report(changed(snapshot, edit));
    const missing = edits.filter(({ sent }) => sent === undefined);
    for (const goes of [true, false]) {
      const alike = missing.filter((edit) => edit.goes === goes);
      for (const group of byAncestor(snapshot, alike)) report(added(snapshot, group));
    }
  },
};

function changed(snapshot: Snapshot, { path, by, live, sent }: HandEdit): Found {
  const change = changeText(live, sent, typeAtPath(snapshot.kind.type, path));
  return {
    path,
    message: `${printPath(path)} was set by ${ownerName(by, snapshot.now)}: ${change}. ${applying(snapshot)} puts back what the file says (${objectName(snapshot)}).`,
    managers: [by],
    certainty: { kind: "certain" },
    fixes: ["keep-hand-edit"],
  };
}

function added(snapshot: Snapshot, group: Group<HandEdit>): Found {
  const [first, ...more] = group;
  const hands = [...new Set(group.map(({ by }) => by))];
  const by = listed(hands.map((hand) => ownerName(hand, snapshot.now)));
  const what =
    more.length === 0
      ? `${printPath(first.path)} was set to ${shortValue(first.live)} by ${by}, and this file lacks it`
      : `${counted(group.length, "field")} that this file lacks were set by ${by}: ${pathsText(group)}`;
  const them = more.length === 0 ? "it" : "them";
  const outcome = first.goes
    ? `deletes ${them}, since an earlier apply had sent ${them}`
    : `leaves ${them} as ${more.length === 0 ? "it is" : "they are"}`;
  return {
    path: first.path,
    message: `${what}. ${applying(snapshot)} ${outcome} (${objectName(snapshot)}).`,
    managers: hands,
    certainty: { kind: "certain" },
    fixes: ["keep-hand-edit"],
  };
}

function applying({ as }: Snapshot): string {
  return applyingAs(as.decided ? as.manager : "");
}
