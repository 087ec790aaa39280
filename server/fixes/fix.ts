import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import type { Removal } from "../../shared/manifest/dropFields.ts";
import type { TextEdit } from "../../shared/manifest/model.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";

/** What a fix is asked about: a finding by its data, never by its position, and the snapshot of now. */
export interface FixTarget {
  readonly code: string;
  readonly path: FieldPath;
  /** Which place of the path, where the text has several. */
  readonly ordinal: number;
  readonly snapshot: Snapshot;
  /** All objects of the same document, this one included. */
  readonly document: readonly Snapshot[];
  /** Nobody looks at what is not preferred: it need not be worked out. */
  readonly preferredOnly?: true;
}

/** One way to resolve a finding: edits of its document's text, or a command to copy. */
export interface Offer {
  readonly id: string;
  readonly title: string;
  /** The way to go, where nothing else is known. At most one offer for a finding is preferred. */
  readonly preferred: boolean;
  /** None where there is something to copy. */
  readonly edits: readonly TextEdit[];
  /** All that the edits do, where they but take something out: then several offers can be made one. */
  readonly removes?: readonly Removal[];
  /** A command for the person's own terminal; nothing in it is secret. */
  readonly copies?: string;
  /** The findings that it resolves, of the target's object or, for a whole document, of its siblings. */
  readonly resolves: readonly { readonly snapshot: Snapshot; readonly code: string; readonly path: FieldPath }[];
}

/** One quick-fix. */
export interface Fix {
  readonly id: string;
  /** The codes of the findings that it can resolve. */
  readonly codes: readonly string[];
  offer(target: FixTarget): Offer | readonly Offer[];
}
