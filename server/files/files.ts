/** What lies on disk around a manifest: saved live objects, definitions of kinds, and whether a file is applied as it stands. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Value } from "../../shared/fieldpath/value.ts";
import type { CustomKind } from "../../shared/schema/fromCrd.ts";
import { createCustomKinds } from "./customKinds.ts";
import { createGitHistory } from "./gitHistory.ts";
import { createKustomizations, kustomizationNames } from "./kustomization.ts";
import { createRuleFiles, type FileRules, ruleFileName } from "./ruleFiles.ts";
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
  /** Its `.field-ownership.yaml` is broken, so that nobody knows which cluster is meant. */
  | { readonly kind: "misconfigured"; readonly problem: string }
  /** `rules`: a `.field-ownership.yaml`. `template`: below the templates folder of a Helm chart. */
  | { readonly kind: "kustomization" | "values" | "chart" | "template" | "savedLive" | "rules" };

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
  /** Folders above which no `.field-ownership.yaml` is looked for; the roots where absent. */
  readonly tops?: readonly string[];
  /** Definitions of kinds that were given: the workspace is searched for none then. */
  readonly customKinds?: readonly CustomKind[];
}

export interface Files {
  configure(options: Partial<FilesOptions>): void;
  /** Reads what changed on disk, true where anything did. To be awaited before the first `saved`. */
  refresh(): Promise<boolean>;
  saved(query: SavedQuery): SavedObject | undefined;
  /** Looks for definitions of kinds, which takes a while in a large workspace; true where any changed. */
  refreshCustomKinds(): Promise<boolean>;
  customKind(apiVersion: string, kind: string): CustomKind | undefined;
  /** Whether a Namespace of this name was found with them. */
  hasNamespace(name: string): boolean;
  /** What the file said at earlier commits, oldest first. Runs git, so only in a trusted workspace. */
  earlierTexts(file: string): Promise<readonly string[]>;
  roleOf(file: string): FileRole;
  /** What `.field-ownership.yaml` says of a file. */
  rulesOf(file: string): FileRules | undefined;
}

export function createFiles(initial: FilesOptions): Files {
  const saved = createSavedObjects();
  const kustomizations = createKustomizations();
  const customKinds = createCustomKinds();
  const ruleFiles = createRuleFiles();
  const history = createGitHistory();
  let options = initial;
  const rulesOf = (file: string): FileRules | undefined => ruleFiles.of(path.resolve(file), options.tops ?? options.roots);
  return {
    configure(changes) {
      options = { ...options, ...changes };
    },
    refresh: () => saved.refresh(options.liveGlobs, options.roots),
    saved: (query) => saved.find(query),
    refreshCustomKinds: async () => options.customKinds === undefined && customKinds.refresh(options.roots),
    customKind(apiVersion, kind) {
      const given = options.customKinds;
      if (given === undefined) return customKinds.find(apiVersion, kind);
      return given.find((one) => one.apiVersion === apiVersion && one.kind === kind);
    },
    hasNamespace: (name) => customKinds.hasNamespace(name),
    earlierTexts: (file) => history.textsOf(path.resolve(file), options.roots),
    roleOf(file) {
      const absolute = path.resolve(file);
      if (matchesAny(absolute, options.liveGlobs, options.roots)) return { kind: "savedLive" };
      if (path.basename(absolute) === ruleFileName) return { kind: "rules" };
      if (kustomizationNames.includes(path.basename(absolute))) return { kind: "kustomization" };
      const helm = roleInChart(absolute);
      if (helm !== undefined) return { kind: helm };
      const of = kustomizations.taking(absolute);
      if (of !== undefined) return { kind: "overlayInput", of: nameWithin(of, options.roots) };
      const problem = rulesOf(absolute)?.error;
      return problem === undefined ? { kind: "manifest" } : { kind: "misconfigured", problem };
    },
    rulesOf,
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
