/**
 * Objects as the cluster has them. Those asked for within a tick go together: many of one collection by LIST, the others by GET.
 * Invariants: at most four requests at a time, what was asked last first; a Secret is never listed, since that reads the others too.
 */
import type { Value } from "../../shared/fieldpath/value.ts";
import type { Connection, Got } from "./connection.ts";
import { grouped } from "./grouped.ts";
import { type Job, jobQueue } from "./jobQueue.ts";
import { itemAs, listObjects } from "./listing.ts";
import { answerOf, gone, liveAnswer, type Place } from "./objectPlace.ts";
import type { ClusterAnswer } from "./ports.ts";

export interface LiveObjects {
  get(place: Place, signal: AbortSignal): Promise<ClusterAnswer>;
  /** Somebody waits for this one: it goes before all that still wait. */
  hurry(place: Place): void;
  /** The state of the collection when it was listed last, undefined where it was not. */
  listedVersion(collection: string): string | undefined;
}

interface Ask {
  readonly place: Place;
  readonly signal: AbortSignal;
  readonly answer: (answer: ClusterAnswer) => void;
  /** A GET is under way. */
  started: boolean;
  done: boolean;
}

/** Objects that were asked for together. */
interface Batch {
  /** How many GETs got no answer, and whether one did. */
  failures: number;
  answered: boolean;
  /** What stands for the answers of the others. */
  given: Got | undefined;
}

/** A server that fails so many of a batch and answers none is not asked for the rest: it has troubles enough. */
const mostFailures = 3;
/** Fewer are asked for one by one. */
export const listFrom = 8;
/** Who may not list is not asked again for a while. */
const deniedMs = 300_000;
const lanes = 4;

export function createLiveObjects(connection: Connection): LiveObjects {
  const queue = jobQueue(lanes);
  const waiting = new Map<string, Ask>();
  const versions = new Map<string, string>();
  const denied = new Map<string, number>();
  let gathered: Ask[] = [];

  function finish(ask: Ask, answer: ClusterAnswer): void {
    if (ask.done) return;
    ask.done = true;
    const path = pathOf(ask.place);
    if (waiting.get(path) === ask) waiting.delete(path);
    ask.answer(answer);
  }

  function getJob(ask: Ask, batch: Batch): Job {
    return async () => {
      if (ask.done || ask.started) return;
      ask.started = true;
      if (ask.signal.aborted) return finish(ask, gone);
      const got = batch.given ?? (await connection.get(pathOf(ask.place), ask.signal));
      if (!ask.signal.aborted) note(batch, got);
      finish(ask, answerOf(got, ask.place));
    };
  }

  function getJobs(asks: readonly Ask[]): readonly Job[] {
    const batch: Batch = { failures: 0, answered: false, given: undefined };
    return asks.map((ask) => getJob(ask, batch));
  }

  function listJob(collection: string, asks: readonly Ask[]): Job {
    return async () => {
      const byName = new Map(asks.filter(({ done, signal }) => !done && !signal.aborted).map((ask) => [ask.place.key.name, ask]));
      if (byName.size > 0) await list(collection, byName);
      // Those that were not found may be answered otherwise one by one: whoever may not list may still get.
      queue.add(getJobs(asks.filter(({ done }) => !done)));
    };
  }

  async function list(collection: string, byName: ReadonlyMap<string, Ask>): Promise<void> {
    const found = (name: string, item: Value): void => {
      const ask = byName.get(name);
      if (ask === undefined) return;
      const { apiVersion, kind } = ask.place.key;
      finish(ask, liveAnswer(itemAs(item, apiVersion, kind), ask.place));
    };
    const signal = allAborted([...byName.values()].map((ask) => ask.signal));
    const listed = await listObjects(connection, collection, new Set(byName.keys()), found, signal);
    if (listed.version !== undefined) versions.set(collection, listed.version);
    else if (listed.failure?.state === "denied") denied.set(collection, performance.now() + deniedMs);
    if (listed.complete) for (const ask of byName.values()) finish(ask, { state: "absent", source: ask.place.source });
  }

  function flush(): void {
    const collections = grouped(gathered, ({ place: { collection, key } }) => `${collection} ${key.kind}`);
    gathered = [];
    queue.add(
      collections.flatMap((asks) => {
        const [first] = asks;
        return first !== undefined && asks.length >= listFrom && mayList(first.place)
          ? [listJob(first.place.collection, asks)]
          : getJobs(asks);
      }),
    );
  }

  function mayList({ collection, key }: Place): boolean {
    return key.kind !== "Secret" && (denied.get(collection) ?? 0) <= performance.now();
  }

  return {
    get: (place, signal) =>
      new Promise((resolve) => {
        const ask: Ask = { place, signal, answer: resolve, started: false, done: false };
        waiting.set(pathOf(place), ask);
        if (gathered.push(ask) === 1) setImmediate(flush);
      }),
    hurry(place) {
      const ask = waiting.get(pathOf(place));
      if (ask !== undefined && !gathered.includes(ask)) queue.add(getJobs([ask]));
    },
    listedVersion: (collection) => versions.get(collection),
  };
}

/** The path of the object itself. */
export function pathOf({ collection, key }: Place): string {
  return `${collection}/${encodeURIComponent(key.name)}`;
}

/** One object may fail alone: only what none of them was answered stands for all. */
function note(batch: Batch, got: Got): void {
  if (got.state !== "unreachable" && got.state !== "slow") [batch.answered, batch.given] = [true, undefined];
  else if (++batch.failures >= mostFailures && !batch.answered) batch.given = got;
}

/** Fires when all of these did. */
function allAborted(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  let left = signals.length;
  const one = (): void => {
    left--;
    if (left === 0) all.abort();
  };
  for (const signal of signals) {
    if (signal.aborted) one();
    else signal.addEventListener("abort", one, { once: true });
  }
  return all.signal;
}
