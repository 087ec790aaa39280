/**
 * A way to one cluster as one user: GETs that come back as parsed JSON or as a state. At most four are under way at a time,
 * and after a failure to reach the server the next ones answer at once for a while, so that fifty objects do not wait fifty times.
 */

import { parseJson } from "../../shared/fieldpath/json.ts";
import { stringAt, type Value } from "../../shared/fieldpath/value.ts";
import type { Endpoint } from "./credentials.ts";
import { httpGet } from "./http.ts";

export type Got =
  | { readonly state: "ok"; readonly body: Value }
  /** `name`: the object that the server says is missing; undefined where it does not know the path at all. */
  | { readonly state: "notFound"; readonly name: string | undefined; readonly message: string }
  | { readonly state: "denied" | "signedOut" | "unreachable" | "slow"; readonly message: string };

export interface Connection {
  get(path: string, signal: AbortSignal): Promise<Got>;
}

const atMost = 4;
const restMs = 5_000;

export function connect(endpoint: Endpoint): Connection {
  const queue: (() => void)[] = [];
  let running = 0;
  let failure: { readonly answer: Got; readonly until: number } | undefined;

  async function turn(): Promise<void> {
    if (running >= atMost) await new Promise<void>((resolve) => queue.push(resolve));
    running++;
  }

  return {
    async get(path, signal) {
      await turn();
      try {
        if (signal.aborted) return { state: "unreachable", message: "No longer asked for" };
        if (failure !== undefined && failure.until > performance.now()) return failure.answer;
        const http = await httpGet(endpoint, path, signal);
        const answer = http.state === "answered" ? read(http.status, http.body, endpoint.server.host) : http;
        const failed = http.state !== "answered" && !signal.aborted;
        failure = failed ? { answer, until: performance.now() + restMs } : undefined;
        return answer;
      } finally {
        running--;
        queue.shift()?.();
      }
    },
  };
}

function read(status: number, body: string, host: string): Got {
  const { value, problem } = parseJson(body);
  const message = stringAt(value, "message") ?? `HTTP ${status}`;
  if (status === 200) {
    return problem === undefined ? { state: "ok", body: value } : { state: "unreachable", message: `${host} sent no valid JSON` };
  }
  if (status === 401) return { state: "signedOut", message: `${host} does not accept the credentials (401 ${message})` };
  if (status === 403) return { state: "denied", message };
  if (status === 404) return { state: "notFound", name: stringAt(value, "details", "name"), message };
  return { state: "unreachable", message: `${host} answered HTTP ${status}${message === `HTTP ${status}` ? "" : `: ${message}`}` };
}
