/** What lies on disk around a manifest: saved live objects, and whether a file is applied as it stands. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Value } from "../../shared/fieldpath/value.ts";
import { createKustomizations, kustomizationNames } from "./kustomization.ts";
import { createSavedObjects } from "./savedObjects.ts";
import { matchesAny, nameWithin } from "./walk.ts";

/** A saved live object, found by the setting `live.files`. */
export interface SavedObject {
  readonly file: string;
  /** When the file was written, in ms since the epoch. */
  readonly readAt: number;
  readonly namespace: string | undefined;
  /** Changes when the file does. */
  readonly version: string;
  readonly value: () => Value;
}

/** Why a file is not compared with live objects as it stands. */
export type FileRole =
  | { readonly kind: "manifest" }
  /** `of`: the kustomization.yaml that takes it as input, relative to its root. */
  | { readonly kind: "overlayInput"; readonly of: string }
  /** `template`: below the templates folder of a Helm chart. */
  | { readonly kind: "kustomization" | "values" | "chart" | "template" | "savedLive" };

export interface SavedQuery {
  /** Its group and kind must agree; another version of the group will do. */
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined: whichever, if there is but one. */
  readonly namespace: string | undefined;
  readonly name: string;
}

export interface FilesOptions {
  /** Folders that relative globs start from. */
  readonly roots: readonly string[];
  readonly liveGlobs: readonly string[];
}

export interface Files {
  configure(options: Partial<FilesOptions>): void;
  /** Reads what changed on disk, true where anything did. To be awaited before the first `saved`. */
  refresh(): Promise<boolean>;
  saved(query: SavedQuery): SavedObject | undefined;
  roleOf(file: string): FileRole;
}

export function createFiles(initial: FilesOptions): Files {
  const saved = createSavedObjects();
  const kustomizations = createKustomizations();
  let options = initial;
  return {
    configure(changes) {
      options = { ...options, ...changes };
    },
    refresh: () => saved.refresh(options.liveGlobs, options.roots),
    saved: (query) => saved.find(query),
    roleOf(file) {
      const absolute = path.resolve(file);
      if (matchesAny(absolute, options.liveGlobs, options.roots)) return { kind: "savedLive" };
      if (kustomizationNames.includes(path.basename(absolute))) return { kind: "kustomization" };
      const helm = roleInChart(absolute);
      if (helm !== undefined) return { kind: helm };
      const of = kustomizations.taking(absolute);
      return of === undefined ? { kind: "manifest" } : { kind: "overlayInput", of: nameWithin(of, options.roots) };
    },
  };
}

function roleInChart(file: string): "values" | "chart" | "template" | undefined {
  const folder = path.dirname(file);
  const name = path.basename(file);
  if (name === "Chart.yaml") return "chart";
  if (/^values\b.*\.ya?ml$/.test(name) && isChart(folder)) return "values";
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    if (path.basename(at) === "templates" && isChart(path.dirname(at))) return "template";
  }
  return undefined;
}

function isChart(folder: string): boolean {
  return existsSync(path.join(folder, "Chart.yaml"));
}
