import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDiscovery } from "../../../server/cluster/discovery.ts";
import { fakeConnection } from "../../support/connection.ts";

const never = new AbortController().signal;
const verbs = ["get", "list", "patch"];

/** A group as aggregated discovery lists it: each resource as "plural Kind", cluster-scoped where a "!" stands before. */
function group(name: string, versions: Readonly<Record<string, readonly string[] | "stale">>): object {
  return {
    metadata: { name },
    versions: Object.entries(versions).map(([version, resources]) => ({
      version,
      freshness: resources === "stale" ? "Stale" : "Current",
      resources: (resources === "stale" ? [] : resources).map((text) => {
        const [resource = "", kind, ...subresources] = text.replace("!", "").split(" ");
        const responseKind = { group: name, version, kind };
        return {
          ...{ resource, responseKind, scope: text.startsWith("!") ? "Cluster" : "Namespaced", verbs },
          subresources: subresources.map((subresource) => ({ subresource, responseKind, verbs })),
        };
      }),
    })),
  };
}

const aggregated = (...items: object[]): object => ({ kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", items });
const legacy = (...resources: object[]): object => ({ kind: "APIResourceList", groupVersion: "any", resources });

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("all kinds by one request", async () => {
  const groups = aggregated(group("apps", { v1: ["deployments Deployment scale status"] }), group("x.dev", { v1: ["!gadgets Gadget"] }));
  const connection = fakeConnection({ "/apis": groups, "/api": aggregated(group("", { v1: ["pods Pod"] })) });
  const discovery = createDiscovery(connection);
  expect(await discovery.find("apps/v1", "Deployment", never)).toEqual({
    state: "found",
    resource: { resource: "deployments", namespaced: true, verbs, subresources: ["scale", "status"], served: ["apps/v1"] },
  });
  expect(await discovery.find("x.dev/v1", "Gadget", never)).toMatchObject({ resource: { namespaced: false, subresources: [] } });
  expect(await discovery.find("v1", "Pod", never)).toMatchObject({ resource: { resource: "pods" } });
  expect(connection.requests).toEqual(["/apis", "/api"]);
});

test.each<[string, object | undefined]>([
  ["does not aggregate", { kind: "APIGroupList", groups: [] }],
  ["does not show its groups", { state: "denied", message: "forbidden" }],
  ["has no such path", undefined],
])("a server that %s is asked per group-version", async (_, apis) => {
  const list = legacy(
    { name: "gadgets", kind: "Gadget", namespaced: true, verbs },
    { name: "gadgets/scale", kind: "Scale", namespaced: true, verbs },
    { name: "views", kind: "Gadget", namespaced: true, verbs },
  );
  const connection = fakeConnection({ "/apis/x.dev/v1": list, ...(apis && { "/apis": apis }) });
  const discovery = createDiscovery(connection);
  for (let times = 0; times < 2; times++) {
    expect(await discovery.find("x.dev/v1", "Gadget", never)).toEqual({
      state: "found",
      resource: { resource: "gadgets", namespaced: true, verbs, subresources: ["scale"] },
    });
  }
  expect(connection.requests).toEqual(["/apis", "/apis/x.dev/v1"]);
});

test.each([
  ["x.dev/v2", "Gadget", "the server knows no kind Gadget in x.dev/v2, only in x.dev/v1, x.dev/v1beta1"],
  ["x.dev/v2", "Widget", "the server knows no kind Widget in x.dev/v2 (of this group it serves x.dev/v1, x.dev/v1beta1)"],
  ["x.dev/v1", "Widget", "the server knows no kind Widget in x.dev/v1 (of this group it serves x.dev/v1beta1)"],
  ["y.dev/v1", "Gadget", "the server knows no kind Gadget in y.dev/v1"],
  ["v1", "Gadget", "the server knows no kind Gadget in v1"],
  ["__proto__/v1", "constructor", "the server knows no kind constructor in __proto__/v1"],
])("%s %s is missing, and where it is instead is said", async (apiVersion, kind, message) => {
  const apis = aggregated(group("x.dev", { v1: ["gadgets Gadget"], v1beta1: ["gadgets Gadget"] }));
  const discovery = createDiscovery(fakeConnection({ "/apis": apis, "/api": aggregated(group("", { v1: ["pods Pod"] })) }));
  expect(await discovery.find(apiVersion, kind, never)).toEqual({ state: "notFound", name: undefined, message });
});

test("an APIService that does not answer is no missing kind", async () => {
  const discovery = createDiscovery(fakeConnection({ "/apis": aggregated(group("metrics.k8s.io", { v1beta1: "stale" })) }));
  expect(await discovery.find("metrics.k8s.io/v1beta1", "PodMetrics", never)).toEqual({
    state: "unreachable",
    message: "the server behind metrics.k8s.io/v1beta1 does not answer the API server",
  });
});

test.each(["signedOut", "unreachable", "slow"])("a server that is %s is not asked in other ways", async (state) => {
  const connection = fakeConnection({ "/apis": { state, message: "no" } });
  expect(await createDiscovery(connection).find("x.dev/v1", "Gadget", never)).toMatchObject({ state, message: "no" });
  expect(connection.requests).toEqual(["/apis"]);
});

test("a kind that is missing may have been added: it is looked for again, but not each time", async () => {
  const connection = fakeConnection({ "/apis": aggregated(group("x.dev", { v1: ["gadgets Gadget"] })) });
  const discovery = createDiscovery(connection);
  const find = async (kind: string): Promise<string | undefined> => (await discovery.find("x.dev/v1", kind, never))?.state;
  expect(await find("Widget")).toBe("notFound");
  connection.answer("/apis", aggregated(group("x.dev", { v1: ["gadgets Gadget", "widgets Widget"] })));
  vi.advanceTimersByTime(4_000);
  expect(await find("Widget")).toBe("notFound");
  expect(connection.requests).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(await find("Widget")).toBe("found");
  expect(await find("Gadget")).toBe("found");
  expect(connection.requests).toHaveLength(2);
});

test("many who look for a missing kind at once look again together", async () => {
  const connection = fakeConnection({ "/apis": aggregated(group("x.dev", { v1: ["gadgets Gadget"] })) });
  const discovery = createDiscovery(connection);
  const findAll = (): Promise<unknown> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => discovery.find("x.dev/v1", `Widget${index}`, never)));
  await findAll();
  vi.advanceTimersByTime(6_000);
  await findAll();
  expect(connection.requests).toHaveLength(2);
});

test("what is known is kept until it is to be forgotten", async () => {
  const connection = fakeConnection({ "/apis": aggregated(group("x.dev", { v1: ["gadgets Gadget"] })) });
  const discovery = createDiscovery(connection);
  await discovery.find("x.dev/v1", "Gadget", never);
  vi.advanceTimersByTime(60_000);
  await discovery.find("x.dev/v1", "Gadget", never);
  expect(connection.requests).toHaveLength(1);
  connection.answer("/apis", aggregated(group("x.dev", { v1: ["!gadgets Gadget"] })));
  discovery.forget();
  expect(await discovery.find("x.dev/v1", "Gadget", never)).toMatchObject({ resource: { namespaced: false } });
});
