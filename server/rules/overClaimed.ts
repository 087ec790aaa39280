import { equalValues } from "../../shared/fieldpath/compare.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { pathsOf } from "../../shared/fieldpath/set.ts";
import { isMap } from "../../shared/fieldpath/value.ts";
import { defaultAt } from "../../shared/ownership/defaults.ts";
import { exportLeftovers } from "../../shared/ownership/exportLeftovers.ts";
import { leavesOf } from "../../shared/ownership/fileLeaves.ts";
import * as claims from "../../shared/ownership/words/claims.ts";
import { objectName, shortValue } from "../../shared/ownership/words.ts";
import { valueAtPath } from "../../shared/typed/atPath.ts";
import type { Rule } from "./rule.ts";

/**
 * The manifest was exported from a cluster, as two or more leftovers of that show, and this field says what the server fills in anyway:
 * nobody meant to set it, but whoever applies it owns it.
 *
 * Off unless a severity is chosen for it. What to do: remove the field, unless the value is to stay when Kubernetes chooses another default.
 */
export const overClaimed: Rule = {
  code: "over-claimed",
  severity: "off",
  check(snapshot, _prediction, report) {
    const { object, kind } = snapshot;
    if (exportLeftovers(snapshot).length < 2) return;
    for (const path of pathsOf(leavesOf([object.value], kind))) {
      const [value, siblings] = [path, path.slice(0, -1)].map((at) => valueAtPath(object.value, at, kind.type));
      if (value === undefined || !isMap(siblings)) continue;
      const fallback = defaultAt(snapshot, path, siblings);
      if (fallback === "none" || fallback === "unknown" || !equalValues(fallback.value, value)) continue;
      const message = claims.overClaimed(printPath(path), shortValue(value), objectName(snapshot));
      report({ path, message, managers: [], certainty: { kind: "certain" }, fixes: ["remove-field"] });
    }
  },
};
