import { equalValues } from "../../shared/fieldpath/compare.ts";
import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printElement, printPath } from "../../shared/fieldpath/printPath.ts";
import { type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { type MovedItem, movedItems } from "../../shared/ownership/movedItems.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { applyingAs, listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
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
      const stays = keepers.length > 0;
      const owners = listed([...keepers, ...losers].map((owner) => ownerName(owner, now)));
      const verb = keepers.length + losers.length === 1 ? "holds" : "hold";
      const outcome = stays
        ? `adds a second item, and the old one stays, since ${owners} ${verb} it too`
        : `puts a new item in its place${losers.length === 0 ? "" : `; what ${owners} ${verb} in the old one is gone`}`;
      report({
        path: to,
        message: `The key of this item of ${printPath(to.slice(0, -1))} was ${keyText(from)} and is ${keyText(to)} now. ${applyingAs(as.manager)} ${outcome} (${objectName(snapshot)}).${foreseen(snapshot, item)}`,
        managers: [...keepers, ...losers],
        certainty: { kind: "certain" },
        severity: stays || losers.length > 0 ? "warning" : "hint",
        fixes: [],
      });
    }
  },
};

function keyText(path: FieldPath): string {
  return path.slice(-1).map(printElement).join("");
}

/** Results that the server is bound to refuse. */
function foreseen({ object }: Snapshot, { to, old, now, keepers }: MovedItem): string {
  const [list] = to.slice(-2, -1);
  const name = list?.kind === "field" ? list.name : "";
  const both = valueAt(old, "name");
  const same = (a: Value | undefined, b: Value | undefined): boolean => a !== undefined && b !== undefined && equalValues(a, b);
  if (name === "ports" && keepers.length > 0 && both !== undefined && same(both, valueAt(now, "name"))) {
    return ` The server then refuses two ports of the name ${shortValue(both)}.`;
  }
  if (/^(initC|c)ontainers$/.test(name) && valueAt(now, "image") === undefined) {
    return ` The server then refuses the ${object.kind}: the new container has no image.`;
  }
  return "";
}
