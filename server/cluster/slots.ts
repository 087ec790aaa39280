/** A bounded number of things at a time; the others wait until one is given back. */
export interface Slots {
  /** Resolves with how to give it back, or undefined when `signal` fired first. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createSlots(count: number): Slots {
  const waiting = new Set<() => void>();
  let free = count;

  function giveBack(): void {
    free++;
    const [next] = waiting;
    next?.();
  }

  return {
    async take(signal) {
      while (free === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const go = (): void => {
            waiting.delete(go);
            signal.removeEventListener("abort", go);
            resolve();
          };
          waiting.add(go);
          signal.addEventListener("abort", go, { once: true });
        });
      }
      if (signal.aborted) return undefined;
      free--;
      return giveBack;
    },
  };
}
