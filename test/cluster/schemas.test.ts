/** What a real server says of its kinds, beside what we read from it and what we bundled. */
import { expect, test, vi } from "vitest";
import type { Connection, Got } from "../../server/cluster/connection.ts";
import { createDiscovery } from "../../server/cluster/discovery.ts";
import { createOpenApi } from "../../server/cluster/openapi.ts";
import { parseJson } from "../../shared/fieldpath/json.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";
import { bundledKind, bundledKinds } from "../../shared/schema/bundled.ts";
import { kindsOfCrd } from "../../shared/schema/fromCrd.ts";
import { sameType } from "../../shared/schema/sameType.ts";
import { widgets } from "./scenarios/customResources.ts";
import { sharedServer } from "./sharedServer.ts";

const server = sharedServer();
const never = new AbortController().signal;

/** The server's own answers, with the accept header that was asked for or another. */
function connection(
  acceptOf: (accept: string | undefined) => string | undefined = (accept) => accept,
): Connection & { requests: string[] } {
  const requests: string[] = [];
  const send: Connection["send"] = async ({ path, accept }): Promise<Got> => {
    requests.push(path);
    const asked = acceptOf(accept);
    const { pathname, searchParams } = new URL(path, server.url);
    const query = Object.fromEntries(searchParams);
    const { status, text } = await server.request({ path: pathname, query, ...(asked !== undefined && { accept: asked }) });
    if (status === 200) return { state: "ok", body: parseJson(text).value };
    return status === 404 ? { state: "notFound", name: undefined, message: text } : { state: "denied", message: text };
  };
  return {
    requests,
    get: (path, signal) => send({ path }, signal),
    send,
    stream: () => Promise.reject(new Error("none")),
    retry: () => undefined,
    close: () => undefined,
  };
}

interface Listed {
  readonly groupVersion: string;
  readonly resources: readonly { readonly name: string; readonly kind: string; readonly verbs: readonly string[] }[];
}

/** Every kind that the server lists, one group-version at a time. */
async function listedKinds(): Promise<readonly { readonly apiVersion: string; readonly kind: string }[]> {
  const groups = (await server.must({ path: "/apis" })) as { groups: { versions: { groupVersion: string }[] }[] };
  const versions = ["v1", ...groups.groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion))];
  const lists = await Promise.all(
    versions.map(
      async (version) => (await server.must({ path: version.includes("/") ? `/apis/${version}` : `/api/${version}` })) as Listed,
    ),
  );
  return lists.flatMap(({ groupVersion, resources }) =>
    resources.filter(({ name }) => !name.includes("/")).map(({ kind }) => ({ apiVersion: groupVersion, kind })),
  );
}

test("aggregated discovery and the lists of each group-version say the same of every kind", async () => {
  const kinds = await listedKinds();
  expect(kinds.length).toBeGreaterThan(60);
  const aggregated = connection();
  const legacy = connection(() => undefined);
  const [fromAll, fromEach] = [createDiscovery(aggregated), createDiscovery(legacy)];
  for (const { apiVersion, kind } of kinds) {
    const found = await fromAll.find(apiVersion, kind, never);
    if (found?.state !== "found") throw new Error(`${apiVersion} ${kind} was not found`);
    // The list of one group-version does not tell of the others.
    const { served, ...resource } = found.resource;
    if (apiVersion.includes("/")) expect(served, `${apiVersion} ${kind}`).toContain(apiVersion);
    expect({ state: "found", resource }, `${apiVersion} ${kind}`).toEqual(await fromEach.find(apiVersion, kind, never));
  }
  expect(aggregated.requests.sort()).toEqual(["/api", "/apis"]);
  expect(legacy.requests).toContain("/apis/apps/v1");
});

test("every built-in kind is where its bundled description says", async () => {
  const discovery = createDiscovery(connection());
  for (const { apiVersion, kind } of bundledKinds()) {
    const bundled = bundledKind(apiVersion, kind);
    const found = await discovery.find(apiVersion, kind, never);
    expect(found, `${apiVersion} ${kind}`).toMatchObject({
      state: "found",
      resource: { resource: bundled?.resource, namespaced: bundled?.namespaced, verbs: expect.arrayContaining(["get", "patch"]) },
    });
    expect(found?.state === "found" && [...found.resource.subresources].sort(), `${apiVersion} ${kind}`).toEqual(
      [...(bundled?.subresources ?? [])].sort(),
    );
  }
});

test("every built-in kind's schema is the bundled one", async () => {
  const openApi = createOpenApi(connection(), { files: undefined, server: server.url, onChange: () => undefined });
  const other: string[] = [];
  for (const { apiVersion, kind } of bundledKinds()) {
    if ((await openApi.typeOf(apiVersion, kind, never)) !== bundledKind(apiVersion, kind)?.type) other.push(`${apiVersion} ${kind}`);
  }
  expect(other).toEqual([]);
});

const rich = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.schemas.example.org}
spec:
  group: schemas.example.org
  scope: Cluster
  names: {plural: gadgets, kind: Gadget}
  versions:
    - name: v1alpha1
      served: true
      storage: false
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [ports]
              properties:
                port: {x-kubernetes-int-or-string: true}
                since: {type: string, format: date-time}
                maybe: {type: string, nullable: true, default: null}
                description: {type: string, default: a text}
                free: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {known: {type: integer}}}
                labels: {type: object, additionalProperties: {type: string}}
                atomicMap: {type: object, x-kubernetes-map-type: atomic, properties: {a: {type: string}}}
                inner: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
                tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                ports:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [number, protocol]
                  items:
                    type: object
                    required: [number]
                    properties: {number: {type: integer}, protocol: {type: string, default: TCP}, hosts: {type: array, items: {type: string}}}
            status: {type: object, properties: {phase: {type: string}}}
`;

test.each([
  ["of every feature", rich],
  ["of the scenarios", widgets],
])("a definition %s means the same, read as a manifest or published by the server", async (_, text) => {
  await server.kubectl(["apply", "--server-side", "-f", "-"], text);
  const [definition = null] = documentsAsKubectl(text).documents;
  for (const own of kindsOfCrd(definition)) {
    const served = await vi.waitUntil(() => published(own.apiVersion, own.kind), { timeout: 20_000, interval: 200 });
    expect(sameType(own.type, served), own.apiVersion).toBe(true);
    const found = await createDiscovery(connection()).find(own.apiVersion, own.kind, never);
    const { resource, namespaced, subresources } = own;
    expect(found).toMatchObject({ resource: { resource, namespaced, subresources: expect.arrayContaining([...subresources]) } });
  }
});

async function published(apiVersion: string, kind: string) {
  const openApi = createOpenApi(connection(), { files: undefined, server: server.url, onChange: () => undefined });
  const type = await openApi.typeOf(apiVersion, kind, never);
  return type === "unknown" ? undefined : type;
}
