/** One object, one GET. The answer is checked to be the object that was asked for. */
import { stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import type { Connection, Got } from "./connection.ts";
import { type Discovery, groupVersionPath, type Resource } from "./discovery.ts";
import type { ClusterAnswer, ObjectKey } from "./ports.ts";

/** How a connection is named in answers. */
export interface Place {
  readonly context: string;
  /** Of objects that name none. */
  readonly namespace: string;
}

export async function getObject(
  connection: Connection,
  discovery: Discovery,
  place: Place,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<ClusterAnswer> {
  const bundled = bundledKind(key.apiVersion, key.kind);
  const found =
    bundled === undefined ? await discovery.find(key.apiVersion, key.kind, signal) : { state: "found" as const, resource: bundled };
  const namespaced = found?.state !== "found" || found.resource.namespaced;
  const source = {
    from: "cluster" as const,
    context: place.context,
    namespace: namespaced ? (key.namespace ?? place.namespace) : undefined,
    namespaceAssumed: namespaced && key.namespace === undefined,
  };
  if (found === undefined) return { state: "off", message: "No longer asked for" };
  if (found.state !== "found")
    return found.state === "notFound" ? { state: "noSuchKind", source, message: found.message } : { ...found, source };
  const got = await connection.get(objectPath(key, found.resource, source.namespace), signal);
  return answerOf(got, key, source);
}

function objectPath(key: ObjectKey, resource: Resource, namespace: string | undefined): string {
  const within = namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${groupVersionPath(key.apiVersion)}${within}/${resource.resource}/${encodeURIComponent(key.name)}`;
}

function answerOf(got: Got, key: ObjectKey, source: Extract<ClusterAnswer, { state: "absent" }>["source"]): ClusterAnswer {
  if (got.state === "ok") {
    if (!isAsked(got.body, key))
      return { state: "unreachable", source, message: `The server answered with another object than ${key.kind} "${key.name}"` };
    return { state: "live", object: got.body, source, readAt: Date.now() };
  }
  if (got.state !== "notFound") return { ...got, source };
  // A missing namespace is a missing object too: its name is then the namespace's.
  return got.name === undefined ? { state: "noSuchKind", source, message: got.message } : { state: "absent", source };
}

function isAsked(object: Value, key: ObjectKey): boolean {
  return (
    stringAt(object, "apiVersion") === key.apiVersion &&
    stringAt(object, "kind") === key.kind &&
    stringAt(object, "metadata", "name") === key.name
  );
}
