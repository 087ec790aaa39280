import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
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
}

/** One way to resolve a finding, as edits of its document's text. */
export interface Offer {
  readonly id: string;
  readonly title: string;
  /** The way to go, where nothing else is known. At most one offer for a finding is preferred. */
  readonly preferred: boolean;
  readonly edits: readonly TextEdit[];
  /** The findings that it resolves, of the target's object or, for a whole document, of its siblings. */
  readonly resolves: readonly { readonly snapshot: Snapshot; readonly code: string; readonly path: FieldPath }[];
}

/** One quick-fix. */
export interface Fix {
  readonly id: string;
  /** The codes of the findings that it can resolve. */
  readonly codes: readonly string[];
  offer(target: FixTarget): readonly Offer[];
}
