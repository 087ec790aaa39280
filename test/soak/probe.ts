/** Loaded into the server's process before the server itself: tells what was caught by nobody, and what is in memory once garbage is collected. */
import { collectGarbage } from "../support/collectGarbage.ts";

/** What the probe sends to the process that started it. */
export type ProbeMessage = { readonly uncaught: string } | { readonly heapBytes: number; readonly residentBytes: number };

const tell = (message: ProbeMessage): void => void process.send?.(message);
const uncaught = (error: unknown): void => tell({ uncaught: error instanceof Error ? (error.stack ?? error.message) : String(error) });
process.on("unhandledRejection", uncaught);
process.on("uncaughtException", uncaught);

process.on("message", () => {
  collectGarbage();
  // What finalizers released is free only now.
  setImmediate(() => {
    collectGarbage();
    const { heapUsed, external, rss } = process.memoryUsage();
    tell({ heapBytes: heapUsed + external, residentBytes: rss });
  });
});
// The server ends when the editor says so, whoever listens here.
process.channel?.unref();
