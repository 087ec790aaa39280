/**
 * The one PATCH there is: a server-side apply with `dryRun=All`, which changes nothing.
 * Invariant: nothing is sent before the server said that we may; without that right the answer says so.
 */
import { printJson } from "../../shared/fieldpath/json.ts";
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import type { DryRunOutcome } from "../../shared/ownership/snapshot.ts";
import type { Connection, Failed, Got } from "./connection.ts";
import type { Place } from "./objectPlace.ts";
import type { DryRun, DryRunAnswer } from "./ports.ts";
import { type ShortMemory, shortMemory } from "./shortMemory.ts";

export interface DryRuns {
  run(place: Place, request: DryRun, signal: AbortSignal): Promise<DryRunAnswer>;
}

/** Rights change seldom, and saves come in rows. */
const keepRightsMs = 60_000;
const mostRights = 100;
/** Admission webhooks may take their time: the server itself waits up to 30 s for one. */
const timeLimitMs = 30_000;
const reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

export function createDryRuns(connection: Connection): DryRuns {
  const rights: ShortMemory<"allowed" | Got> = shortMemory((told) => (told === "allowed" ? keepRightsMs : 0), mostRights);

  async function ask(review: string, signal: AbortSignal): Promise<"allowed" | Got> {
    const got = await connection.send({ method: "POST", path: reviews, body: review, contentType: "application/json" }, signal);
    return got.state === "ok" && valueAt(got.body, "status", "allowed") === true ? "allowed" : got;
  }

  /** Why the request would be refused; undefined where it may be sent. */
  async function refusal(place: Place, request: DryRun, signal: AbortSignal): Promise<DryRunAnswer | undefined> {
    for (const verb of request.creates ? ["patch", "create"] : ["patch"]) {
      const review = printJson(reviewOf(place, verb));
      const told = await rights.get(review, signal, (stop) => ask(review, stop));
      if (told === "allowed") continue;
      if (told === undefined) return { state: "unreachable", message: "No longer asked for" };
      if (told.state === "notFound") return { state: "unreachable", message: told.message };
      if (told.state !== "ok") return told;
      return { state: "denied", message: `A dry run needs the right to ${verb} ${nameOf(place)}: nothing was sent` };
    }
    return undefined;
  }

  return {
    async run(place, request, signal) {
      const refused = await refusal(place, request, signal);
      if (refused !== undefined) return refused;
      const { manager, force, object } = request;
      const query = new URLSearchParams({ dryRun: "All", fieldManager: manager, force: String(force), fieldValidation: "Strict" });
      const path = `${place.collection}/${encodeURIComponent(place.key.name)}?${query}`;
      const got = await connection.send(
        { method: "PATCH", path, body: printJson(object), contentType: "application/apply-patch+yaml", timeoutMs: timeLimitMs },
        signal,
      );
      return answerOf(got);
    },
  };
}

function answerOf(got: Got): DryRunAnswer {
  if (got.state === "ok") return { state: "answered", outcome: { kind: "accepted", object: got.body } };
  if (got.state === "notFound") return { state: "answered", outcome: { kind: "refused", code: 404, message: got.message, causes: [] } };
  const outcome = refusedBy(got);
  return outcome === undefined ? { state: got.state, message: got.message } : { state: "answered", outcome };
}

/** What is wrong with the object, as opposed to the server having no time or no trust. */
function refusedBy({ state, status = 0, body }: Failed): DryRunOutcome | undefined {
  const message = stringAt(body, "message");
  if (message === undefined || state === "signedOut" || status === 429 || status === 503) return undefined;
  const causes = valueAt(body, "details", "causes");
  return { kind: "refused", code: status, message, causes: isList(causes) ? causes.map(causeOf) : [] };
}

function causeOf(cause: Value): { readonly message: string; readonly field: string } {
  return { message: stringAt(cause, "message") ?? "", field: stringAt(cause, "field") ?? "" };
}

function reviewOf({ key, resource, source }: Place, verb: string): Value {
  const [version = "", group = ""] = key.apiVersion.split("/").reverse();
  const attributes = new Map<string, Value>([
    ["group", group],
    ["name", verb === "create" ? "" : key.name],
    ["namespace", source.namespace ?? ""],
    ["resource", resource],
    ["verb", verb],
    ["version", version],
  ]);
  return new Map<string, Value>([
    ["apiVersion", "authorization.k8s.io/v1"],
    ["kind", "SelfSubjectAccessReview"],
    ["spec", new Map([["resourceAttributes", attributes]])],
  ]);
}

function nameOf({ key, resource, source }: Place): string {
  return `${resource} "${key.name}"${source.namespace === undefined ? "" : ` in namespace ${source.namespace}`}`;
}
