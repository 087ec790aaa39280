/**
 * A way to one cluster as one user: requests that come back as parsed JSON or as a state. At most four are under way at a time,
 * streams aside. After a failure to reach the server, or when it asks to wait, the next ones are answered at once for a while, so that
 * fifty objects do not wait fifty times. It cannot write: the only requests besides GET are a dry-run PATCH and the question what we may do.
 */
import type { IncomingMessage } from "node:http";
import type { Value } from "../../shared/fieldpath/value.ts";
import { answerOf, retryAfterMs } from "./answers.ts";
import type { Endpoint } from "./credentials.ts";
import { createHealth } from "./health.ts";
import { readBody, readLines, sendRequest, TooLarge } from "./http.ts";
import type { Limits } from "./limits.ts";
import { reasonOf } from "./reasons.ts";
import { refuseWrites } from "./refuseWrites.ts";
import type { Credentials } from "./requestOptions.ts";
import { createTurns } from "./turns.ts";

/** What is asked. */
export interface Ask {
  /** GET unless said. PATCH only with `dryRun=All`, POST only a SelfSubjectAccessReview: anything else throws. */
  readonly method?: "GET" | "PATCH" | "POST";
  /** With its query, from the root of the API. */
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  /** JSON unless said. */
  readonly accept?: string;
  readonly timeoutMs?: number;
}

/** An answer, or the state that stands for none. */
export type Got =
  | { readonly state: "ok"; readonly body: Value }
  /** `name`: the object that the server says is missing; undefined where it does not know the path at all. */
  | { readonly state: "notFound"; readonly name: string | undefined; readonly message: string }
  | Failed;

export interface Failed {
  readonly state: "denied" | "signedOut" | "unreachable" | "slow";
  readonly message: string;
  /** HTTP status; absent where there was no answer. */
  readonly status?: number;
  /** The Status object that the server sent. */
  readonly body?: Value;
  /** Asking again earlier is answered without a request. */
  readonly retryAfterMs?: number;
}

export interface Connection {
  get(path: string, signal: AbortSignal): Promise<Got>;
  send(ask: Ask, signal: AbortSignal): Promise<Got>;
  /** A watch: each line as it comes. Returns how it ended; "ok" when the server ended it. */
  stream(path: string, onLine: (line: string) => void, signal: AbortSignal): Promise<Got>;
  /** The person asks to try again: rests end. */
  retry(): void;
  /** Drops kept connections and running plugins. */
  close(): void;
}

interface Opened {
  readonly response: IncomingMessage;
  readonly used: Credentials;
}

const atMost = 4;
const stopped: Failed = { state: "unreachable", message: "No longer asked for" };

export function connect(endpoint: Endpoint, limits: Limits): Connection {
  const { server, place } = endpoint;
  const turns = createTurns(atMost);
  const health = createHealth(limits);

  /** The head of the answer with credentials that the server accepts, renewed once if need be. */
  async function open(ask: Ask, encoding: string, stop: AbortSignal): Promise<Opened | Failed> {
    const { method = "GET", path, body, contentType, accept = "application/json" } = ask;
    const url = new URL(server.origin + server.pathname.replace(/\/$/, "") + path);
    // Administrators find us by it in the audit log.
    const named = { "User-Agent": "kubernetes-field-ownership" };
    const type = contentType === undefined ? {} : { "Content-Type": contentType };
    for (let renewals = 0; ; renewals++) {
      const used = await endpoint.credentials();
      if ("state" in used) return used;
      const kept = health.resting(used);
      if (kept !== undefined) return kept;
      const headers = { ...named, Accept: accept, "Accept-Encoding": encoding, ...type, ...used.headers };
      const response = await sendRequest({ method, url, body, ...used, headers }, stop);
      if (response.statusCode !== 401 || renewals > 0 || !(await endpoint.renew(used))) return { response, used };
      response.destroy();
    }
  }

  /** An answer came: what it says about the next requests. */
  function heard(got: Got, { response, used }: Opened): Got {
    if (got.state === "signedOut") return health.refused({ ...got, message: `${got.message}: ${endpoint.signIn}` }, used);
    const wait = retryAfterMs(response);
    if (got.state === "unreachable" && (response.statusCode === 429 || wait !== undefined)) return health.asksToWait(got, wait);
    health.answered();
    return got;
  }

  function notHeard(error: unknown, late: boolean, ms: number): Failed {
    if (late) return health.late({ state: "slow", message: `${place} did not answer within ${ms / 1000} s` });
    return health.unreached({ state: "unreachable", message: `${place} cannot be reached: ${reasonOf(error, endpoint)}` });
  }

  /** A body that broke off or is too large says nothing about other requests. */
  function brokenOff(error: unknown): Failed {
    const what = error instanceof TooLarge ? error.message : `the answer broke off (${reasonOf(error, endpoint)})`;
    return { state: "unreachable", message: `${place}: ${what}` };
  }

  async function send(ask: Ask, signal: AbortSignal): Promise<Got> {
    refuseWrites(ask);
    const ms = ask.timeoutMs ?? limits.answerMs;
    // A plugin that still runs takes no turn; what it gave may be replaced by the time there is one.
    const waited = AbortSignal.timeout(ms);
    const ready = await orAborted(endpoint.credentials(), AbortSignal.any([signal, waited]));
    if (signal.aborted) return stopped;
    if (ready === undefined) return { state: "slow", message: `${place} was not asked within ${ms / 1000} s: ${endpoint.waitsFor}` };
    if ("state" in ready) return ready;
    const end = await turns.take(signal);
    if (end === undefined) return stopped;
    const late = AbortSignal.timeout(ms);
    const stop = AbortSignal.any([signal, late]);
    let opened: Opened | undefined;
    try {
      const answer = await orAborted(open(ask, endpoint.compress ? "gzip" : "identity", stop), stop);
      if (answer === undefined) throw stop.reason;
      if ("state" in answer) return answer;
      opened = answer;
      const text = await readBody(opened.response, limits.bodyBytes);
      return heard(answerOf(opened.response, text, place), opened);
    } catch (error) {
      if (signal.aborted) return stopped;
      return opened === undefined || late.aborted ? notHeard(error, late.aborted, ms) : brokenOff(error);
    } finally {
      end();
    }
  }

  async function stream(path: string, onLine: (line: string) => void, signal: AbortSignal): Promise<Got> {
    const silence = new AbortController();
    const stop = AbortSignal.any([signal, silence.signal]);
    let timer = setTimeout(() => silence.abort(), limits.answerMs);
    let opened: Opened | undefined;
    try {
      const ready = await orAborted(endpoint.credentials(), stop);
      if (ready === undefined) throw stop.reason;
      const answer = "state" in ready ? ready : await orAborted(open({ path }, "identity", stop), stop);
      if (answer === undefined) throw stop.reason;
      if ("state" in answer) return answer;
      const { response } = answer;
      if (response.statusCode !== 200) return heard(answerOf(response, await readBody(response, limits.bodyBytes), place), answer);
      opened = answer;
      heard({ state: "ok", body: null }, opened);
      const alive = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), limits.silentMs);
      };
      alive();
      response.on("data", alive);
      await readLines(response, limits.lineBytes, onLine);
      return { state: "ok", body: null };
    } catch (error) {
      if (signal.aborted) return stopped;
      if (opened === undefined) return notHeard(error, silence.signal.aborted, limits.answerMs);
      if (!silence.signal.aborted) return brokenOff(error);
      return { state: "slow", message: `${place} said nothing for ${limits.silentMs / 1000} s` };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get: (path, signal) => send({ path }, signal),
    send,
    stream,
    retry() {
      health.forget();
      endpoint.forget();
    },
    close: () => endpoint.close(),
  };
}

/** The promise's result; undefined as soon as `signal` fires, while the work goes on for others. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(undefined);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
