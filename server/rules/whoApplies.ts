import { fieldPath } from "../../shared/fieldpath/pathElement.ts";
import * as objects from "../../shared/ownership/words/objects.ts";
import { listed, objectName } from "../../shared/ownership/words.ts";
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
    const holders = as.candidates.map(({ manager, fields }) => objects.holderCount(manager, fields));
    const name = objectName(snapshot);
    report({
      path: fieldPath("kind"),
      message: holders.length === 0 ? objects.askWhoOfNobody(name) : objects.askWho(name, listed(holders, 4)),
      managers: live.live.managedFields.filter((entry) => entry.subresource === "" && names.includes(entry.manager)),
      certainty: { kind: "certain" },
      fixes: ["apply-as"],
    });
  },
};
