/**
 * Whether a file is an input of a kustomization: an overlay changes its name, namespace, labels or image before anybody applies it,
 * so it says nothing about a live object as it stands. Kustomize reads only files at or below the folder of a kustomization.yaml.
 */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";

export const kustomizationNames: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

export interface Kustomizations {
  /** The kustomization that takes the file as resource, component or patch. */
  taking(file: string): string | undefined;
}

const highest = 12;

export function createKustomizations(): Kustomizations {
  const read = new Map<string, { readonly mtimeMs: number; readonly inputs: ReadonlySet<string> }>();

  /** What a kustomization names, as absolute paths; nothing where there is no such file. */
  function inputsOf(file: string): ReadonlySet<string> {
    const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (mtimeMs === undefined) return new Set();
    const known = read.get(file);
    if (known?.mtimeMs === mtimeMs) return known.inputs;
    const folder = path.dirname(file);
    const inputs = new Set(namedIn(readFileSync(file, "utf8")).map((name) => path.resolve(folder, name)));
    read.set(file, { mtimeMs, inputs });
    return inputs;
  }

  return {
    taking(file) {
      let folder = path.dirname(file);
      for (let level = 0; level < highest; level++) {
        const taker = kustomizationNames.map((name) => path.join(folder, name)).find((kustomization) => inputsOf(kustomization).has(file));
        if (taker !== undefined || folder === path.dirname(folder)) return taker;
        folder = path.dirname(folder);
      }
      return undefined;
    },
  };
}

function namedIn(text: string): readonly string[] {
  const [kustomization] = documentsAsKubectl(text).documents;
  const lists = ["resources", "bases", "components", "patches", "patchesStrategicMerge", "patchesJson6902"];
  return lists.flatMap((list) => entriesOf(valueAt(kustomization, list)));
}

/** Paths, and the `path` of patches. An inline patch is several lines of text, never a file's name. */
function entriesOf(list: Value | undefined): readonly string[] {
  if (!isList(list)) return [];
  return list
    .flatMap((entry) => (typeof entry === "string" ? [entry] : (stringAt(entry, "path") ?? [])))
    .filter((name) => !name.includes("\n"));
}
