/** One GET. Whatever happens on the way is an answer in words, never an exception, and comes within the time limit. */
import http from "node:http";
import https, { type RequestOptions } from "node:https";
import type { Endpoint } from "./credentials.ts";

export type HttpAnswer =
  | { readonly state: "answered"; readonly status: number; readonly body: string }
  | { readonly state: "signedOut" | "unreachable" | "slow"; readonly message: string };

/** How long an answer may take, credentials included. */
export const timeLimitMs = 5_000;
/** The largest OpenAPI documents are a few MB, objects at most 3 MB. */
const bodyLimit = 64 * 1024 * 1024;

export async function httpGet(endpoint: Endpoint, path: string, signal: AbortSignal): Promise<HttpAnswer> {
  const { server } = endpoint;
  const late = AbortSignal.timeout(timeLimitMs);
  const stop = AbortSignal.any([signal, late]);
  const options: RequestOptions = { method: "GET", headers: { Accept: "application/json" }, signal: stop };
  try {
    await untilAborted(endpoint.authenticate(options), stop);
  } catch (error) {
    if (late.aborted) return { state: "slow", message: `Credentials for ${server.host} took more than ${timeLimitMs / 1000} s` };
    return { state: "signedOut", message: `No credentials for ${server.host}: ${reasonOf(error)}` };
  }
  try {
    return await send(server, path, options);
  } catch (error) {
    if (late.aborted) return { state: "slow", message: `${server.host} did not answer within ${timeLimitMs / 1000} s` };
    return { state: "unreachable", message: `${server.host} cannot be reached: ${reasonOf(error)}` };
  }
}

function send(server: URL, path: string, options: RequestOptions): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const url = new URL(server.origin + server.pathname.replace(/\/$/, "") + path);
    const request = (server.protocol === "http:" ? http : https).request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > bodyLimit) request.destroy(new Error("the answer is too large"));
        else chunks.push(chunk);
      });
      response.on("end", () =>
        resolve({ state: "answered", status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
      );
      response.on("aborted", () => reject(new Error("the answer broke off")));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end();
  });
}

/** The promise's result, or a rejection as soon as `signal` fires: an exec plugin cannot be told to stop. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

function reasonOf(error: unknown): string {
  const { code, message, path } = error as { readonly code?: string; readonly message?: string; readonly path?: string };
  if (code === "ECONNREFUSED") return "connection refused";
  if (code === "ENOTFOUND") return "unknown host";
  if (code === "ENOENT") return `${path ?? "a file"} not found`;
  return (message ?? String(error)).trim().slice(0, 300) || (code ?? "unknown reason");
}
