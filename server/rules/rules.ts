/**
 * All rules, and the one way to run them. Invariant: findings come only from documents that parse, in text order.
 */
import type { Finding } from "../../shared/ownership/finding.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { anchor } from "./anchor.ts";
import { applyConflict } from "./applyConflict.ts";
import type { Rule } from "./rule.ts";
import { whoApplies } from "./whoApplies.ts";

/** Every rule there is. */
export const rules: readonly Rule[] = [applyConflict, whoApplies];

/** Everything the rules have to say about one object. */
export function check(snapshot: Snapshot): readonly Finding[] {
  if (snapshot.document.kind !== "objects") return [];
  const prediction = predict(snapshot);
  const findings: Finding[] = [];
  for (const { code, severity, check: run } of rules) {
    run(snapshot, prediction, (found) => {
      const { range, ordinal, related } = anchor(snapshot, found);
      findings.push({ ...found, code, severity, range, ordinal, related });
    });
  }
  return findings.sort((a, b) => a.range.start - b.range.start);
}
