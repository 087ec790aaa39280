import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isMap } from "../../shared/fieldpath/value.ts";
import { isServerSide, misfitsOf, placeOf, refusalText, schemaWord } from "../../shared/ownership/misfits.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { listed } from "../../shared/ownership/words.ts";
import { resolve } from "../../shared/schema/resolve.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import type { Misfit } from "../../shared/typed/validate.ts";
import type { Rule } from "./rule.ts";

/**
 * The API server tells the items of this list apart by keys, and this item has none of them: server-side apply refuses the whole object.
 * What to do: give the item its key.
 */
export const missingMergeKey: Rule = {
  code: "missing-merge-key",
  severity: "error",
  check(snapshot, _prediction, report) {
    if (!isServerSide(snapshot)) return;
    for (const misfit of misfitsOf(snapshot)) {
      if (misfit.kind !== "noElement") continue;
      report({
        path: placeOf(misfit),
        message: messageOf(snapshot, misfit),
        managers: [],
        ...schemaWord(snapshot),
        fixes: [],
      });
    }
  },
};

function messageOf(snapshot: Snapshot, misfit: Misfit): string {
  const { kind, object } = snapshot;
  const refusal = refusalText(snapshot);
  const type = typeAtPath(kind.type, misfit.path);
  const keys = (type === undefined ? undefined : resolve(type)?.list?.keys) ?? [];
  const item = valueAtPath(object.value, placeOf(misfit), kind.type);
  const list = printPath(misfit.path);
  if (keys.length === 0) return refusals.itemIsNoValue(list, refusal);
  return isMap(item) ? refusals.itemHasNoKey(list, listed(keys), refusal) : refusals.itemIsNoMap(list, listed(keys), refusal);
}
