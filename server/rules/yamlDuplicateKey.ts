import { pathAt } from "../../shared/manifest/pathAt.ts";
import * as texts from "../../shared/ownership/words/texts.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";
import { textProblems } from "./textProblems.ts";

/**
 * A key is written twice in one map: kubectl sends the last one and says nothing.
 *
 * Told at the one that is lost, whatever is known of the live object. Other tools refuse such a text. What to do: remove the one that
 * nobody means.
 */
export const yamlDuplicateKey: Rule = {
  code: "yaml-duplicate-key",
  severity: "warning",
  check(snapshot, _prediction, report) {
    for (const { message, range } of textProblems(snapshot, "duplicate-key")) {
      const { path, ordinal } = pathAt(snapshot.object, range.start, snapshot.kind.type) ?? { path: [], ordinal: 0 };
      report({
        path,
        ordinal,
        range,
        message: texts.textProblem(message, objectName(snapshot)),
        managers: [],
        certainty: { kind: "certain" },
        fixes: ["remove-duplicate"],
      });
    }
  },
};
