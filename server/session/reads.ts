/**
 * When the cluster is asked, and for what: only for visible files, once typing has paused, and in a long file only for its first objects,
 * those in edited documents and those somebody hovers. A file's own answers never wait for it. Where a person looks on, what was read is
 * watched, and what can't be watched is read again now and then.
 */
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { Analysis } from "./analysis.ts";
import type { LiveStore } from "./liveStore.ts";
import type { Namespaces, Targeted } from "./namespaces.ts";
import type { OpenFile, Part } from "./openFile.ts";
import { isCompared, type ObjectSummary, type Readings } from "./readings.ts";

export interface Reads {
  /** Asks once the file is quiet, for what is older than `ageMs`. */
  schedule(file: OpenFile, ageMs: number): void;
  /** Asks now and waits for the answers. */
  settle(file: OpenFile): Promise<void>;
  /** Forgets what was scheduled for a file. */
  cancel(file: OpenFile): void;
  dispose(): void;
}

export interface ReadsOptions {
  readonly live: LiveStore;
  readonly namespaces: Namespaces;
  readonly readings: Readings;
  readonly analysis: Analysis;
  readonly ready: () => Promise<void>;
  readonly files: () => Iterable<OpenFile>;
  readonly isVisible: (file: OpenFile) => boolean;
  /** Somebody looks on: answers are to stay fresh. */
  readonly keepsFresh: boolean;
  readonly quietMs: number;
  readonly objectsPerFile: number;
}

/** How often what is not watched is read again. */
const pollMs = 30_000;
/** How often is looked for what is due: what could not be reached is due sooner at first. */
const lookMs = 10_000;

export function createReads(options: ReadsOptions): Reads {
  const { live, namespaces, readings, analysis } = options;
  const scheduled = new Map<OpenFile, { readonly timer: ReturnType<typeof setTimeout>; readonly ageMs: number }>();

  function cancel(file: OpenFile): void {
    clearTimeout(scheduled.get(file)?.timer);
    scheduled.delete(file);
  }

  /** The objects of a file that are read without anybody pointing at them, edited ones first. */
  function objectsOf(file: OpenFile): readonly ObjectSummary[] {
    const comparedIn = (part: Part): readonly ObjectSummary[] =>
      readings.summary(part).objects.filter((object) => isCompared(object, file.role));
    const edited = file.parts.filter((part) => part.edited).flatMap(comparedIn);
    const first: ObjectSummary[] = [];
    for (const part of file.parts) {
      if (first.length >= options.objectsPerFile) break;
      first.push(...comparedIn(part));
    }
    const all = [...edited, ...first.slice(0, options.objectsPerFile)];
    return [...new Map(all.map((object) => [object.id, object])).values()];
  }

  async function ask(file: OpenFile, ageMs: number, isWanted: (answer: LiveAnswer) => boolean = () => true): Promise<void> {
    await options.ready();
    if (options.isVisible(file)) await analysis.bringUpToDate(file);
    if (options.isVisible(file)) {
      const objects = objectsOf(file);
      const due = objects.filter(({ key }) => live.wants(file.target, key, ageMs) && isWanted(live.answer(file.target, key)));
      await Promise.all(due.map(({ key }) => live.ask(file.target, key)));
      await Promise.all(objects.map(({ key }) => live.flight(file.target, key)));
      await namespaces.ask(targeted(file), ageMs);
    }
    if (options.keepsFresh) keepFresh();
  }

  function keepFresh(): void {
    const seen = [...options.files()].filter(options.isVisible).flatMap(targeted);
    live.keepFresh(seen);
    namespaces.keepFresh(seen);
  }

  function targeted(file: OpenFile): readonly Targeted[] {
    return objectsOf(file).map(({ key }) => ({ target: file.target, key }));
  }

  function poll(): void {
    live.growOlder();
    for (const file of options.files()) if (options.isVisible(file) && !scheduled.has(file)) void ask(file, pollMs, isWorthPolling);
  }
  const polling = options.keepsFresh ? setInterval(poll, lookMs) : undefined;

  return {
    cancel,
    schedule(file, ageMs) {
      const youngest = Math.min(ageMs, scheduled.get(file)?.ageMs ?? ageMs);
      cancel(file);
      const wait = Math.max(0, file.editedAt + options.quietMs - performance.now());
      const timer = setTimeout(() => {
        scheduled.delete(file);
        void ask(file, youngest);
      }, wait);
      scheduled.set(file, { timer, ageMs: youngest });
    },
    async settle(file) {
      cancel(file);
      await ask(file, Number.POSITIVE_INFINITY);
      const flights = file.parts.flatMap((part) => readings.summary(part).objects.map(({ key }) => live.flight(file.target, key)));
      await Promise.all(flights);
    },
    dispose() {
      clearInterval(polling);
      for (const file of scheduled.keys()) cancel(file);
    },
  };
}

/** What only the person can mend is asked again when the person comes back to it: signing in may run a program. */
function isWorthPolling(answer: LiveAnswer): boolean {
  const state = answer.state === "live" ? (answer.stale?.state ?? answer.state) : answer.state;
  return !["signedOut", "noSuchKind", "ownersNotTracked", "off"].includes(state);
}
