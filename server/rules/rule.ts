import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import type { Range } from "../../shared/manifest/model.ts";
import type { Finding, Severity } from "../../shared/ownership/finding.ts";
import type { Prediction } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";

/** One diagnostic code. Its doc comment is its page in the documentation. */
export interface Rule {
  /** Kebab-case; never changes. */
  readonly code: string;
  /** Unless the person chose another; `off`: silent unless chosen. */
  readonly severity: Severity | "off";
  /** Reports what the rule has to say; plain and synchronous. */
  check(snapshot: Snapshot, prediction: Prediction, report: (found: Found) => void): void;
}

/**
 * What a rule says; where its squiggle goes follows from the path. `.kind` stands for the whole object. An absent field is marked at its
 * nearest ancestor in the text, so a rule about absent fields reports once per ancestor.
 */
export interface Found extends Pick<Finding, "path" | "message" | "managers" | "certainty" | "fixes"> {
  /** Where it is another than the rule's own. */
  readonly severity?: Severity;
  /** Which place of the path, where the text has several; the one that counts unless said. */
  readonly ordinal?: number;
  /** Where it is about a place in the text that the path does not name. */
  readonly range?: Range;
  /** Values below the path that are worth pointing at, each with a few words. */
  readonly related?: readonly { readonly path: FieldPath; readonly ordinal?: number; readonly message: string }[];
}
