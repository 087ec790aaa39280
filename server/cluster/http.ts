/**
 * One request and its body. Rejects with what went wrong on the way; the words are the caller's.
 * A body is decompressed and never longer than its limit; a line of a stream neither.
 */
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import type { Credentials } from "./requestOptions.ts";

export interface HttpRequest extends Credentials {
  readonly method: string;
  readonly url: URL;
  readonly body: string | undefined;
}

/** The head of the answer; its body is still to come. A kept connection that the server closed meanwhile is replaced once. */
export async function sendRequest(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    return await sendOnce(request, signal);
  } catch (error) {
    if (error instanceof StaleConnection) return sendOnce(request, signal);
    throw error;
  }
}

/** Nothing was answered on a connection that an earlier request had used. */
class StaleConnection extends Error {}

/** A body that is longer than anything we ask for. */
export class TooLarge extends Error {}

function sendOnce({ url, body, ...options }: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const module = url.protocol === "http:" ? http : https;
    const request = module.request(url, { ...options, signal }, resolve);
    request.on("error", (error) => {
      const stale =
        request.reusedSocket && !signal.aborted && ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");
      reject(stale ? new StaleConnection("the connection was closed", { cause: error }) : error);
    });
    request.end(body);
  });
}

/** The whole body as text. */
export async function readBody(response: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  await readChunks(response, (chunk) => {
    size += chunk.length;
    if (size > mostBytes) throw new TooLarge(`the answer is larger than ${Math.round(mostBytes / 1024 / 1024)} MB`);
    chunks.push(chunk);
  });
  return Buffer.concat(chunks).toString("utf8");
}

/** The body line by line as it comes, without the line that the end cut off. */
export async function readLines(response: IncomingMessage, mostBytes: number, onLine: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let size = 0;
  await readChunks(response, (chunk) => {
    const [first = "", ...rest] = decoder.write(chunk).split("\n");
    parts.push(first);
    size += first.length;
    for (const part of rest) {
      const line = parts.join("");
      if (line.trim() !== "") onLine(line);
      parts = [part];
      size = part.length;
    }
    if (size > mostBytes) throw new TooLarge(`a line of the answer is longer than ${Math.round(mostBytes / 1024 / 1024)} MB`);
  });
}

function readChunks(response: IncomingMessage, onChunk: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(error);
      response.destroy();
    };
    const body = response.headers["content-encoding"] === "gzip" ? response.pipe(createGunzip()) : response;
    response.on("aborted", () => fail(new Error("the answer broke off")));
    response.on("error", fail);
    if (body !== response) body.on("error", fail);
    body.on("data", (chunk: Buffer) => {
      try {
        onChunk(chunk);
      } catch (error) {
        fail(error as Error);
      }
    });
    body.on("end", resolve);
  });
}
