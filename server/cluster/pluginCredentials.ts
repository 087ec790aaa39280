/**
 * The credentials of a plugin, kept until they run out or were refused. It runs once for all who wait, and rests after it failed:
 * a sign-in page must not open again and again.
 */
import type { Failed } from "./connection.ts";
import type { Issued } from "./execCredential.ts";
import { type PluginRun, runPlugin } from "./execPlugin.ts";
import type { Limits } from "./limits.ts";
import { createRests } from "./rests.ts";

export interface PluginCredentials {
  get(): Promise<Issued | Failed>;
  /** The server does not accept them: the next `get` runs the plugin, unless these are the answer to a refusal just before. */
  refuse(issued: Issued): void;
  /** A failure is not remembered any more. */
  forget(): void;
  stop(): void;
}

/** A plugin that gives refused credentials again is not asked more often. */
const refusedMs = 5_000;

/** `named` begins a message: which program of which user. */
export function pluginCredentials(plugin: Omit<PluginRun, "limitMs">, named: string, limits: Limits): PluginCredentials {
  const rests = createRests(limits.pluginRestMs, limits.longestPluginRestMs);
  const stopping = new AbortController();
  let kept: Issued | undefined;
  let failure: Failed | undefined;
  let running: Promise<Issued | Failed> | undefined;
  let refusedAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<Issued | Failed> {
    const began = performance.now();
    const ended = await runPlugin({ ...plugin, limitMs: limits.pluginMs }, stopping.signal);
    running = undefined;
    if ("value" in ended) {
      rests.end();
      kept = ended.value;
      return kept;
    }
    // One that was stopped by the limit may have opened a sign-in page.
    rests.begin(performance.now() - began >= limits.pluginMs ? limits.longestPluginRestMs : 0);
    failure = { state: "signedOut", message: `${named} ${ended.problem}` };
    return { ...failure, retryAfterMs: Math.ceil(rests.left()) };
  }

  return {
    async get() {
      if (kept !== undefined && (kept.expires === undefined || kept.expires > Date.now())) return kept;
      const left = rests.left();
      if (failure !== undefined && left > 0) return { ...failure, retryAfterMs: Math.ceil(left) };
      running ??= run();
      return running;
    },
    refuse(issued) {
      if (issued !== kept || performance.now() - refusedAt < refusedMs) return;
      refusedAt = performance.now();
      kept = undefined;
    },
    forget: () => rests.end(),
    stop: () => stopping.abort(),
  };
}
