import { printPath } from "../../shared/fieldpath/printPath.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import * as claims from "../../shared/ownership/words/claims.ts";
import { listed, objectName, ownerName } from "../../shared/ownership/words.ts";
import { valueAtPath } from "../../shared/typed/atPath.ts";
import type { Rule } from "./rule.ts";

/**
 * This field of the live object was seen to go from one manager to another and on again while the file is open: two writers undo each other,
 * each with a value of its own.
 *
 * Counted from when the object was read first; forgotten when the file is closed or compared with another cluster. Nothing is said of a
 * field that was taken once. What to do: leave the field to one of them, which means to drop it here or to switch the other writer off.
 */
export const contestedField: Rule = {
  code: "contested-field",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { object, kind, live, as, now } = snapshot;
    if (live.state !== "live" || live.stale !== undefined || !as.decided) return;
    for (const { path, times, between } of live.handOvers ?? []) {
      if (times < 2 || valueAtPath(object.value, path, kind.type) === undefined || touchesPlaceholder(object, path, kind.type)) continue;
      const managers = listed(
        between.map((owner) => ownerName(owner, now)),
        4,
      );
      const message = claims.contestedField(printPath(path), times, managers, objectName(snapshot));
      report({ path, message, managers: between, certainty: { kind: "certain" }, fixes: [] });
    }
  },
};
