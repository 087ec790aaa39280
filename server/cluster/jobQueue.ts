/** Work in a bounded number of lanes. What was added last goes first: that is what the person looks at now. */
export interface JobQueue {
  /** Before everything that waits, in this order. */
  add(jobs: readonly Job[]): void;
}

/** Never rejects. */
export type Job = () => Promise<void>;

export function jobQueue(lanes: number): JobQueue {
  let waiting: Job[] = [];
  let running = 0;

  function fill(): void {
    while (running < lanes) {
      const job = waiting.shift();
      if (job === undefined) return;
      running++;
      void job().finally(() => {
        running--;
        fill();
      });
    }
  }

  return {
    add(jobs) {
      waiting = [...jobs, ...waiting];
      fill();
    },
  };
}
