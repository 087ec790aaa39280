import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { definedVersions, isDefinition, unmergedLists } from "../../shared/ownership/definedLists.ts";
import * as definitions from "../../shared/ownership/words/definitions.ts";
import { listed, objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * A CustomResourceDefinition has a list of objects with a required name and says nothing of how it merges: it is atomic then, one value with
 * one owner. Whoever sets one item owns all of them, and two managers that each add an item fight over the whole list.
 *
 * Of a version with more than five such lists it is said once. Nothing is said of a list that the live definition has already, nor of
 * one whose list type is written. What to do: `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys: [name]`
 * (`+listType=map` and `+listMapKey=name` where controller-gen makes the definition), or `atomic` if that is what you mean.
 */
export const crdListType: Rule = {
  code: "crd-list-type",
  severity: "hint",
  check(snapshot, _prediction, report) {
    const { object, live } = snapshot;
    if (!isDefinition(object) || live.state === "pending") return;
    const current = live.state === "live" || live.state === "ownersUnknown" ? definedVersions(live.live.object) : [];
    const say = (path: Parameters<typeof report>[0]["path"], message: string): void =>
      report({ path, message, managers: [], certainty: { kind: "certain" }, fixes: [] });
    for (const version of definedVersions(object.value)) {
      const lists = unmergedLists(
        version,
        current.find(({ name }) => name === version.name),
      );
      if (lists.length > most) {
        const names = lists.map(({ name }) => name);
        const path = [...version.path, ...fieldPath("schema", "openAPIV3Schema")];
        say(
          path,
          definitions.listsAreAtomic({
            version: version.name,
            count: lists.length,
            lists: listed(names, most),
            object: objectName(snapshot),
          }),
        );
        continue;
      }
      for (const { path, name, nameField } of lists) {
        say(path, definitions.listIsAtomic(name, nameField, objectName(snapshot)));
      }
    }
  },
};

/** Definitions of operators may have hundreds. */
const most = 5;
