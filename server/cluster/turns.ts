/** At most so many at a time, in the order they came. */
export interface Turns {
  /** Resolves when it is this one's turn, or `signal` fired: then it resolves to undefined. Calling the result ends the turn. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createTurns(atMost: number): Turns {
  const waiting = new Set<() => void>();
  let running = 0;

  function end(): void {
    running--;
    const [next] = waiting;
    next?.();
  }

  return {
    take(signal) {
      return new Promise((resolve) => {
        const leave = (): void => {
          waiting.delete(start);
          resolve(undefined);
        };
        const start = (): void => {
          waiting.delete(start);
          signal.removeEventListener("abort", leave);
          running++;
          resolve(end);
        };
        if (signal.aborted) return leave();
        if (running < atMost) return start();
        waiting.add(start);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}
