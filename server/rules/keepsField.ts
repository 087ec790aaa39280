import { printPath } from "../../shared/fieldpath/printPath.ts";
import { byAncestor, type Group, pathsText } from "../../shared/ownership/byAncestor.ts";
import type { KeptField } from "../../shared/ownership/dropped.ts";
import { leftoversOf } from "../../shared/ownership/leftovers.ts";
import { droppedForGood } from "../../shared/ownership/movedItems.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { type UncoveredItems, uncoveredItems } from "../../shared/ownership/uncoveredItems.ts";
import * as losses from "../../shared/ownership/words/losses.ts";
import { listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
import type { Found, Rule } from "./rule.ts";

/**
 * An earlier apply set this field and the file lacks it now, but another manager holds it too: it stays in the live object, and from the
 * next apply on it is the other manager's alone. So does an item of a list that was atomic when it was applied: what is on record for the list
 * as one covers no items, so nobody's apply removes them any more.
 *
 * What to do: nothing, if the other manager is meant to have it. To have it gone, take it out where that manager has it from; an item that nobody holds by hand.
 */
export const keepsField: Rule = {
  code: "keeps-field",
  severity: "hint",
  check(snapshot, _prediction, report) {
    const leftovers = new Set(leftoversOf(snapshot).map(({ path }) => printPath(path)));
    const kept = droppedForGood(snapshot).kept.filter(({ path }) => !leftovers.has(printPath(path)));
    for (const group of byAncestor(snapshot, kept)) report(describe(snapshot, group));
    for (const uncovered of uncoveredItems(snapshot)) report(describeItems(snapshot, uncovered));
  },
};

function describe(snapshot: Snapshot, group: Group<KeptField>): Found {
  const { as, now } = snapshot;
  const [first] = group;
  const managers = [...new Set(group.flatMap((field) => field.keepers))];
  const parts = {
    manager: as.decided ? as.manager : "",
    object: objectName(snapshot),
    keepers: listed(managers.map((keeper) => ownerName(keeper, now))),
  };
  const message =
    group.length === 1
      ? losses.keepsField({ ...parts, field: printPath(first.path), value: shortValue(first.live) })
      : losses.keepsFields({ ...parts, fields: pathsText(group), count: group.length });
  return { path: first.path, message, managers, certainty: { kind: "certain" }, fixes: ["keep-field"] };
}

function describeItems(snapshot: Snapshot, { list, items, record }: UncoveredItems): Found {
  const { as, now } = snapshot;
  const message = losses.keepsItems({
    manager: as.decided ? as.manager : "",
    object: objectName(snapshot),
    items: pathsText(items),
    count: items.length,
    record: ownerName(record, now),
    list: printPath(list),
  });
  return { path: items[0]?.path ?? list, message, managers: [record], certainty: { kind: "certain" }, fixes: [] };
}
