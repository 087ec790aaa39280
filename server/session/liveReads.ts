/**
 * Live objects as the cluster told them last, read or watched.
 * Invariants: one read per object at a time; what comes late, or for nobody any more, changes nothing; an object that could not be read
 * again stays, marked as stale; every change gives a new version.
 */
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import * as reaching from "../../shared/ownership/words/reaching.ts";
import type { Cluster, ClusterAnswer } from "../cluster/ports.ts";
import { type Address, completed } from "./completed.ts";
import type { Kinds } from "./kinds.ts";
import { afterAnswer, asOfNow, isOlder, isOutOfReach, isSame, isStale } from "./liveAnswers.ts";

export interface LiveReads {
  /** Undefined until it was asked for. */
  answer(id: string): LiveAnswer | undefined;
  version(id: string): number | undefined;
  /** Whether it should be read if it may not be older than this. 0 always reads; else what is watched needs no reading. */
  isDue(id: string, olderThan: number): boolean;
  /** Resolves when it was answered. `urgent`: somebody waits for it. */
  ask(address: Address, urgent: boolean): Promise<void>;
  /** The read under way, if any. */
  flight(id: string): Promise<void> | undefined;
  /** Watches these, as far as they were read, and no others. */
  keepFresh(addresses: readonly Address[]): void;
  /** Objects that could not be read again are older by now, which is to be told. */
  growOlder(): void;
  /** Forgets all others, and stops reading them. */
  keepOnly(ids: ReadonlySet<string>): void;
}

export interface LiveReadsOptions {
  readonly cluster: () => Promise<Cluster> | undefined;
  readonly kinds: Pick<Kinds, "learn" | "described">;
  readonly now: () => number;
  readonly onChange: (address: Address) => void;
}

interface Read {
  readonly address: Address;
  readonly abort: AbortController;
  answer: LiveAnswer;
  version: number;
  /** `now()` of the last answer. */
  at: number;
  /** How many reads failed in a row, and how long it is left alone for that, in ms. */
  failures: number;
  restMs: number;
  flight: Promise<void> | undefined;
  watch: Watch | undefined;
  /** How often its watch told something: a read that began before is outdated. */
  told: number;
}

interface Watch {
  readonly stop: () => void;
  isFresh: boolean;
}

const firstRestMs = 5_000;
/** Rights change seldom. But a server that starts up refuses everything for a moment. */
const longestRestMs: ReadonlyMap<LiveAnswer["state"], number> = new Map([
  ["unreachable", 120_000],
  ["slow", 120_000],
  ["signedOut", 600_000],
  ["denied", 600_000],
]);

export function createLiveReads({ cluster, kinds, now, onChange }: LiveReadsOptions): LiveReads {
  const reads = new Map<string, Read>();
  let room: Cluster | undefined;
  let versions = 0;

  async function loaded(): Promise<Cluster | undefined> {
    room ??= await cluster();
    return room;
  }

  function take(read: Read, answer: LiveAnswer): void {
    const longest = longestRestMs.get(answer.state);
    read.failures = longest === undefined ? 0 : read.failures + 1;
    // Never the same for two: those that failed together are not to return together.
    const jitter = 0.75 + Math.random() / 2;
    read.restMs = longest === undefined ? 0 : Math.min(longest, firstRestMs * 2 ** (read.failures - 1)) * jitter;
    read.at = now();
    set(read, afterAnswer(read.answer, answer));
    // A connection that lost its other end keeps a watch open and says nothing.
    if (read.watch !== undefined && isOutOfReach(read.answer)) read.watch.isFresh = false;
  }

  function set(read: Read, answer: LiveAnswer): void {
    const changed = !isSame(read.answer, answer);
    read.answer = answer;
    if (changed) renew(read);
  }

  function renew(read: Read): void {
    read.version = ++versions;
    onChange(read.address);
  }

  const isKept = (read: Read): boolean => reads.get(read.address.id) === read;

  async function fetch({ address, abort: { signal } }: Read): Promise<LiveAnswer> {
    const here = await loaded();
    if (here === undefined) return { state: "off", message: reaching.noCluster };
    await kinds.learn(here, address.target, address.key.apiVersion, address.key.kind, signal);
    return completed({ cluster: here, kinds }, address, await here.get(address.target, address.key, signal), signal);
  }

  async function hear(read: Read, here: Cluster, found: ClusterAnswer): Promise<void> {
    const turn = ++read.told;
    const answer = await completed({ cluster: here, kinds }, read.address, found, read.abort.signal);
    if (isKept(read) && read.told === turn && !isOlder(answer, read.answer)) take(read, answer);
  }

  function watch(read: Read, here: Cluster): void {
    /** Whoever ended it: what the cluster keeps for it goes too. */
    const over = (): void => {
      stop();
      if (read.watch === own) read.watch = undefined;
    };
    const stop = here.watch(read.address.target, read.address.key, {
      answer: (found) => void hear(read, here, found).catch(over),
      fresh(isFresh) {
        own.isFresh = isFresh;
        if (!isFresh || !isKept(read)) return;
        read.at = now();
        set(read, asOfNow(read.answer, read.at));
      },
      ended: over,
    });
    const own: Watch = { stop, isFresh: false };
    read.watch = own;
  }

  function unwatch(read: Read): void {
    const { watch: own } = read;
    read.watch = undefined;
    own?.stop();
  }

  return {
    answer: (id) => reads.get(id)?.answer,
    version: (id) => reads.get(id)?.version,
    isDue(id, olderThan) {
      const read = reads.get(id);
      if (read === undefined) return true;
      if (read.flight !== undefined) return false;
      // What could not be reached is worth trying again once it rested, however young the attempt.
      const age = isOutOfReach(read.answer) ? read.restMs : Math.max(olderThan, read.restMs);
      return olderThan === 0 || (read.watch?.isFresh !== true && now() - read.at >= age);
    },
    ask(address, urgent) {
      const before = reads.get(address.id);
      if (before?.flight !== undefined) {
        if (urgent)
          void cluster()
            ?.then((room) => room.hurry(address.target, address.key))
            .catch(() => undefined);
        return before.flight;
      }
      const read: Read = before ?? { ...unread, address, abort: new AbortController(), version: ++versions };
      reads.set(address.id, read);
      const { told } = read;
      read.flight = fetch(read)
        .catch((): LiveAnswer => ({ state: "off", message: reaching.couldNotAsk }))
        .then((answer) => {
          if (!isKept(read)) return;
          read.flight = undefined;
          if (read.told === told) take(read, answer);
        });
      return read.flight;
    },
    flight: (id) => reads.get(id)?.flight,
    keepFresh(addresses) {
      const wanted = new Set(addresses.map(({ id }) => id));
      for (const [id, read] of reads) {
        if (!wanted.has(id)) unwatch(read);
        if (wanted.has(id) && room !== undefined && read.watch === undefined && isWatchable(read.answer)) watch(read, room);
      }
    },
    growOlder() {
      for (const read of reads.values()) if (isStale(read.answer)) renew(read);
    },
    keepOnly(ids) {
      for (const [id, read] of reads) {
        if (ids.has(id)) continue;
        unwatch(read);
        read.abort.abort();
        reads.delete(id);
      }
    },
  };
}

const unread = {
  answer: { state: "pending" },
  at: 0,
  failures: 0,
  restMs: 0,
  flight: undefined,
  watch: undefined,
  told: 0,
} as const satisfies Partial<Read>;

/** Where nothing could be read there is nothing to watch. */
function isWatchable(answer: LiveAnswer): boolean {
  return answer.state === "absent" || (answer.state === "live" && !isStale(answer));
}
