import type { Certainty, ManagedFieldsEntry } from "../apply/model.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import type { Range } from "../manifest/model.ts";

export type Severity = "error" | "warning" | "information" | "hint";

/** One thing worth saying about a manifest; the JSON of the command line is made of these. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly path: FieldPath;
  /** Which place of the path, where it occurs more than once in the text. */
  readonly ordinal: number;
  /** One finished sentence: names object, owner and consequence. */
  readonly message: string;
  /** Where the squiggle goes, in the document's own offsets. */
  readonly range: Range;
  readonly related: readonly { readonly message: string; readonly range: Range }[];
  readonly managers: readonly Pick<ManagedFieldsEntry, "manager" | "operation" | "apiVersion" | "subresource" | "time">[];
  readonly certainty: Certainty;
  /** Ids of the fixes that apply, the preferred one first. */
  readonly fixes: readonly string[];
}
