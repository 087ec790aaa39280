import type { Certainty } from "../../shared/apply/model.ts";
import { fieldPath, isAtOrBelow } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { stringAt } from "../../shared/fieldpath/value.ts";
import { byAncestor, type Group, pathsText } from "../../shared/ownership/byAncestor.ts";
import type { RemovedField } from "../../shared/ownership/dropped.ts";
import { droppedForGood } from "../../shared/ownership/movedItems.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as losses from "../../shared/ownership/words/losses.ts";
import { listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
import type { Found, Rule } from "./rule.ts";

/**
 * An earlier apply set this field, the file lacks it now, and nobody else holds it: the next apply deletes it from the live object, or puts
 * a default of the server in its place.
 *
 * Usually that is meant. It is a warning where a default differs from the live value, where other managers' fields go along with a list
 * item, and for finalizers and owner references. Nothing is said where the file is not all that its manager sends. What to do: write the
 * field into the file again to keep it.
 */
export const removesField: Rule = {
  code: "removes-field",
  severity: "information",
  check(snapshot, _prediction, report) {
    for (const group of byAncestor(snapshot, droppedForGood(snapshot).removed)) report(describe(snapshot, group));
  },
};

function describe(snapshot: Snapshot, group: Group<RemovedField>): Found {
  const { as, live } = snapshot;
  const open = group.filter(({ becomes }) => becomes === "unknown");
  const certainty: Certainty =
    open.length === 0 ? { kind: "certain" } : { kind: "serverDecides", reason: losses.defaultNotKnown(pathsText(open)) };
  const deleting = live.state === "live" && stringAt(live.live.object, "metadata", "deletionTimestamp") !== undefined;
  const frees = deleting && group.some(({ path }) => isAtOrBelow(path, finalizers));
  const message = losses.removesFields({
    manager: as.decided ? as.manager : "",
    object: objectName(snapshot),
    deeds: listed(deeds(snapshot, group)),
    count: group.length,
  });
  return {
    path: group[0].path,
    message: frees ? losses.freesObject(message) : message,
    managers: group.flatMap(({ others }) => others),
    certainty,
    severity: group.some(isSerious) ? "warning" : "information",
    fixes: ["keep-field"],
  };
}

/** What is done to them: "deletes a and b", "resets c from 5 to 1". */
function deeds({ now }: Snapshot, group: Group<RemovedField>): readonly string[] {
  const plain = group.filter(({ becomes, others }) => becomes === "none" && others.length === 0);
  const open = group.filter(({ becomes }) => becomes === "unknown");
  const [first, ...more] = plain;
  return [
    ...(first === undefined
      ? []
      : [more.length === 0 ? losses.deletesValue(printPath(first.path), shortValue(first.live)) : losses.deletes(pathsText(plain))]),
    ...group.flatMap(({ path, live, becomes, others }) => {
      if (becomes === "unknown") return [];
      if (becomes !== "none") return [losses.resets(printPath(path), shortValue(live), shortValue(becomes.value))];
      const owners = listed(others.map((owner) => ownerName(owner, now)));
      return others.length === 0 ? [] : [losses.deletesWithOthers(printPath(path), owners)];
    }),
    ...(open.length === 0 ? [] : [losses.deletesOrResets(pathsText(open), open.length)]),
  ];
}

function isSerious({ path, becomes, others }: RemovedField): boolean {
  return typeof becomes !== "string" || others.length > 0 || isAtOrBelow(path, finalizers) || isAtOrBelow(path, ownerReferences);
}

const finalizers = fieldPath("metadata", "finalizers");
const ownerReferences = fieldPath("metadata", "ownerReferences");
