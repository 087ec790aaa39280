/**
 * The text of an open file as its documents. A document that an edit did not touch stays the same `Part`, whatever moved above it,
 * so what was found out about it stays too; nothing here is parsed.
 */
import { directivesOf } from "../../shared/manifest/directives.ts";
import type { Directives } from "../../shared/manifest/model.ts";
import { documentStarts, documentText } from "../../shared/manifest/splitDocuments.ts";
import type { ConfiguredApplier } from "../../shared/ownership/applier.ts";
import type { Ignore, Levels, Names } from "../../shared/ownership/snapshot.ts";
import type { ClusterTarget } from "../cluster/ports.ts";
import type { FileRole } from "../files/files.ts";
import type { PartAnalysis } from "./analysis.ts";
import type { SourceFile } from "./model.ts";
import type { Summary } from "./readings.ts";

/** One document of an open file. */
export interface Part {
  readonly text: string;
  /** Its offset in the file's text. */
  start: number;
  /** It came into being by an edit, not with the file. */
  readonly edited: boolean;
  /** What stands in it; kept when the parsed document is not. */
  summary?: Summary;
  analysis?: PartAnalysis;
}

export interface OpenFile {
  readonly uri: string;
  readonly path: string | undefined;
  text: string;
  version: number;
  parts: readonly Part[];
  /** The documents when the file was last saved or opened: who applies is found out from them. */
  savedParts: readonly Part[];
  /** Its documents as they were when it was opened and at the saves since, oldest first: what else the file is known to have said. */
  earlierParts: readonly (readonly Part[])[];
  saves: number;
  role: FileRole;
  /** The cluster that its objects are compared with. */
  target: ClusterTarget;
  /** What is configured of who applies it. */
  applier: ConfiguredApplier;
  /** What its `.field-ownership.yaml` says in vain. */
  ruleWarnings: readonly string[];
  /** The severities that settings and `.field-ownership.yaml` choose, and what is to be kept silent. */
  levels: Levels;
  ignores: readonly Ignore[];
  /** What it says of managers' names. */
  names: Names;
  /** Comments above the first separator that say who applies: they hold for documents that have none of their own. */
  head: Directives;
  /** `performance.now()` of the last edit. */
  editedAt: number;
}

/** What is said about a file elsewhere. */
export type Surroundings = Pick<OpenFile, "role" | "target" | "applier" | "ruleWarnings" | "levels" | "ignores" | "names">;

export function openFile({ uri, path, text, version }: SourceFile, surroundings: Surroundings): OpenFile {
  const parts = partsOf(text, [], false);
  const head = headOf(text);
  return {
    uri,
    path,
    text,
    version,
    parts,
    savedParts: parts,
    earlierParts: [parts],
    saves: 0,
    ...surroundings,
    head,
    editedAt: Number.NEGATIVE_INFINITY,
  };
}

export function changeText(file: OpenFile, text: string, version: number): void {
  file.parts = partsOf(text, file.parts, true);
  file.text = text;
  file.version = version;
  file.editedAt = performance.now();
  const head = headOf(text);
  const same = head.manager === file.head.manager && head.applyWith === file.head.applyWith;
  file.head = head;
  // What was found in a document rests on the head, which is no part of its text.
  if (!same) for (const part of file.parts) delete part.analysis;
}

/** The text was saved. The one that it was opened with is remembered for good, of the later ones the last few. */
export function noteSave(file: OpenFile): void {
  file.savedParts = file.parts;
  file.saves++;
  const [opened, ...saved] = file.earlierParts;
  if (opened !== undefined) file.earlierParts = [opened, ...saved.slice(-(earlierLimit - 2)), file.parts];
}

const earlierLimit = 8;

/** A text that begins with a separator has nothing above it: comments there are the first document's own. */
function headOf(text: string): Directives {
  return /^\ufeff?---/.test(text) ? {} : directivesOf(text);
}

/** The part in which an offset lies, or undefined for an empty file. */
export function partAt(file: OpenFile, offset: number): Part | undefined {
  let low = 0;
  let high = file.parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((file.parts[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return file.parts[Math.max(0, low - 1)];
}

/** Parts at the start and at the end of the file whose text is as before are the same parts; only of the others a text is made. */
function partsOf(text: string, before: readonly Part[], edited: boolean): readonly Part[] {
  const starts = documentStarts(text);
  const most = Math.min(before.length, starts.length);
  // A slice copies nothing.
  const isSame = (part: Part | undefined, index: number): boolean => part?.text === text.slice(starts[index], starts[index + 1]);
  let head = 0;
  while (head < most && isSame(before[head], head)) head++;
  let tail = 0;
  while (tail < most - head && isSame(before.at(-1 - tail), starts.length - 1 - tail)) tail++;
  return starts.map((start, index) => {
    const same = index < head ? before[index] : index >= starts.length - tail ? before[index - starts.length + before.length] : undefined;
    if (same === undefined) return { start, text: documentText(text, start, starts[index + 1]), edited };
    same.start = start;
    return same;
  });
}
