/**
 * Objects kept fresh by watches: each by one of its own, or many of one collection that was listed by one for all of them.
 * Invariants: at most as many watches as there are slots; a Secret is only watched by its name; who may not watch is not asked again for a while.
 */
import type { Value } from "../../shared/fieldpath/value.ts";
import type { Connection } from "./connection.ts";
import { grouped } from "./grouped.ts";
import { type LiveObjects, listFrom } from "./liveObjects.ts";
import { liveAnswer, type Place } from "./objectPlace.ts";
import type { WatchListener } from "./ports.ts";
import type { Turns } from "./turns.ts";
import { keepWatching, type WatchStream } from "./watchStream.ts";

export interface Watching {
  /** Until the signal fires. */
  watch(place: Place, listener: WatchListener, signal: AbortSignal): void;
}

interface Watch {
  readonly place: Place;
  readonly listener: WatchListener;
  readonly signal: AbortSignal;
}

const deniedMs = 300_000;
/** An object that is there is told at once; after this silence it is asked for. */
const firstMs = 2_000;
/** How long the first watch of a collection goes ahead of the others. */
const probeMs = 1_000;

export function createWatching(connection: Connection, objects: LiveObjects, slots: Turns): Watching {
  const denied = new Map<string, number>();
  let gathered: Watch[] = [];

  async function readAgain(watches: Iterable<Watch>): Promise<void> {
    await Promise.all(
      [...watches].map(async ({ place, listener, signal }) => {
        const answer = await objects.get(place, signal);
        if (!signal.aborted) listener.answer(answer);
      }),
    );
  }

  function flush(): void {
    const all = gathered.filter(({ signal }) => !signal.aborted);
    gathered = [];
    for (const watch of all) if (!mayWatch(watch)) watch.listener.ended();
    const collections = grouped(all.filter(mayWatch), ({ place: { collection, key } }) => `${collection} ${key.kind}`);
    for (const watches of collections) {
      const [first] = watches;
      if (first === undefined) continue;
      const together =
        watches.length >= listFrom && first.place.key.kind !== "Secret" && objects.listedVersion(first.place.collection) !== undefined;
      if (together) void run(watches, first.place.collection, true);
      else void runEach(watches, first.place.collection);
    }
  }

  /** The first finds out whether one may. */
  async function runEach([first, ...others]: readonly Watch[], collection: string): Promise<void> {
    if (first === undefined) return;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, probeMs).unref();
      first.signal.addEventListener("abort", () => resolve());
      void run([first], collection, false, resolve);
    });
    for (const watch of others) {
      if (mayWatch(watch)) void run([watch], collection, false);
      else watch.listener.ended();
    }
  }

  function mayWatch({ place }: Watch): boolean {
    return (denied.get(place.collection) ?? 0) <= performance.now();
  }

  async function run(asked: readonly Watch[], collection: string, together: boolean, onNews: () => void = () => undefined): Promise<void> {
    // Who left while others went ahead would never be heard to leave.
    const all = asked.filter(({ signal }) => !signal.aborted);
    if (all.length === 0) return onNews();
    const watches = new Set(all);
    const stop = new AbortController();
    for (const watch of all) {
      watch.signal.addEventListener("abort", () => {
        watches.delete(watch);
        if (watches.size === 0) stop.abort();
      });
    }
    const release = await slots.take(stop.signal);
    if (release === undefined) return onNews();
    /** How often anything became known of the stream. */
    let heard = 0;
    let begun: string | undefined;

    /** The object itself is told at the start, if it is there; that it went in the meantime is not. */
    async function beginOne(): Promise<string> {
      const before = heard;
      setTimeout(() => {
        if (heard === before && !stop.signal.aborted) void readAgain(watches);
      }, firstMs).unref();
      return "now";
    }

    /** Where the list left off; later where a new one does. */
    async function beginAll(): Promise<string | undefined> {
      if (begun !== undefined) await readAgain(watches);
      const listed = objects.listedVersion(collection);
      if (listed === begun) return undefined;
      begun = listed;
      return listed;
    }

    const [first] = all;
    const selector = `fieldSelector=${encodeURIComponent(`metadata.name=${first?.place.key.name}`)}&`;
    const stream: WatchStream = {
      path: `${collection}?${together ? "" : selector}watch=true`,
      beginsAnew: !together,
      begin: together ? beginAll : beginOne,
      wants: together ? (line) => mentions(line, watches) : () => true,
      onObject: (name, object, deleted) => tell(watches, name, object, deleted),
      onAlive() {
        heard++;
        onNews();
        for (const { listener } of watches) listener.fresh(true);
      },
      onLost(forGood) {
        if (forGood) denied.set(collection, performance.now() + deniedMs);
        heard++;
        onNews();
        for (const { listener } of watches) {
          listener.fresh(false);
          if (forGood) listener.ended();
        }
      },
    };
    await keepWatching(connection, stream, stop.signal);
    release();
  }

  return {
    watch(place, listener, signal) {
      if (gathered.push({ place, listener, signal }) === 1) setImmediate(flush);
    },
  };
}

function tell(watches: Iterable<Watch>, name: string, object: Value, deleted: boolean): void {
  for (const { place, listener } of watches) {
    if (place.key.name !== name) continue;
    listener.answer(deleted ? { state: "absent", source: place.source } : liveAnswer(object, place));
  }
}

/** Whether a text may be about one of these: most events of a busy namespace are about others and not worth parsing. */
function mentions(line: string, watches: Iterable<Watch>): boolean {
  const named = new Set(Array.from(line.matchAll(/"name":"([^"]*)"/g), ([, name]) => name));
  for (const { place } of watches) if (named.has(place.key.name)) return true;
  return false;
}
