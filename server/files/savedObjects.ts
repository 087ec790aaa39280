/**
 * Saved live objects (`kubectl get … -o yaml --show-managed-fields`, JSON and Lists too), found by name without parsing them all:
 * a chunk of text is parsed only when an object is asked for whose name it mentions, and forgotten when memory is needed.
 */
import { readFile, stat } from "node:fs/promises";
import { stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";
import { splitDocuments } from "../../shared/manifest/splitDocuments.ts";
import type { SavedObject, SavedQuery } from "./files.ts";
import { filesMatching, nameWithin } from "./walk.ts";

export interface SavedObjects {
  /** Reads what changed on disk; true where anything did. */
  refresh(globs: readonly string[], roots: readonly string[]): Promise<boolean>;
  find(query: SavedQuery): SavedObject | undefined;
}

interface SavedFile {
  /** As people know it: relative to its root. */
  readonly name: string;
  readonly stamp: string;
  readonly readAt: number;
  readonly chunks: readonly Chunk[];
}

interface Chunk {
  readonly names: ReadonlySet<string>;
  readonly objects: () => readonly Value[];
}

export function createSavedObjects(): SavedObjects {
  let files: ReadonlyMap<string, SavedFile> = new Map();
  return {
    async refresh(globs, roots) {
      const next = new Map<string, SavedFile>();
      for (const file of await filesMatching(globs, roots)) {
        const read = await readSaved(file, nameWithin(file, roots), files.get(file)).catch(() => undefined);
        if (read !== undefined) next.set(file, read);
      }
      const changed = next.size !== files.size || [...next].some(([file, saved]) => files.get(file) !== saved);
      files = next;
      return changed;
    },
    find(query) {
      return best(candidates(files, query), query);
    },
  };
}

async function readSaved(file: string, name: string, known: SavedFile | undefined): Promise<SavedFile> {
  const { mtimeMs, size } = await stat(file);
  const stamp = `${mtimeMs}/${size}`;
  if (known?.stamp === stamp) return known;
  const text = await readFile(file, "utf8");
  const texts = /^\s*[{[]/.test(text) ? [text] : splitDocuments(text).map((document) => document.text);
  return { name, stamp, readAt: mtimeMs, chunks: texts.map(chunkOf) };
}

function chunkOf(text: string): Chunk {
  const names = new Set([...text.matchAll(/\bname["']?\s*:\s*["']?([^"'\s,}]+)/g)].map((match) => match[1] ?? ""));
  let parsed: WeakRef<readonly Value[]> | undefined;
  const objects = (): readonly Value[] => {
    const known = parsed?.deref();
    if (known !== undefined) return known;
    const fresh = documentsAsKubectl(text).documents;
    parsed = new WeakRef(fresh);
    return fresh;
  };
  return { names, objects };
}

interface Candidate extends SavedObject {
  readonly apiVersion: string;
}

function* candidates(files: ReadonlyMap<string, SavedFile>, query: SavedQuery): Iterable<Candidate> {
  for (const [file, { name, chunks, readAt, stamp }] of files) {
    for (const { names, objects } of chunks) {
      if (!names.has(query.name)) continue;
      for (const [index, object] of objects().entries()) {
        const apiVersion = stringAt(object, "apiVersion") ?? "";
        if (stringAt(object, "metadata", "name") !== query.name || stringAt(object, "kind") !== query.kind) continue;
        if (groupOf(apiVersion) !== groupOf(query.apiVersion)) continue;
        const value = (): Value => objects()[index] ?? null;
        yield { file: name, readAt, version: `${file} ${stamp}`, namespace: stringAt(object, "metadata", "namespace"), apiVersion, value };
      }
    }
  }
}

/** The one of the namespace asked for, or the only one where none is; at the version asked for if there is a choice; the newest of equals. */
function best(found: Iterable<Candidate>, query: SavedQuery): SavedObject | undefined {
  const all = [...found].sort((a, b) => b.readAt - a.readAt);
  const spaces = new Set(all.map((candidate) => candidate.namespace));
  const near =
    query.namespace === undefined
      ? spaces.size === 1
        ? all
        : []
      : all.filter((one) => one.namespace === query.namespace || one.namespace === undefined);
  return near.find((candidate) => candidate.apiVersion === query.apiVersion) ?? near[0];
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}
