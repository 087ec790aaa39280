import type { Severity } from "../../shared/ownership/finding.ts";
import type { CheckedFile } from "./checked.ts";

/** A check in numbers. */
export interface Tally {
  readonly files: number;
  readonly objects: number;
  /** Objects that were compared with a live object, or found to be new. */
  readonly compared: number;
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
  readonly hints: number;
}

/** Counts a check's results. */
export function tally(files: readonly CheckedFile[]): Tally {
  const objects = files.flatMap((file) => file.objects);
  const findings = files.flatMap((file) => file.findings);
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return {
    files: files.length,
    objects: objects.length,
    compared: objects.filter(({ live }) => live.state === "live" || live.state === "absent").length,
    errors: count("error"),
    warnings: count("warning"),
    information: count("information"),
    hints: count("hint"),
  };
}
