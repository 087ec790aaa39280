/**
 * When the cluster is asked, and for what: only for visible files, once typing has paused, and in a long file only for its first objects,
 * those in edited documents and those somebody hovers. A file's own answers never wait for it.
 */
import type { Analysis } from "./analysis.ts";
import type { LiveStore } from "./liveStore.ts";
import type { OpenFile } from "./openFile.ts";
import { isCompared, type Readings } from "./readings.ts";

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
  readonly readings: Readings;
  readonly analysis: Analysis;
  readonly ready: () => Promise<void>;
  readonly isVisible: (file: OpenFile) => boolean;
  readonly quietMs: number;
  readonly objectsPerFile: number;
}

export function createReads(options: ReadsOptions): Reads {
  const { live, readings, analysis } = options;
  const scheduled = new Map<OpenFile, { readonly timer: ReturnType<typeof setTimeout>; readonly ageMs: number }>();

  function cancel(file: OpenFile): void {
    clearTimeout(scheduled.get(file)?.timer);
    scheduled.delete(file);
  }

  async function ask(file: OpenFile, ageMs: number): Promise<void> {
    await options.ready();
    if (!options.isVisible(file)) return;
    await analysis.bringUpToDate(file);
    if (!options.isVisible(file)) return;
    const parts = file.parts.map((part) => ({
      part,
      compared: readings.summary(part).objects.filter((object) => isCompared(object, file.role)),
    }));
    const first = parts.flatMap(({ compared }) => compared).slice(0, options.objectsPerFile);
    const edited = parts.flatMap(({ part, compared }) => (part.edited ? compared : []));
    const wanted = new Map([...edited, ...first].filter(({ key }) => live.wants(file.target, key, ageMs)).map(({ id, key }) => [id, key]));
    await Promise.all([...wanted.values()].map((key) => live.ask(file.target, key)));
  }

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
      for (const file of scheduled.keys()) cancel(file);
    },
  };
}
