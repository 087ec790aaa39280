import { equalValues } from "../../shared/fieldpath/compare.ts";
import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printElement, printPath } from "../../shared/fieldpath/printPath.ts";
import { type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { type MovedItem, movedItems } from "../../shared/ownership/movedItems.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as losses from "../../shared/ownership/words/losses.ts";
import { listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The key by which this list tells its items apart was changed. For the API server that is no change of an item: the old item is dropped, and
 * a second one appears.
 *
 * Where another manager holds the old item too, it stays, and both are there afterwards: a warning, also where the server then refuses the
 * result, as with two ports of one name. Where only this file held it, the new item takes its place: a hint, or a warning if others' fields go
 * with the old one. What to do: keep the old key, or have the other manager let go of the old item first.
 */
export const movedItem: Rule = {
  code: "moved-item",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { as, now } = snapshot;
    if (!as.decided) return;
    for (const item of movedItems(snapshot)) {
      const { from, to, keepers, losers } = item;
      const managers = [...keepers, ...losers];
      const owners = listed(managers.map((owner) => ownerName(owner, now)));
      const parts = {
        manager: as.manager,
        object: objectName(snapshot),
        list: printPath(to.slice(0, -1)),
        from: keyText(from),
        to: keyText(to),
        owners,
      };
      const message = (keepers.length > 0 ? losses.movedBeside : losers.length > 0 ? losses.movedOver : losses.moved)(parts);
      report({
        path: to,
        message: foreseen(snapshot, item, message),
        managers,
        certainty: { kind: "certain" },
        severity: managers.length > 0 ? "warning" : "hint",
        fixes: ["keep-item-key"],
      });
    }
  },
};

function keyText(path: FieldPath): string {
  return path.slice(-1).map(printElement).join("");
}

/** With what the server is bound to refuse in the result. */
function foreseen({ object }: Snapshot, { to, old, now, keepers }: MovedItem, message: string): string {
  const [list] = to.slice(-2, -1);
  const name = list?.kind === "field" ? list.name : "";
  const both = valueAt(old, "name");
  const same = (a: Value | undefined, b: Value | undefined): boolean => a !== undefined && b !== undefined && equalValues(a, b);
  if (name === "ports" && keepers.length > 0 && both !== undefined && same(both, valueAt(now, "name"))) {
    return losses.thenTwoPorts(message, shortValue(both));
  }
  if (/^(initC|c)ontainers$/.test(name) && valueAt(now, "image") === undefined) {
    return losses.thenNoImage(message, object.kind);
  }
  return message;
}
