/**
 * Kinds that CustomResourceDefinition manifests of the workspace describe, and the Namespaces that it holds. Files are only searched for the
 * names of kinds; a definition is parsed when its kind is asked for, and no text is kept.
 * Invariant: where several files define a kind, the first by path does, so that answers don't depend on the order of the disk.
 */
import { readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";
import { splitDocuments } from "../../shared/manifest/splitDocuments.ts";
import { type CustomKind, kindsOfCrd } from "../../shared/schema/fromCrd.ts";
import { filesMatching } from "./walk.ts";

export interface CustomKinds {
  /** Searches what changed on disk; true where a definition may be another than before. */
  refresh(roots: readonly string[]): Promise<boolean>;
  find(apiVersion: string, kind: string): CustomKind | undefined;
  /** Whether some file holds a Namespace of this name. */
  hasNamespace(name: string): boolean;
}

/** The kinds that the definitions in a text describe, and why kubectl would refuse one of these documents, if so. */
export function customKindsIn(text: string): { readonly kinds: readonly CustomKind[]; readonly problem: string | undefined } {
  const read = chunksOf(text, definitionMark).map(documentsAsKubectl);
  const kinds = read.flatMap(({ documents }) => documents.filter(isDefinition).flatMap(kindsOfCrd));
  return { kinds, problem: read.find(({ error }) => error !== undefined)?.error };
}

interface Searched {
  readonly stamp: string;
  /** Kinds that its definitions mention; empty where it holds none. */
  readonly mentions: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
}

/** Bundles of definitions, as operators ship them, have up to 5 MB. */
const largestFile = 8 * 1024 * 1024;
const mostFiles = 10_000;
/** More than anybody has open. While somebody types, each keystroke names another kind. */
const mostFound = 500;
const mark = "CustomResourceDefinition";
const definitionMark = new RegExp(mark);
const unread: Searched = { stamp: "", mentions: new Set(), namespaces: new Set() };

export function createCustomKinds(): CustomKinds {
  let files: ReadonlyMap<string, Searched> = new Map();
  const found = new Map<string, CustomKind | undefined>();

  return {
    async refresh(roots) {
      const next = new Map<string, Searched>();
      for (const file of (await filesMatching(["**/*.{yaml,yml,json}"], roots)).slice(0, mostFiles)) {
        next.set(file, await search(file, files.get(file)).catch(() => unread));
      }
      const holders = (of: ReadonlyMap<string, Searched>): string =>
        [...of]
          .flatMap(([file, { stamp, mentions, namespaces }]) => (mentions.size + namespaces.size === 0 ? [] : [`${file} ${stamp}`]))
          .join("\n");
      const changed = holders(files) !== holders(next);
      files = next;
      if (changed) found.clear();
      return changed;
    },
    find(apiVersion, kind) {
      const key = `${apiVersion} ${kind}`;
      if (found.has(key)) return found.get(key);
      if (found.size >= mostFound) found.clear();
      const first = firstIn(files, apiVersion, kind);
      found.set(key, first);
      return first;
    },
    hasNamespace: (name) => [...files.values()].some(({ namespaces }) => namespaces.has(name)),
  };
}

async function search(file: string, known: Searched | undefined): Promise<Searched> {
  const { mtimeMs, size } = await stat(file);
  const stamp = `${mtimeMs}/${size}`;
  if (known?.stamp === stamp) return known;
  const text = size > largestFile ? "" : await readFile(file, "utf8");
  return { stamp, mentions: text.includes(mark) ? mentionsIn(text) : new Set(), namespaces: namespacesIn(text) };
}

function mentionsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\bkind["']?\s*:\s*["']?(\w+)/g)].map((match) => match[1] ?? ""));
}

function namespacesIn(text: string): ReadonlySet<string> {
  if (!namespaceMark.test(text)) return new Set();
  const objects = chunksOf(text, namespaceMark).flatMap((chunk) => documentsAsKubectl(chunk).documents);
  const own = objects.filter((object) => stringAt(object, "kind") === "Namespace" && stringAt(object, "apiVersion") === "v1");
  return new Set(own.map((object) => stringAt(object, "metadata", "name") ?? ""));
}

const namespaceMark = /\bkind["']?\s*:\s*["']?Namespace\b/;

function firstIn(files: ReadonlyMap<string, Searched>, apiVersion: string, kind: string): CustomKind | undefined {
  for (const [file, { mentions }] of files) {
    if (!mentions.has(kind)) continue;
    const chunks = chunksOf(textOf(file), definitionMark).filter((chunk) => mentionsIn(chunk).has(kind));
    const own = chunks
      .flatMap((chunk) => customKindsIn(chunk).kinds)
      .find((found) => found.apiVersion === apiVersion && found.kind === kind);
    if (own !== undefined) return own;
  }
  return undefined;
}

/** Empty where the file went away since: the next search will notice. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The documents that may hold such an object: others need not be parsed. */
function chunksOf(text: string, mention: RegExp): readonly string[] {
  const chunks = /^\s*[{[]/.test(text) ? [text] : splitDocuments(text).map((document) => document.text);
  return chunks.filter((chunk) => mention.test(chunk));
}

function isDefinition(object: Value): boolean {
  return stringAt(object, "kind") === mark && stringAt(object, "apiVersion") === "apiextensions.k8s.io/v1";
}
