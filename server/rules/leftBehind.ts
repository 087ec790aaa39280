import { printPath } from "../../shared/fieldpath/printPath.ts";
import { byAncestor, type Group, pathsText } from "../../shared/ownership/byAncestor.ts";
import { type Leftover, leftoversOf } from "../../shared/ownership/leftovers.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { applyingAs, counted, listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
import type { Found, Rule } from "./rule.ts";

/**
 * A former apply of ours, under another name or operation, set this field; the file lacks it, and nobody else holds it. An apply removes only
 * what the same name applied before, so the field stays in the live object for ever.
 *
 * What the server filled in by itself does not count. After a move from client-side apply, kubectl takes the old record over and then removes
 * the field; other appliers leave it. What to do: write the field into the file if it is wanted, or remove it from the live object.
 */
export const leftBehind: Rule = {
  code: "left-behind",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const leftovers = leftoversOf(snapshot);
    for (const clientSide of [false, true]) {
      const alike = leftovers.filter((leftover) => leftover.clientSide === clientSide);
      for (const group of byAncestor(snapshot, alike)) report(describe(snapshot, group));
    }
  },
};

function describe(snapshot: Snapshot, group: Group<Leftover>): Found {
  const { as, now } = snapshot;
  const [first, ...more] = group;
  const owners = [...new Set(group.map(({ by }) => by))];
  const who = listed(owners.map((owner) => ownerName(owner, now)));
  const [what, it, goes] =
    more.length === 0
      ? [`${printPath(first.path)} (live ${shortValue(first.live)}) is`, "it", "goes"]
      : [`${counted(group.length, "field")} are`, "them", "go"];
  const which = more.length === 0 ? "" : `: ${pathsText(group)}`;
  const outcome = first.clientSide
    ? `${it === "it" ? "It" : "They"} ${goes} at the next kubectl apply --server-side, which takes that record over; other appliers leave ${it}`
    : `${applyingAs(as.decided ? as.manager : "")} leaves ${it}: that record is yours, but another owner's for the server`;
  return {
    path: first.path,
    message: `${what} left from ${who}, and this file lacks ${it}${which}. ${outcome} (${objectName(snapshot)}).`,
    managers: owners,
    certainty: { kind: "certain" },
    fixes: [],
  };
}
