import { backOffMs } from "./backOff.ts";

/** Rests after failures: each longer than the one before, with jitter, so that editors that lost a server together do not return together. */
export interface Rests {
  /** How long the rest still lasts, in ms; 0: none. */
  left(): number;
  /** A failure: rests for at least `leastMs`. Failures during a rest are the same failure. */
  begin(leastMs?: number): void;
  /** It works again, or the person wants it tried. */
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
      const ms = backOffMs(failures - 1, firstMs, longestMs);
      until = Math.max(until, performance.now() + Math.max(leastMs, ms));
    },
    end() {
      failures = 0;
      until = 0;
    },
  };
}
