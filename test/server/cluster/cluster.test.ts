import { afterEach, expect, test } from "vitest";
import { createCluster } from "../../../server/cluster/cluster.ts";
import type { Cluster, ClusterTarget, ObjectKey } from "../../../server/cluster/ports.ts";
import { stringAt } from "../../../shared/fieldpath/value.ts";
import { type ApiServer, certificateFile, failure, startApiServer } from "../../support/apiServer.ts";

const web: ObjectKey = { apiVersion: "apps/v1", kind: "Deployment", namespace: "shop", name: "web" };
const webPath = "/apis/apps/v1/namespaces/shop/deployments/web";
const webObject = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web", namespace: "shop" } };
const never = new AbortController().signal;

const toClose: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function start(options: { readonly tls?: boolean } = {}): Promise<{ server: ApiServer; cluster: Cluster }> {
  const server = await startApiServer(options);
  const cluster = createCluster();
  toClose.push(
    () => cluster.dispose(),
    () => server.close(),
  );
  return { server, cluster };
}

function targetOf(kubeconfig: string, more: Partial<ClusterTarget> = {}): ClusterTarget {
  return { kubeconfig, context: undefined, namespace: undefined, ...more };
}

test("an object is read with one request, credentials sent, its place named", async () => {
  const { server, cluster } = await start({ tls: true });
  server.answer(webPath, { body: webObject });
  const target = targetOf(server.kubeconfig({ "certificate-authority": certificateFile }, { token: "t0" }));

  const answer = await cluster.get(target, web, never);

  expect(answer).toMatchObject({ state: "live", source: { from: "cluster", context: "test", namespace: "shop", namespaceAssumed: false } });
  expect(answer.state === "live" && stringAt(answer.object, "metadata", "name")).toBe("web");
  expect(server.requests).toEqual([webPath]);
  expect(server.lastHeaders().authorization).toBe("Bearer t0");
});

test("an object without namespace is looked up in the context's, which is said", async () => {
  const { server, cluster } = await start();
  server.answer(webPath, { body: webObject });
  const key = { ...web, namespace: undefined };
  expect(await cluster.get(targetOf(server.kubeconfig()), key, never)).toMatchObject({
    source: { namespace: "shop", namespaceAssumed: true },
  });
  await cluster.get(targetOf(server.kubeconfig(), { namespace: "other" }), key, never);
  expect(server.requests).toEqual([webPath, "/apis/apps/v1/namespaces/other/deployments/web"]);
});

test("a cluster-scoped kind has no namespace, whatever the manifest says", async () => {
  const { server, cluster } = await start();
  const key = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", namespace: "shop", name: "a:b" };
  await cluster.get(targetOf(server.kubeconfig()), key, never);
  expect(server.requests).toEqual(["/apis/rbac.authorization.k8s.io/v1/clusterroles/a%3Ab"]);
});

test.each<[string, Parameters<ApiServer["answer"]>[1], string, RegExp | undefined]>([
  ["404", failure(404, 'deployments.apps "web" not found', "web"), "absent", undefined],
  ["404 of an unknown path", { status: 404, body: "404 page not found" }, "noSuchKind", /404/],
  [
    "403",
    failure(403, 'deployments.apps "web" is forbidden: User "u" cannot get resource "deployments"'),
    "denied",
    /^deployments.*cannot get resource/,
  ],
  ["403 of a gateway", { status: 403, body: "go away" }, "denied", /^get deployments "web" in namespace shop is not allowed: /],
  ["401", failure(401, "Unauthorized"), "signedOut", /401 Unauthorized/],
  ["500", failure(500, "etcd is down"), "unreachable", /HTTP 500: etcd is down/],
  ["429", { status: 429, body: "" }, "unreachable", /HTTP 429$/],
  ["a redirect", { status: 302, body: "" }, "unreachable", /HTTP 302$/],
  ["no JSON", { body: "<html>" }, "unreachable", /no valid JSON/],
  ["a body that breaks off", { cut: true }, "unreachable", /broke off|aborted|hang up/],
  ["another kind", { body: { ...webObject, kind: "ReplicaSet" } }, "unreachable", /another object/],
  ["another name", { body: { ...webObject, metadata: { name: "api" } } }, "unreachable", /another object/],
])("%s is a state", async (_, answered, state, message) => {
  const { server, cluster } = await start();
  server.answer(webPath, answered);
  const answer = await cluster.get(targetOf(server.kubeconfig()), web, never);
  expect(answer.state).toBe(state);
  if (message !== undefined) expect("message" in answer && answer.message).toMatch(message);
});

test("a server that is not there is unreachable, at once for the next object too", async () => {
  const { server, cluster } = await start();
  const target = targetOf(server.kubeconfig());
  await server.close();
  expect(await cluster.get(target, web, never)).toMatchObject({
    state: "unreachable",
    message: expect.stringMatching(/connection refused/),
  });
  expect(await cluster.get(target, { ...web, name: "api" }, never)).toMatchObject({ state: "unreachable" });
});

test("fifty objects, where they can't be listed: each once however often it is asked for, at most four at a time", async () => {
  const { server, cluster } = await start();
  const target = targetOf(server.kubeconfig());
  const names = Array.from({ length: 50 }, (_, index) => `web-${index}`);
  for (const name of names) {
    server.answer(`/apis/apps/v1/namespaces/shop/deployments/${name}`, { body: { ...webObject, metadata: { name } }, delayMs: 5 });
  }
  const answers = await Promise.all([...names, ...names].map((name) => cluster.get(target, { ...web, name }, never)));
  expect(answers.every(({ state }) => state === "live")).toBe(true);
  const [list, ...gets] = server.requests;
  expect(list).toBe("/apis/apps/v1/namespaces/shop/deployments?limit=100");
  expect(gets).toHaveLength(50);
  expect(server.mostAtOnce()).toBe(4);
});

test("a read that nobody waits for any more is given up; one that somebody waits for is not", async () => {
  const { server, cluster } = await start();
  server.answer(webPath, { body: webObject, delayMs: 50 });
  const target = targetOf(server.kubeconfig());
  const first = new AbortController();
  const second = cluster.get(target, web, never);
  const gone = cluster.get(target, web, first.signal);
  first.abort();
  expect(await gone).toMatchObject({ state: "off" });
  expect(await second).toMatchObject({ state: "live" });
});

test("a custom kind is discovered, with the schema that the server publishes", async () => {
  const { server, cluster } = await start();
  server.answer("/apis/example.dev/v1", {
    body: {
      kind: "APIResourceList",
      resources: [
        { name: "widgets", kind: "Widget", namespaced: true, verbs: ["get", "patch"] },
        { name: "widgets/status", kind: "Widget", namespaced: true },
      ],
    },
  });
  server.answer("/openapi/v3", {
    body: { paths: { "apis/example.dev/v1": { serverRelativeURL: "/openapi/v3/apis/example.dev/v1?hash=1" } } },
  });
  const gvk = [{ group: "example.dev", version: "v1", kind: "Widget" }];
  const widget = {
    type: "object",
    "x-kubernetes-group-version-kind": gvk,
    properties: { spec: { type: "object", properties: { size: { type: "integer" } } } },
  };
  server.answer("/openapi/v3/apis/example.dev/v1?hash=1", {
    body: { openapi: "3.0.0", components: { schemas: { "dev.example.v1.Widget": widget } } },
  });
  const target = targetOf(server.kubeconfig());

  const kind = await cluster.kind(target, "example.dev/v1", "Widget", never);
  expect(kind).toMatchObject({
    resource: "widgets",
    namespaced: true,
    subresources: ["status"],
    type: { type: { named: "dev.example.v1.Widget" } },
  });
  expect(await cluster.kind(target, "example.dev/v1", "Gadget", never)).toBeUndefined();

  const key = { apiVersion: "example.dev/v1", kind: "Widget", namespace: "shop", name: "w" };
  await cluster.get(target, key, never);
  expect(server.requests.at(-1)).toBe("/apis/example.dev/v1/namespaces/shop/widgets/w");
  expect(server.requests.filter((request) => request === "/apis/example.dev/v1")).toHaveLength(1);
  expect(await cluster.get(target, { ...key, kind: "Gadget" }, never)).toMatchObject({
    state: "noSuchKind",
    message: expect.stringMatching(/no kind Gadget/),
  });
});

test.each<[string, object, object, RegExp]>([
  ["no server address", { server: "" }, {}, /no server address/],
  ["an auth-provider that kubectl removed", { server: "https://127.0.0.1:1" }, { "auth-provider": { name: "gcp" } }, /removed/],
])("%s is said without a request", async (_, cluster, user, message) => {
  const { server, cluster: room } = await start();
  const answer = await room.get(targetOf(server.kubeconfig(cluster, user)), web, never);
  expect(answer).toMatchObject({ state: "off", message: expect.stringMatching(message) });
  expect(server.requests).toEqual([]);
});

test("a missing kubeconfig is said in words", async () => {
  const cluster = createCluster();
  const target = targetOf("/no/such/kubeconfig");
  const problem = "No kubeconfig: /no/such/kubeconfig does not exist";
  expect(await cluster.get(target, web, never)).toEqual({ state: "off", message: problem });
  expect(await cluster.kind(target, "apps/v1", "Deployment", never)).toBeUndefined();
});
