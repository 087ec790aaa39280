/**
 * What earlier texts of a file said of its objects: those since it was opened, and in trusted workspaces those at earlier commits. Git is asked
 * only once something is missing that no later text explains, and nothing waits for it.
 * Invariant: as long as no more became known, the answer for an object is the same thing.
 */
import type { Value } from "../../shared/fieldpath/value.ts";
import { splitDocuments } from "../../shared/manifest/splitDocuments.ts";
import type { Files } from "../files/files.ts";
import type { OpenFile, Part } from "./openFile.ts";
import type { ObjectSummary, Readings } from "./readings.ts";
import { valuesIn } from "./valuesIn.ts";

export interface History {
  /** The values that these texts give the object, as far as they are known by now. */
  valuesOf(file: OpenFile, object: ObjectSummary): readonly Value[];
  /** Grows when more became known. */
  version(file: OpenFile): number;
  /** Until git answered all that it was asked of a file. */
  settled(file: OpenFile): Promise<void>;
  trust(): void;
}

export interface HistoryOptions {
  readonly files: Files;
  readonly readings: Readings;
  readonly trusted: boolean;
  /** More is known of a file. */
  readonly onChange: (file: OpenFile) => void;
}

/** What git told of one file. */
interface Commits {
  /** Undefined until it was asked. */
  flight: Promise<void> | undefined;
  /** The documents of all these texts, each once, oldest first. */
  documents: readonly Part[];
  version: number;
}

/** The answer for one object, and what it rests on. */
interface Known {
  readonly texts: OpenFile["earlierParts"];
  readonly documents: readonly Part[];
  readonly values: readonly Value[];
}

export function createHistory({ files, readings, onChange, ...options }: HistoryOptions): History {
  let { trusted } = options;
  const commits = new WeakMap<OpenFile, Commits>();
  const known = new WeakMap<OpenFile, Map<string, Known>>();

  function commitsOf(file: OpenFile): Commits {
    const told = commits.get(file) ?? { flight: undefined, documents: [], version: 0 };
    commits.set(file, told);
    return told;
  }

  async function ask(file: OpenFile, path: string, told: Commits): Promise<void> {
    const texts = await files.earlierTexts(path).catch(() => []);
    const distinct = new Set(texts.flatMap((text) => splitDocuments(text).map((document) => document.text)));
    for (const { text } of file.earlierParts.flat()) distinct.delete(text);
    if (distinct.size === 0) return;
    told.documents = [...distinct].map((text) => ({ text, start: 0, edited: false }));
    told.version++;
    onChange(file);
  }

  return {
    valuesOf(file, object) {
      const told = commitsOf(file);
      const { path, earlierParts: texts } = file;
      if (trusted && path !== undefined) told.flight ??= ask(file, path, told);
      const { documents } = told;
      const ofFile = known.get(file) ?? new Map<string, Known>();
      known.set(file, ofFile);
      const before = ofFile.get(object.id);
      if (before?.texts === texts && before.documents === documents) return before.values;
      // Most documents of a long history are of others, and not worth parsing.
      const named = documents.filter(({ text }) => text.includes(object.key.name));
      const values = [...texts, named].flatMap((parts) => valuesIn(parts, object.id, readings));
      ofFile.set(object.id, { texts, documents, values });
      return values;
    },
    // Once trusted, what is missing is asked about anew.
    version: (file) => (commits.get(file)?.version ?? 0) + (trusted ? 1 : 0),
    settled: async (file) => commits.get(file)?.flight,
    trust() {
      trusted = true;
    },
  };
}
