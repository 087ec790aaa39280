import { printPath } from "../../shared/fieldpath/printPath.ts";
import { meantField } from "../../shared/ownership/meantField.ts";
import { misfitsOf, refusalText, schemaWord } from "../../shared/ownership/misfits.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import type { Rule } from "./rule.ts";

/**
 * The kind's schema has no field of this name, so the API server refuses the whole object. Usually a slip of the keyboard or a field that
 * stands at the wrong indentation.
 *
 * An error by the schema of the cluster that the file goes to; a warning by the built-in schema or a CustomResourceDefinition in the
 * workspace, which may be older than the cluster. What to do: rename the field where a near name is known, move it, or remove it.
 */
export const unknownField: Rule = {
  code: "unknown-field",
  severity: "error",
  check(snapshot, _prediction, report) {
    for (const { kind, path } of misfitsOf(snapshot)) {
      if (kind !== "undeclared") continue;
      const meant = meantField(snapshot, path);
      report({
        path,
        message:
          meant === undefined
            ? refusals.unknownField(printPath(path), snapshot.object.kind, refusalText(snapshot))
            : refusals.unknownFieldMeant(printPath(path), snapshot.object.kind, meant, refusalText(snapshot)),
        managers: [],
        ...schemaWord(snapshot),
        fixes: meant === undefined ? ["remove-field"] : ["rename-field", "remove-field"],
      });
    }
  },
};
