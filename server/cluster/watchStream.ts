/**
 * One watch that is kept open: resumed where it broke off, begun anew when the server forgot that place, reopened with back-off.
 * Counterpart in Go: client-go RetryWatcher and the watch half of Reflector.
 */
import { parseJson } from "../../shared/fieldpath/json.ts";
import { stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { backOffMs } from "./backOff.ts";
import type { Connection, Got } from "./connection.ts";

export interface WatchStream {
  /** Path and query of what is watched. */
  readonly path: string;
  /** After it was lost it begins anew: what is told at once then is worth more than what a server that was silent says where it broke off. */
  readonly beginsAnew: boolean;
  /** Where to begin, at first and after the server forgot the place: "now" begins with the objects as they are; undefined gives up. */
  begin(): Promise<string | undefined>;
  /** Whether a text of an event is worth reading; bookmarks always are. */
  wants(line: string): boolean;
  onObject(name: string, object: Value, deleted: boolean): void;
  /** The server was heard: everything that was told is fresh. */
  onAlive(): void;
  /** It is not known any more what happens there; `forGood`: nor will it be. */
  onLost(forGood: boolean): void;
}

/** What breaks off sooner has failed, even if politely. */
const shortMs = 1_000;
/** A server that starts up refuses for a moment what it let us do before. */
const patience = 5;

/** Runs until `signal` fires or there is no point in going on. */
export async function keepWatching(connection: Connection, stream: WatchStream, signal: AbortSignal): Promise<void> {
  let version: string | undefined;
  let heard = false;
  let failures = 0;
  let refusals = 0;
  while (!signal.aborted) {
    version ??= await stream.begin();
    if (version === undefined) return stream.onLost(true);
    const attempt = new AbortController();
    const stop = AbortSignal.any([signal, attempt.signal]);
    let expired = false;
    const start = performance.now();
    const path = `${stream.path}&allowWatchBookmarks=true${version === "now" ? "" : `&resourceVersion=${encodeURIComponent(version)}`}`;
    const got = await connection.stream(
      path,
      (line) => {
        if (stop.aborted) return;
        const seen = hear(stream, line);
        if (seen === "failed") {
          expired = true;
          attempt.abort();
          return;
        }
        version = seen ?? version;
        heard = true;
        failures = 0;
        refusals = 0;
      },
      stop,
    );
    if (signal.aborted) return;
    if (expired || ("status" in got && got.status === 410)) version = undefined;
    else if (isRefusal(got) && ++refusals > (heard ? patience : 0)) return stream.onLost(true);
    // The server ends every watch after some minutes; that is no failure.
    const asUsual = got.state === "ok" && !expired && performance.now() - start > shortMs;
    if (asUsual) continue;
    stream.onLost(false);
    if (stream.beginsAnew) version = undefined;
    // Before that it would be answered without a request.
    const restMs = "retryAfterMs" in got ? (got.retryAfterMs ?? 0) : 0;
    await pause(restMs > 0 ? restMs + backOffMs(0) : backOffMs(failures++), signal);
  }
}

/** Trying again changes nothing, or runs a program that asks the person to sign in. */
function isRefusal(got: Got): boolean {
  return got.state === "denied" || got.state === "notFound" || got.state === "signedOut" || ("status" in got && got.status === 405);
}

/** Tells what a line says. Answers the place in the collection's history, or that the server will not go on. */
function hear(stream: WatchStream, line: string): string | undefined | "failed" {
  const head = line.slice(0, 40);
  const told = !/"type":"(?:ADDED|MODIFIED|DELETED)"/.test(head) || stream.wants(line);
  const { value } = told ? parseJson(line, "copies") : { value: undefined };
  const type = stringAt(value, "type");
  if (type === "ERROR") return "failed";
  const object = valueAt(value, "object");
  const name = stringAt(object, "metadata", "name");
  if (object !== undefined && name !== undefined && type !== "BOOKMARK") stream.onObject(name, object, type === "DELETED");
  stream.onAlive();
  return stringAt(object, "metadata", "resourceVersion");
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
