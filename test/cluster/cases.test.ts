/**
 * The reported cases on the real server: what their pages foretell is what it answers, byte for byte, and what it leaves, value and owners.
 * The live objects are stored with the records of the case; what an object of its kind needs besides is added to both sides.
 */
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { parseJson } from "../../shared/fieldpath/json.ts";
import { decodeLive } from "../../shared/ownership/decodeLive.ts";
import { applierOf, cases, definitions, describedKind, has, readCase, stateAt } from "../cases/page.ts";
import { kindOf } from "../support/snapshots.ts";
import type { ClusterObject } from "./connect.ts";
import { define } from "./play.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
/** Not those of text that holds no object, offline, or with a selector that does not match its template: the server takes no such Deployment. */
const told = cases.filter((id) => !applierOf(id).offline && !/^C(32|34)/.test(id));
/** Records that no server stores: an empty list, one without fields, one of an unknown type. */
const unstorable = ["C26b", "C26c", "C26d"];
/** What the person has to decide is refused after all that is safe, too. */
const undecided = ["C05", "C30a", "C30b"];
/** Refused by the server's own validation, which the page foretells in a finding. */
const invalid: Readonly<Record<string, string>> = {
  C09b: 'Duplicate value: "rtmp"',
  C21a: "spec.strategy.rollingUpdate: Forbidden",
  C21b: "spec.strategy.rollingUpdate: Forbidden",
  C21d: "may not be specified when `value` is not empty",
};

beforeAll(async () => {
  await cluster.request({ method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "shop" } } });
  for (const definition of definitions.split("---\n")) await define(cluster, definition);
});

test.each(told)("%s", async (id) => {
  const { manager, force } = applierOf(id);
  const live = has(id, "live.yaml") ? await store(readCase(id, "live.yaml")) : undefined;
  if (unstorable.includes(id)) {
    expect(live?.isAsGiven).toBe(false);
    return;
  }
  expect(live?.isAsGiven ?? true).toBe(true);
  const object = completed(readCase(id, has(id, "manifest.json") ? "manifest.json" : "manifest.yaml"));
  if (live?.givenUid !== undefined && object.metadata.uid === live.givenUid) Object.assign(object.metadata, { uid: live.uid });
  const path = await cluster.pathOf(object);
  if (live === undefined) await cluster.request({ method: "DELETE", path });
  const apply = async (body: ClusterObject): Promise<{ readonly text: string; readonly message: string | undefined }> => {
    const request = { method: "PATCH", path, body, contentType: "application/apply-patch+yaml", manager };
    const { text } = await cluster.request({ ...request, query: { force: `${force}` } });
    return { text, message: (JSON.parse(text) as { message?: string }).message };
  };
  const { text, message } = await apply(object);
  const page = new Map(sectionsOf(readCase(id, "shows.txt")));
  if (invalid[id] !== undefined) {
    expect(message).toContain(invalid[id]);
    return;
  }
  expect(message ?? "none").toBe(page.get("server says"));
  const kind = kindOf(object.apiVersion, object.kind, describedKind(object.apiVersion, object.kind)?.type);
  const safe = page.get("all that is safe") ?? "not offered";
  if (message !== undefined && safe !== "not offered") {
    const fixed = safe.startsWith("the manifest of ") ? readCase(safe.slice("the manifest of ".length), "manifest.yaml") : safe;
    expect((await apply(completed(fixed))).message === undefined).toBe(!undecided.includes(id));
  }
  for (const [question, answer] of page) {
    if (!question.startsWith("afterwards ")) continue;
    expect(stateAt(decodeLive(parseJson(text).value), kind, question.slice("afterwards ".length))).toBe(answer);
  }
});

/** Stores an object with its records and nobody else's. */
async function store(text: string): Promise<{ readonly isAsGiven: boolean; readonly givenUid: unknown; readonly uid: unknown }> {
  const object = completed(text);
  const { managedFields, uid: givenUid, resourceVersion: _, creationTimestamp: __, ...metadata } = object.metadata;
  const path = await cluster.pathOf(object);
  await cluster.request({ method: "DELETE", path });
  await expect.poll(async () => (await cluster.request({ path })).status, { timeout: 10_000 }).toBe(404);
  await cluster.create({ ...object, metadata, status: undefined });
  if (object.status !== undefined && describedKind(object.apiVersion, object.kind)?.subresources.includes("status"))
    await patch(`${path}/status`, [{ op: "add", path: "/status", value: object.status }]);
  else if (object.status !== undefined) await patch(path, [{ op: "add", path: "/status", value: object.status }]);
  // A list of one empty record is how records are removed.
  await patch(path, [{ op: "replace", path: "/metadata/managedFields", value: managedFields ?? [{}] }]);
  const stored = (await cluster.must({ path })) as ClusterObject;
  const given = JSON.stringify(withoutTimes(managedFields));
  return { isAsGiven: JSON.stringify(withoutTimes(stored.metadata.managedFields)) === given, givenUid, uid: stored.metadata.uid };
}

async function patch(path: string, body: readonly object[]): Promise<void> {
  await cluster.must({ method: "PATCH", path, body, contentType: "application/json-patch+json", manager: "setup" });
}

/** In one order, without those of the server's own controllers, which write the status of a definition when they like. */
function withoutTimes(records: unknown): readonly string[] | undefined {
  if (!Array.isArray(records)) return undefined;
  const others = records.filter(({ manager }: Record<string, unknown>) => manager !== "kube-apiserver");
  return others.map(({ time: _, ...record }: Record<string, unknown>) => JSON.stringify(sorted(record))).sort();
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** The last of a key counts, `<<` merges, as kubectl reads it; a Deployment gets the selector that it needs. */
function completed(text: string): ClusterObject {
  const object = parse(text, { uniqueKeys: false, merge: true }) as ClusterObject;
  if (object.kind !== "Deployment") return object;
  const labels = { app: object.metadata.name };
  const { selector = { matchLabels: labels }, template = {}, ...spec } = (object.spec ?? {}) as Record<string, Record<string, unknown>>;
  return { ...object, spec: { ...spec, selector, template: { metadata: { labels }, ...template } } };
}

function sectionsOf(page: string): readonly (readonly [question: string, answer: string])[] {
  return page
    .split(/^\/\/- /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n") + 1).trimEnd()]);
}
