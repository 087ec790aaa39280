/** What an HTTP answer of the API server means. */
import type { IncomingMessage } from "node:http";
import { parseJson } from "../../shared/fieldpath/json.ts";
import { stringAt } from "../../shared/fieldpath/value.ts";
import type { Got } from "./connection.ts";

/** `place` names the server and the cluster entry in messages. */
export function answerOf(response: Pick<IncomingMessage, "statusCode" | "headers">, text: string, place: string): Got {
  const status = response.statusCode ?? 0;
  const { value, problem } = parseJson(text, "copies");
  if (status >= 200 && status < 300) {
    if (problem === undefined) return { state: "ok", body: value };
    return { state: "unreachable", message: `${place} sent no valid JSON${notJson(response)}`, status };
  }
  const said = stringAt(value, "message") ?? plainText(response, text);
  const failed = problem === undefined ? { status, body: value } : { status };
  if (status === 401) {
    const message = `${place} does not accept the credentials (401${said ? ` ${said}` : ""}): they are wrong, expired or of another cluster`;
    return { state: "signedOut", message, ...failed };
  }
  if (status === 403) return { state: "denied", message: said ?? `${place} answered HTTP 403`, ...failed };
  if (status === 404) return { state: "notFound", name: stringAt(value, "details", "name"), message: said ?? "HTTP 404" };
  return { state: "unreachable", message: `${place} answered HTTP ${status}${said ? `: ${said}` : elsewhere(response)}`, ...failed };
}

/** How long the server asks to wait, at most ten minutes; undefined where it does not. */
export function retryAfterMs({ headers, statusCode }: Pick<IncomingMessage, "statusCode" | "headers">): number | undefined {
  const seconds = headers["retry-after"];
  if ((statusCode !== 429 && statusCode !== 503) || seconds === undefined || !/^\d{1,9}$/.test(seconds)) return undefined;
  return Math.min(Number(seconds), 600) * 1000;
}

function notJson({ headers }: Pick<IncomingMessage, "headers">): string {
  const type = headers["content-type"] ?? "";
  return type.includes("json") || type === "" ? "" : ` but ${type.split(";", 1)[0]}: is this the address of an API server?`;
}

/** Load balancers and Go's own server explain themselves in a line of text. */
function plainText({ headers }: Pick<IncomingMessage, "headers">, text: string): string | undefined {
  const line = text.trim();
  return headers["content-type"]?.startsWith("text/plain") && line !== "" && line.length < 200 && !line.includes("\n") ? line : undefined;
}

/** A sign-in page or a proxy answers instead of the API server. */
function elsewhere({ statusCode = 0, headers }: Pick<IncomingMessage, "statusCode" | "headers">): string {
  const to = headers.location;
  if (statusCode < 300 || statusCode >= 400 || to === undefined || !URL.canParse(to)) return "";
  return ` and sends to ${new URL(to).host}: is this the address of an API server?`;
}
