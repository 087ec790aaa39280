/**
 * Answers that are shared while under way and remembered for a while after. One flight per key, however many ask;
 * it is aborted when nobody waits for it any more. Failures are remembered for a shorter time, so that they are tried again.
 */
export interface ShortMemory<T> {
  /** The remembered answer, the flight's, or that of a new flight; undefined when `signal` fired first. */
  get(key: string, signal: AbortSignal, fly: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** This answer is outdated: whoever asks from now on gets another. A flight under way is newer. */
  forget(answer: T): void;
  /** So are all, and those under way: who waits for one still gets it, but nobody else does. */
  forgetAll(): void;
  clear(): void;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

/** `keepMs`: how long an answer is remembered, in ms. At most `limit` answers are. */
export function shortMemory<T>(keepMs: (answer: T) => number, limit: number): ShortMemory<T> {
  const kept = new Map<string, { readonly answer: T; readonly until: number }>();
  const flights = new Map<string, Flight<T>>();

  function start(key: string, fly: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController();
    const answer = fly(abort.signal).then((value) => {
      if (flights.get(key) === flight) remember(key, value);
      return value;
    });
    const flight: Flight<T> = { answer, abort, waiting: 0 };
    flights.set(key, flight);
    const land = (): void => leave(key, flight);
    answer.then(land, land);
    return flight;
  }

  /** Nobody else joins it. */
  function leave(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  function remember(key: string, answer: T): void {
    const ms = keepMs(answer);
    if (ms <= 0) return;
    const now = performance.now();
    for (const [other, { until }] of kept) if (until <= now) kept.delete(other);
    kept.delete(key);
    kept.set(key, { answer, until: now + ms });
    const [oldest] = kept.keys();
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async get(key, signal, fly) {
      const known = kept.get(key);
      if (known !== undefined && known.until > performance.now()) return known.answer;
      if (signal.aborted) return undefined;
      const flight = flights.get(key) ?? start(key, fly);
      flight.waiting++;
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          flight.waiting--;
          if (flight.waiting === 0) {
            leave(key, flight);
            flight.abort.abort();
          }
          resolve(undefined);
        };
        signal.addEventListener("abort", giveUp, { once: true });
        flight.answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
      });
    },
    forget(answer) {
      for (const [key, known] of kept) if (known.answer === answer) kept.delete(key);
    },
    forgetAll() {
      kept.clear();
      flights.clear();
    },
    clear() {
      kept.clear();
      for (const flight of flights.values()) flight.abort.abort();
      flights.clear();
    },
  };
}
