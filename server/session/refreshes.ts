/** Tells listeners which files have new answers, a few milliseconds after the first of them, so that fifty arrivals are one message. */
export interface Refreshes {
  note(uris: Iterable<string>): void;
  listen(listener: (uris: readonly string[]) => void): () => void;
  dispose(): void;
}

const gatherMs = 15;

export function createRefreshes(): Refreshes {
  const listeners = new Set<(uris: readonly string[]) => void>();
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    note(uris) {
      for (const uri of uris) pending.add(uri);
      if (pending.size === 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        const noted = [...pending];
        pending.clear();
        for (const listener of listeners) listener(noted);
      }, gatherMs);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
