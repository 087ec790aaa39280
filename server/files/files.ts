/** What lies on disk around a manifest: saved live objects, and whether a file is applied as it stands. */
import type { Value } from "../../shared/fieldpath/value.ts";

/** A saved live object, found by the setting `live.files`. */
export interface SavedObject {
  readonly file: string;
  /** When the file was written, in ms since the epoch. */
  readonly readAt: number;
  readonly namespace: string | undefined;
  /** Changes when the text does. */
  readonly version: string;
  readonly value: () => Value;
}

/** Why a file is not compared with live objects as it stands. */
export type FileRole =
  | { readonly kind: "manifest" }
  /** `of`: the kustomization.yaml that takes it as input. */
  | { readonly kind: "overlayInput"; readonly of: string }
  | { readonly kind: "kustomization" | "values" | "chart" | "template" | "savedLive" };

export interface SavedQuery {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

export interface FilesOptions {
  /** Folders that relative globs start from. */
  readonly roots: readonly string[];
  readonly liveGlobs: readonly string[];
}

export interface Files {
  configure(options: FilesOptions): void;
  /** Reads what changed; cheap when nothing did. To be awaited before the two questions below. */
  refresh(): Promise<void>;
  saved(query: SavedQuery): SavedObject | undefined;
  roleOf(path: string): FileRole;
}

export declare function createFiles(options: FilesOptions): Files;
