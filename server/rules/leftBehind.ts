import { printPath } from "../../shared/fieldpath/printPath.ts";
import { byAncestor, type Group, pathsText } from "../../shared/ownership/byAncestor.ts";
import { isAdopted } from "../../shared/ownership/fluxAdoption.ts";
import { type Leftover, leftoversOf } from "../../shared/ownership/leftovers.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as losses from "../../shared/ownership/words/losses.ts";
import { listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
import type { Found, Rule } from "./rule.ts";

/**
 * A former apply of ours, under another name or operation, set this field; the file lacks it, and nobody else holds it. An apply removes only
 * what the same name applied before, so the field stays in the live object for ever.
 *
 * What the server filled in by itself does not count. After a move from client-side apply, kubectl takes the old record over and then removes
 * the field, and so does Flux; other appliers leave it. What to do: write the field into the file if it is wanted, or remove it from the live object.
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
  const [first] = group;
  const count = group.length;
  const managers = [...new Set(group.map(({ by }) => by))];
  const manager = as.decided ? as.manager : "";
  const goes = first.clientSide ? losses.leftGoes(count) : losses.leftStays(manager, count);
  const parts = {
    object: objectName(snapshot),
    owners: listed(managers.map((owner) => ownerName(owner, now))),
    outcome: isAdopted(snapshot, first.by) ? losses.takenOver(manager, count) : goes,
  };
  const message =
    count === 1
      ? losses.leftField({ ...parts, field: printPath(first.path), value: shortValue(first.live) })
      : losses.leftFields({ ...parts, fields: pathsText(group), count });
  return { path: first.path, message, managers, certainty: { kind: "certain" }, fixes: ["keep-field", "hand-over", "remove-live"] };
}
