import type { Certainty } from "../../shared/apply/model.ts";
import { fieldPath, isAtOrBelow } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { stringAt } from "../../shared/fieldpath/value.ts";
import { byAncestor, type Group, pathsText } from "../../shared/ownership/byAncestor.ts";
import type { RemovedField } from "../../shared/ownership/dropped.ts";
import { droppedForGood } from "../../shared/ownership/movedItems.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { applyingAs, listed, objectName, ownerName, shortValue } from "../../shared/ownership/words.ts";
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
    open.length === 0 ? { kind: "certain" } : { kind: "serverDecides", reason: `the default of ${pathsText(open)} is not known` };
  const deleting = live.state === "live" && stringAt(live.live.object, "metadata", "deletionTimestamp") !== undefined;
  const freed =
    deleting && group.some(({ path }) => isAtOrBelow(path, finalizers))
      ? " The object is being deleted: it disappears with its last finalizer."
      : "";
  const why = `${group.length === 1 ? "it is" : "they are"} not in this file any more, and nobody else holds ${group.length === 1 ? "it" : "them"}`;
  return {
    path: group[0].path,
    message: `${applyingAs(as.decided ? as.manager : "")} ${listed(deeds(snapshot, group))}: ${why} (${objectName(snapshot)}).${freed}`,
    managers: group.flatMap(({ others }) => others),
    certainty,
    severity: group.some(isSerious) ? "warning" : "information",
    fixes: [],
  };
}

/** What is done to them: "deletes a and b", "resets c from 5 to 1". */
function deeds(snapshot: Snapshot, group: Group<RemovedField>): readonly string[] {
  const plain = group.filter(({ becomes, others }) => becomes === "none" && others.length === 0);
  const open = group.filter(({ becomes }) => becomes === "unknown");
  const deletes =
    plain.length === 1
      ? group
          .filter((item) => plain.includes(item))
          .map(named)
          .join("")
      : pathsText(plain);
  return [
    ...(plain.length === 0 ? [] : [`deletes ${deletes}`]),
    ...group.flatMap(({ path, live, becomes }) =>
      typeof becomes === "string" ? [] : [`resets ${printPath(path)} from ${shortValue(live)} to its default ${shortValue(becomes.value)}`],
    ),
    ...group.flatMap(({ path, becomes, others }) =>
      becomes === "none" && others.length > 0
        ? [
            `deletes ${printPath(path)} with what ${listed(others.map((owner) => ownerName(owner, snapshot.now)))} ${others.length === 1 ? "holds" : "hold"} in it`,
          ]
        : [],
    ),
    ...(open.length === 0 ? [] : [`deletes ${pathsText(open)} or resets ${open.length === 1 ? "it" : "them"} to a default`]),
  ];
}

function named({ path, live }: RemovedField): string {
  return `${printPath(path)} (live ${shortValue(live)})`;
}

function isSerious({ path, becomes, others }: RemovedField): boolean {
  return typeof becomes !== "string" || others.length > 0 || isAtOrBelow(path, finalizers) || isAtOrBelow(path, ownerReferences);
}

const finalizers = fieldPath("metadata", "finalizers");
const ownerReferences = fieldPath("metadata", "ownerReferences");
