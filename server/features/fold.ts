/**
 * Which findings an editor shows unasked: of one object at most three above a hint, the gravest; the last of them says how many more there
 * are. Invariant: nothing is lost, whoever asks for all gets all.
 */

import type { Finding, Severity } from "../../shared/ownership/finding.ts";
import { andMoreHere } from "../../shared/ownership/words/objects.ts";

const most = 3;
const gravity: readonly Severity[] = ["error", "warning", "information", "hint"];

/** The findings of one object, in text order, folded. */
export function fold<F extends Pick<Finding, "severity" | "message" | "range">>(findings: readonly F[]): readonly F[] {
  const loud = findings.filter(({ severity }) => severity !== "hint");
  if (loud.length <= most) return findings;
  const gravest = [...loud].sort((a, b) => gravity.indexOf(a.severity) - gravity.indexOf(b.severity)).slice(0, most);
  const last = gravest.reduce((a, b) => (b.range.start >= a.range.start ? b : a));
  const more = andMoreHere(last.message, loud.length - most);
  return findings.flatMap((finding) => {
    if (finding.severity === "hint") return [finding];
    return gravest.includes(finding) ? [finding === last ? { ...finding, message: more } : finding] : [];
  });
}
