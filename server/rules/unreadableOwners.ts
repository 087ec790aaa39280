import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { isServerSide } from "../../shared/ownership/misfits.ts";
import { counted, objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The live object's managedFields hold a record that the API server cannot decode, so it fails every server-side apply of the object, forced
 * ones too. What to do: have the record repaired, or all records removed (a JSON patch that replaces `/metadata/managedFields` by `[{}]`), after
 * which nobody is known to own anything.
 */
export const unreadableOwners: Rule = {
  code: "unreadable-owners",
  severity: "error",
  check(snapshot, _prediction, report) {
    const { live } = snapshot;
    if (live.state !== "live" || live.stale !== undefined || !isServerSide(snapshot)) return;
    const [first] = live.live.problems;
    if (first === undefined) return;
    report({
      path: fieldPath("kind"),
      message: `${objectName(snapshot)}: the API server cannot read ${counted(live.live.problems.length, "record")} in managedFields (${first}), so every server-side apply fails, with force too.`,
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    });
  },
};
