import { printPath } from "../../shared/fieldpath/printPath.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { placeholdersOf } from "../../shared/ownership/injected.ts";
import * as texts from "../../shared/ownership/words/texts.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * Something in the cluster fills this field in, and a placeholder in the manifest claims it: a `caBundle` that an injector writes, the `rules`
 * of an aggregated ClusterRole, an empty `clusterIP` or `nodePort`. Applied server-side it conflicts with whoever fills it in, or takes it
 * away from them. What to do: leave the field out of the manifest.
 */
export const injectedPlaceholder: Rule = {
  code: "injected-placeholder",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { object, kind, as } = snapshot;
    if (as.decided && as.with !== "server-side") return;
    for (const { path, filledBy } of placeholdersOf(snapshot)) {
      if (touchesPlaceholder(object, path, kind.type)) continue;
      report({
        path,
        message: texts.filledIn(printPath(path), filledBy, objectName(snapshot)),
        managers: [],
        certainty: { kind: "certain" },
        fixes: ["remove-field"],
      });
    }
  },
};
