import { afterEach, expect, test, vi } from "vitest";
import type { ClusterAnswer, ClusterKind } from "../../../server/cluster/ports.ts";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { kindKey, schemaFromOpenApi } from "../../../shared/schema/fromOpenApi.ts";
import { playedCluster } from "../../support/cluster.ts";
import { startSession } from "../../support/session.ts";

/** A kind whose `spec.tags` is a list of this type. */
function gadget(listType: string): ClusterKind {
  const tags = { type: "array", items: { type: "string" }, "x-kubernetes-list-type": listType };
  const definition = {
    type: "object",
    properties: {
      ...{ apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" } },
      spec: { type: "object", properties: { tags } },
    },
    "x-kubernetes-group-version-kind": [{ group: "x.dev", version: "v1", kind: "Gadget" }],
  };
  const { value } = parseJson(JSON.stringify({ components: { schemas: { Gadget: definition } } }));
  const type = schemaFromOpenApi(value).kinds.get(kindKey("x.dev/v1", "Gadget"));
  return { resource: "gadgets", namespaced: true, verbs: ["get", "patch"], subresources: [], type };
}

const live: ClusterAnswer = {
  state: "live",
  object: parseJson(
    JSON.stringify({
      ...{ apiVersion: "x.dev/v1", kind: "Gadget", spec: { tags: ["a"] } },
      metadata: {
        ...{ name: "g", namespace: "shop", uid: "u", resourceVersion: "1" },
        managedFields: [
          {
            ...{ manager: "operator", operation: "Apply", apiVersion: "x.dev/v1", fieldsType: "FieldsV1" },
            fieldsV1: { "f:spec": { "f:tags": {} } },
          },
        ],
      },
    }),
  ).value,
  source: { from: "cluster", context: "test", namespace: "shop", namespaceAssumed: false },
  readAt: 0,
};

afterEach(() => void vi.useRealTimers());

test("a definition that changes while nobody touches anything is noticed within a minute", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let described = gadget("atomic");
  const cluster = { ...playedCluster().cluster, get: async () => live, kind: async () => described };
  const { session, open } = startSession({}, { cluster, keepsFresh: true, settings: { apply: { manager: "ci", with: "server-side" } } });
  const codes = async () => (await session.diagnosticsOf("g.yaml")).map(({ code }) => code);
  open("g.yaml", "apiVersion: x.dev/v1\nkind: Gadget\nmetadata: {name: g, namespace: shop}\nspec: {tags: [b]}\n");
  await session.settled("g.yaml");
  expect(await codes()).toEqual(["apply-conflict"]);

  described = gadget("set");
  const refreshed = new Promise<void>((resolve) => void session.onRefresh(() => resolve()));
  vi.advanceTimersByTime(60_000);
  await refreshed;
  expect(await codes()).toEqual([]);
  session.dispose();
});
