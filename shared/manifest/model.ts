import type { FieldPath } from "../fieldpath/pathElement.ts";
import type { Value } from "../fieldpath/value.ts";
import type { MapNode } from "../yaml/node.ts";

/** Offsets in UTF-16 units from the start of the document's text, end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/**
 * One `---` section of a file. All offsets are relative to its own text, so a document that did not change needs no
 * second look when the text above it grows.
 */
export interface ManifestDocument {
  readonly text: string;
  /**
   * `objects`: compared with live. All else is left alone: `template` (Helm's `{{ }}`), `encrypted` (SOPS), `empty`,
   * `other` (no Kubernetes object), `broken` (does not parse; see problems), `tooLarge` (over 3 MiB).
   */
  readonly kind: "objects" | "template" | "encrypted" | "empty" | "other" | "broken" | "tooLarge";
  readonly problems: readonly ManifestProblem[];
  /** One, or the items of a `kind: List`. Empty unless `kind` is `objects`. */
  readonly objects: readonly ManifestObject[];
}

/** Trouble with the text itself. */
export interface ManifestProblem {
  readonly code:
    | "syntax"
    | "duplicate-key"
    | "too-deep"
    | "too-large"
    | "excessive-aliasing"
    | "bad-value"
    | "bad-object"
    | "text-after-document-end";
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly range: Range;
}

export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string | undefined;
  readonly generateName: string | undefined;
  readonly namespace: string | undefined;
  /** The object as kubectl would send it. */
  readonly value: Value;
  readonly range: Range;
  /** The text that the object stands in, and its tree; the values in it are as written, also those of Secrets. */
  readonly source: { readonly text: string; readonly root: MapNode };
  /** `# field-manager: NAME` and `# apply-with: WAY` of this document. */
  readonly directives: Directives;
}

/** What comments say about who applies. */
export interface Directives {
  readonly manager?: string;
  readonly applyWith?: string;
}

/** Where a field stands in the text. A path has several places where a key is written twice or through an alias or merge key. */
export interface FieldLocation {
  readonly path: FieldPath;
  /** 0 for the first place of this path, in text order. */
  readonly ordinal: number;
  /** Absent for list items, and for what comes through an alias or merge key. */
  readonly key: Range | undefined;
  /** The value; what comes through an alias or merge key stands at the place of its use. */
  readonly value: Range;
  /** Key, value and the list item's dash. */
  readonly entry: Range;
  /** The text stands in an anchor's definition and this is one of its uses: an edit there would change other places too. */
  readonly through: "alias" | "merge" | undefined;
  /** Where the value is defined, if it stands at an anchor elsewhere. */
  readonly anchor: Range | undefined;
  /** False for the lost one of two equal keys. */
  readonly effective: boolean;
}
