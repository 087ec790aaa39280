/** A repository of the tests: its files, how they are deployed, and what a check of it says before and after it or the cluster is edited. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Step } from "./deployers.ts";

/** What stands beside the folder of a repository, as JSON. */
export interface Expected {
  readonly applied: readonly Step[];
  /** Who applies the objects of this kind, or all, in the files whose path begins so; the first that fits. Null: nobody is said to. */
  readonly as: readonly {
    readonly path: string;
    readonly kind?: string;
    readonly manager: string | null;
    readonly with?: string;
    readonly force?: boolean | null;
  }[];
  /** Documents that are not compared, and why. */
  readonly leftOut: readonly { readonly file: string; readonly reason: string }[];
  /** Objects of which nobody can say whether the next apply changes them. */
  readonly filledInLater?: readonly string[];
  /** Done by people, and nothing to speak of. */
  readonly unremarkable: readonly HandEdit[];
  readonly byHand: readonly HandEdit[];
  readonly afterByHand: readonly Said[];
  /** What the deployers say to that when they come by again, where they are refused. */
  readonly refused: readonly string[];
  /** What kubectl reads then. */
  readonly afterwards: readonly { readonly kubectl: readonly string[]; readonly says: string }[];
  readonly inFiles: readonly { readonly file: string; readonly from: string; readonly to: string }[];
  readonly afterInFiles: readonly Said[];
}

/** Arguments of kubectl; `edit`: what the editor that it opens does to the text, in words of sed. */
export interface HandEdit {
  readonly kubectl: readonly string[];
  readonly edit?: string;
}

/** One finding. */
export interface Said {
  readonly file: string;
  readonly code: string;
  readonly path: string;
  readonly managers?: readonly string[];
}

const root = join(import.meta.dirname, "..", "..", "data", "repositories");

export function expectationOf(name: string): Expected {
  return JSON.parse(readFileSync(join(root, `${name}.json`), "utf8"));
}

export function installedText(): string {
  return readFileSync(join(root, "cluster", "installed.yaml"), "utf8");
}

/** A copy that may be written to, in a folder of its own; `files`: its YAML and JSON, as it is by then. */
export function checkOut(name: string): { readonly folder: string; files(): readonly string[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), `field-ownership-${name}-`));
  cpSync(join(root, name), folder, { recursive: true });
  return {
    folder,
    files: () => manifestsIn(folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Paths below a folder, in order of names. */
export function manifestsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .sort();
}

/** The text after an edit; what it replaces must be there once. */
export function edited(text: string, { file, from, to }: Expected["inFiles"][number]): string {
  const [before, after, ...more] = text.split(from);
  if (after === undefined || more.length > 0) throw new Error(`${file} does not hold this once: ${from}`);
  return `${before}${to}${after}`;
}
