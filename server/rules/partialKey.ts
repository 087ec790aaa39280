import { printElement, printPath } from "../../shared/fieldpath/printPath.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { partialKeys } from "../../shared/ownership/partialKeys.ts";
import * as texts from "../../shared/ownership/words/texts.ts";
import { listed, objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The items of this list are told apart by several keys, this item leaves one out that has no default, and another item has the same other
 * keys: for the API server these are two items, so the apply adds one beside the other instead of changing it. What to do: write all keys.
 */
export const partialKey: Rule = {
  code: "partial-key",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { object, kind, as } = snapshot;
    if (kind.schemaSource === "deduced" || (as.decided && as.with !== "server-side")) return;
    for (const { path, missing, other, live } of partialKeys(snapshot)) {
      const element = path.at(-1);
      if (element === undefined || touchesPlaceholder(object, path, kind.type)) continue;
      const parts = {
        item: printElement(element),
        list: printPath(path.slice(0, -1)),
        missing: listed(missing),
        other: printElement(other),
        object: objectName(snapshot),
      };
      report({
        path,
        message: live ? texts.partialBesideLive(parts) : texts.partialBesideOwn(parts),
        managers: [],
        certainty: { kind: "certain" },
        fixes: live ? ["keep-item-key"] : [],
      });
    }
  },
};
