import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import * as texts from "../../shared/ownership/words/texts.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";
import { textProblems } from "./textProblems.ts";

/**
 * Text stands behind the end of a document, which is a line `...`: kubectl drops it up to the next `---` and says nothing.
 *
 * Told whatever is known of the live object. What to do: write `---` where the next document begins, or remove the text.
 */
export const textAfterDocumentEnd: Rule = {
  code: "text-after-document-end",
  severity: "warning",
  check(snapshot, _prediction, report) {
    for (const { message, range } of textProblems(snapshot, "text-after-document-end")) {
      const told = texts.textProblem(message, objectName(snapshot));
      report({ path: fieldPath("kind"), range, message: told, managers: [], certainty: { kind: "certain" }, fixes: [] });
    }
  },
};
