import type { LineIndex } from "../../shared/manifest/lineIndex.ts";
import type { Range } from "../../shared/manifest/model.ts";
import type { ObjectReport, PlacedFinding, SkippedDocument } from "../session/model.ts";
import type { VerifyReport } from "../session/verifications.ts";

/** One object of it; `verified`: what the server said to a dry run, where it was to be asked. */
export interface CheckedObject extends ObjectReport {
  readonly verified?: VerifyReport;
}

/** What a check found in one input; findings in the order of the text. */
export interface CheckedFile {
  /** The name that messages use: the path as it was given, or `<stdin>`. */
  readonly name: string;
  readonly lines: LineIndex;
  readonly findings: readonly PlacedFinding[];
  readonly objects: readonly CheckedObject[];
  readonly skipped: readonly SkippedDocument[];
  /** What its `.field-ownership.yaml` says in vain. */
  readonly warnings: readonly string[];
  /** Values of Secrets in the text: never shown. */
  readonly hidden: readonly Range[];
}
