/** Where an object is on the server, and how an answer about it is named. */
import { stringAt, type Value } from "../../shared/fieldpath/value.ts";
import type { LiveSource } from "../../shared/ownership/snapshot.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import type { Got } from "./connection.ts";
import { type Discovery, groupVersionPath } from "./discovery.ts";
import type { ClusterAnswer, ObjectKey } from "./ports.ts";

/** How a connection is named in answers. */
export interface Context {
  readonly context: string;
  /** Of objects that name none. */
  readonly namespace: string;
}

/** An object with its address. */
export interface Place {
  readonly key: ObjectKey;
  /** Name of the resource, for example "deployments". */
  readonly resource: string;
  /** The path of all objects of its kind and namespace. */
  readonly collection: string;
  readonly source: Extract<LiveSource, { readonly from: "cluster" }>;
}

/** The place of an object, or why it has none. */
export async function placeOf(
  discovery: Discovery,
  context: Context,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<Place | { readonly answer: ClusterAnswer }> {
  const { apiVersion, kind } = key;
  const bundled = bundledKind(apiVersion, kind);
  const found = bundled === undefined ? await discovery.find(apiVersion, kind, signal) : { state: "found" as const, resource: bundled };
  if (found === undefined) return { answer: gone };
  const namespaced = found.state !== "found" || found.resource.namespaced;
  const source = {
    from: "cluster" as const,
    context: context.context,
    namespace: namespaced ? (key.namespace ?? context.namespace) : undefined,
    namespaceAssumed: namespaced && key.namespace === undefined,
  };
  if (found.state !== "found") {
    const { message } = found;
    return { answer: { state: found.state === "notFound" ? "noSuchKind" : found.state, source, message } };
  }
  const within = source.namespace === undefined ? "" : `/namespaces/${encodeURIComponent(source.namespace)}`;
  const { resource } = found.resource;
  return { key, resource, source, collection: `${groupVersionPath(apiVersion)}${within}/${resource}` };
}

/** What a GET of the object says. */
export function answerOf(got: Got, place: Place): ClusterAnswer {
  const { key, source } = place;
  if (got.state === "ok") return liveAnswer(got.body, { key, source });
  // Texts of a server that names what it stumbled over may quote it.
  const message = key.kind === "Secret" && got.state === "unreachable" ? withoutDetails(got.message) : got.message;
  if (got.state === "denied") return { state: "denied", source, message: deniedText(message, place) };
  if (got.state !== "notFound") return { state: got.state, source, message };
  // A missing namespace is a missing object too: its name is then the namespace's.
  return got.name === undefined ? { state: "noSuchKind", source, message } : { state: "absent", source };
}

/** An object that the server sent, provided that it is the one that was asked for. */
export function liveAnswer(object: Value, { key, source }: Pick<Place, "key" | "source">): ClusterAnswer {
  const asked =
    stringAt(object, "apiVersion") === key.apiVersion &&
    stringAt(object, "kind") === key.kind &&
    stringAt(object, "metadata", "name") === key.name;
  if (!asked) return { state: "unreachable", source, message: `The server answered with another object than ${key.kind} "${key.name}"` };
  return { state: "live", object, source, readAt: Date.now() };
}

/** The API server says what is forbidden; whoever stands before it may not. */
function deniedText(message: string, { key, resource, source }: Place): string {
  if (/ cannot \w+ resource /.test(message)) return message;
  const place = source.namespace === undefined ? "" : ` in namespace ${source.namespace}`;
  return `get ${resource} "${key.name}"${place} is not allowed: ${message}`;
}

/** "HOST answered HTTP 500", without what the server wrote. */
function withoutDetails(message: string): string {
  return /^.* answered HTTP \d+/.exec(message)?.[0] ?? message;
}

/** Nobody waits for the answer. */
export const gone: ClusterAnswer = { state: "off", message: "No longer asked for" };
