/** Rests after failures: each longer than the one before, with jitter, so that editors that lost a server together do not return together. */
export interface Rests {
  /** How long the rest still lasts, in ms; 0: none. */
  left(): number;
  /** A failure: rests for at least `leastMs`. Failures during a rest are the same failure. */
  begin(leastMs?: number): void;
  /** It works again. */
  end(): void;
}

export function createRests(firstMs: number, longestMs: number): Rests {
  let failures = 0;
  let until = 0;
  const left = (): number => Math.max(0, until - performance.now());
  return {
    left,
    begin(leastMs = 0) {
      if (left() === 0) failures++;
      const ms = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
      until = Math.max(until, performance.now() + Math.max(leastMs, ms * (0.75 + Math.random() / 2)));
    },
    end() {
      failures = 0;
      until = 0;
    },
  };
}
