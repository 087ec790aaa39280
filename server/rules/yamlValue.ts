import { printPath } from "../../shared/fieldpath/printPath.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { oddScalars } from "../../shared/ownership/oddScalars.ts";
import * as texts from "../../shared/ownership/words/texts.ts";
import { objectName, shortValue } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * A value that YAML 1.1 reads as something else than it looks like, where the schema takes anything: `yes`, `no`, `on`, `off`, `y` and `n` are
 * booleans, and `012` is ten. Where the schema wants another type, that is `wrong-type`. What to do: quote it, or write what is meant.
 */
export const yamlValue: Rule = {
  code: "yaml-1.1-value",
  severity: "hint",
  check(snapshot, _prediction, report) {
    for (const { path, text, value } of oddScalars(snapshot)) {
      if (touchesPlaceholder(snapshot.object, path, snapshot.kind.type)) continue;
      report({
        path,
        message: texts.readByYaml11(printPath(path), text, shortValue(value), objectName(snapshot)),
        managers: [],
        certainty: { kind: "certain" },
        fixes: ["retype-value"],
      });
    }
  },
};
