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
import { recent } from "./recent.ts";
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

/** Objects whose earlier values are kept; those of others are read again when needed. */
const knownLimit = 64;

export function createHistory({ files, readings, onChange, ...options }: HistoryOptions): History {
  let { trusted } = options;
  const commits = new WeakMap<OpenFile, Commits>();
  const known = recent<string, Known>(knownLimit);

  function commitsOf(file: OpenFile): Commits {
    const told = commits.get(file) ?? { flight: undefined, documents: [], version: 0 };
    commits.set(file, told);
    return told;
  }

  async function ask(file: OpenFile, path: string, told: Commits): Promise<void> {
    const texts = await files.earlierTexts(path).catch(() => []);
    const documents = new Set(texts.flatMap((text) => splitDocuments(text).map((document) => document.text)));
    for (const { text } of file.earlierParts.flat()) documents.delete(text);
    if (documents.size === 0) return;
    told.documents = [...documents].map((text) => ({ text, start: 0, edited: false }));
    told.version++;
    onChange(file);
  }

  return {
    valuesOf(file, object) {
      const told = commitsOf(file);
      const { path, earlierParts: texts } = file;
      if (trusted && path !== undefined) told.flight ??= ask(file, path, told);
      const { documents } = told;
      const id = `${file.uri}\n${object.id}`;
      const before = known.get(id);
      if (before?.texts === texts && before.documents === documents) return before.values;
      // Most documents of a long history are of others, and not worth parsing.
      const named = documents.filter(({ text }) => text.includes(object.key.name));
      const values = [distinctIn(texts), named].flatMap((parts) => valuesIn(parts, object.id, readings));
      known.set(id, { texts, documents, values });
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

const distinct = new WeakMap<OpenFile["earlierParts"], readonly Part[]>();

/** What an edit did not touch is the same document in several texts. */
function distinctIn(texts: OpenFile["earlierParts"]): readonly Part[] {
  const parts = distinct.get(texts) ?? [...new Set(texts.flat())];
  distinct.set(texts, parts);
  return parts;
}
