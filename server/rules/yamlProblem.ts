import { pathAt } from "../../shared/manifest/pathAt.ts";
import * as texts from "../../shared/ownership/words/texts.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";
import { textProblems } from "./textProblems.ts";

/**
 * The text reads as YAML, but its `metadata` is not what every object has: kubectl cannot decode it and refuses the object, whatever its
 * kind.
 *
 * Mostly a label or an annotation that YAML reads as a number or a boolean. Where the kind's schema is known, `wrong-type` tells of it, with
 * a fix. What to do: quote the value.
 */
export const yamlProblem: Rule = {
  code: "yaml-problem",
  severity: "error",
  check(snapshot, _prediction, report) {
    for (const { message, range } of textProblems(snapshot, "bad-object")) {
      const { path, ordinal } = pathAt(snapshot.object, range.start, snapshot.kind.type) ?? { path: [], ordinal: 0 };
      const told = texts.textProblem(message, objectName(snapshot));
      report({ path, ordinal, range, message: told, managers: [], certainty: { kind: "certain" }, fixes: ["retype-value"] });
    }
  },
};
