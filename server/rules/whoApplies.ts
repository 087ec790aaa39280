import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { objectName } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The live object exists, but its record does not tell who applies this file: no manager holds enough of it, so nothing is said about
 * conflicts. A comment `# field-manager: NAME` at the top of the document, or the setting `fieldOwnership.apply.manager`, tells.
 */
export const whoApplies: Rule = {
  code: "who-applies",
  severity: "information",
  check(snapshot, _prediction, report) {
    const { as, live } = snapshot;
    if (as.decided || !as.ask || live.state !== "live" || live.stale !== undefined) return;
    const names = as.candidates.map(({ manager }) => manager);
    const holders = as.candidates.map(({ manager, fields }) => `${manager} (${fields})`);
    const shown = holders.length > 4 ? [...holders.slice(0, 3), `${holders.length - 3} more`] : holders;
    report({
      path: fieldPath("kind"),
      message: `${objectName(snapshot)}: ${
        shown.length === 0 ? "no manager is on record for the fields of this file" : `fields here are held by ${shown.join(" and ")}`
      }. Who applies this file?`,
      managers: live.live.managedFields.filter((entry) => entry.subresource === "" && names.includes(entry.manager)),
      certainty: { kind: "certain" },
      fixes: ["apply-as"],
    });
  },
};
