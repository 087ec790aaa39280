import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList } from "../../shared/fieldpath/value.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { recreation } from "../../shared/ownership/annotations.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { type FrozenChange, frozenChanges } from "../../shared/ownership/immutable.ts";
import { schemaWord } from "../../shared/ownership/misfits.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { objectName, shortValue, staleText } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The manifest changes a field that never changes once the object is there, or leaves it out so that the apply would remove it: the API
 * server refuses the whole apply, with and without force.
 *
 * Known for built-in kinds, from trying it on a real server: selectors, volumeClaimTemplates, a Job's template, roleRef, a Pod's containers,
 * a StorageClass, a Secret's type, data of what is marked immutable. For custom kinds from validation rules of their definition such as
 * `self == oldSelf`. Defaults and other spellings of the same amount are no change.
 *
 * It is an information where the deployer is told to delete such an object and make it anew: Flux by
 * `kustomize.toolkit.fluxcd.io/force: enabled`, Argo CD by `argocd.argoproj.io/sync-options: Force=true,Replace=true`.
 * What to do: write the live value, or delete the object and create it anew.
 */
export const immutableField: Rule = {
  code: "immutable-field",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { as, live, now, object, kind } = snapshot;
    if (!as.decided || live.state !== "live" || staleText(live, now) !== undefined) return;
    const anew = recreation(as, object.value, live.live.object);
    const outcome = anew === undefined ? refusals.asIsRefused(as.manager) : refusals.isMadeAnew(anew.deployer, anew.because);
    for (const change of frozenChanges(snapshot)) {
      if (touchesPlaceholder(object, change.path, kind.type)) continue;
      report({
        path: change.path,
        message: messageOf(snapshot, change, outcome),
        managers: [],
        ...(change.byDefinition ? schemaWord(snapshot) : { certainty: { kind: "certain" } as const }),
        ...(anew !== undefined && { severity: "information" as const }),
        fixes: ["use-live-value"],
      });
    }
  },
};

function messageOf(snapshot: Snapshot, change: FrozenChange, outcome: string): string {
  const { path, live, sent, reason, frozen } = change;
  const field = isWhole(change) ? printPath(path) : refusals.partOfFrozen(printPath(path), frozen);
  const parts = { field, reason, outcome, object: objectName(snapshot) };
  if (sent === undefined) return refusals.immutableLeftOut({ ...parts, live: shortValue(live) });
  if (live === null) return refusals.immutableAbsent({ ...parts, here: shortValue(sent) });
  // Items that the server filled up differ from what was sent; that one came or went does not hang on it.
  const text =
    isList(live) && isList(sent) && live.length !== sent.length
      ? refusals.itemCounts(live.length, sent.length)
      : changeText(snapshot, { path, live, sent });
  return refusals.immutable({ ...parts, change: text });
}

/** Whatever items the way leads through. */
function isWhole({ path, frozen }: FrozenChange): boolean {
  const [own, whole] = [printPath(path), frozen].map((text) => text.replaceAll(/\[[^\]]*\]/g, "[]"));
  return own === whole;
}
