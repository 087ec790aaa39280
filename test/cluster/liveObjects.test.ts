/** Many objects, those who may watch them and those who may not, and a server that goes away for a while. */
import { dirname } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createCluster } from "../../server/cluster/cluster.ts";
import { createFiles } from "../../server/files/files.ts";
import { readSettings } from "../../server/lsp/readSettings.ts";
import type { Session } from "../../server/session/model.ts";
import { createSession } from "../../server/session/session.ts";
import type { ClusterClient } from "./connect.ts";
import { startServer } from "./server.ts";
import { sharedServer } from "./sharedServer.ts";

const shared = sharedServer();
const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

const uri = "untitled:many";
const configMap = (name: string, namespace: string, value = "file"): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ${namespace}}\ndata: {key: ${value}}\n`;

async function open(server: ClusterClient, context: string, text: string): Promise<Session> {
  const session = createSession({
    settings: readSettings({
      cluster: { connect: "auto", kubeconfig: server.kubeconfig, context },
      apply: { manager: "ci", with: "server-side" },
    }),
    trusted: true,
    files: createFiles({ roots: [], liveGlobs: [] }),
    cluster: async () => createCluster(),
    now: Date.now,
    quietMs: 0,
    objectsPerFile: Number.POSITIVE_INFINITY,
    keepsFresh: true,
  });
  toClose.push(() => session.dispose());
  session.open({ uri, path: undefined, text, version: 1 });
  session.setVisible([uri]);
  await session.settled(uri);
  return session;
}

async function namespace(server: ClusterClient, name: string): Promise<void> {
  await server.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
}

async function put(server: ClusterClient, name: string, inNamespace: string, value = "live"): Promise<void> {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: inNamespace }, data: { key: value } };
  await server.create(object, "others");
}

/** Another manager writes the object. */
async function change(server: ClusterClient, name: string, inNamespace: string, value: string): Promise<void> {
  await server.must({
    method: "PATCH",
    path: `/api/v1/namespaces/${inNamespace}/configmaps/${name}`,
    contentType: "application/merge-patch+json",
    body: { data: { key: value } },
    manager: "others",
  });
}

/** How many requests for ConfigMaps the server has counted, by verb. */
async function counted(server: ClusterClient): Promise<Readonly<Record<string, number>>> {
  const { text } = await server.request({ path: "/metrics" });
  const counts: Record<string, number> = {};
  for (const [, labels = "", count = ""] of text.matchAll(/^apiserver_request_total\{(.*)\} (\S+)$/gm)) {
    const verb = /\bverb="(\w+)"/.exec(labels)?.[1];
    if (verb !== undefined && labels.includes('resource="configmaps"')) counts[verb] = (counts[verb] ?? 0) + Number(count);
  }
  return counts;
}

const states = async (session: Session): Promise<readonly string[]> => [
  ...new Set((await session.objectsOf(uri)).map(({ live }) => (live.state === "live" && live.stale ? "stale" : live.state))),
];

describe("500 objects in one file", () => {
  const names = Array.from({ length: 500 }, (_, index) => `many-${String(index).padStart(3, "0")}`);
  const text = names.map((name) => configMap(name, "many")).join("---\n");

  test("come by a few lists, share a watch, and a change of one is shown", async () => {
    await namespace(shared, "many");
    for (let at = 0; at < names.length; at += 20) await Promise.all(names.slice(at, at + 20).map((name) => put(shared, name, "many")));
    const before = await counted(shared);
    const start = performance.now();
    const session = await open(shared, "reader", text);
    console.info(`500 objects were read in ${Math.round(performance.now() - start)} ms`);
    expect(await states(session)).toEqual(["live"]);
    expect(await session.diagnosticsOf(uri)).toHaveLength(500);
    const after = await counted(shared);
    expect((after.LIST ?? 0) - (before.LIST ?? 0)).toBe(5);
    expect((after.GET ?? 0) - (before.GET ?? 0)).toBe(0);

    await change(shared, "many-321", "many", "file");
    await vi.waitFor(async () => expect(await session.diagnosticsOf(uri)).toHaveLength(499), { timeout: 20_000 });
    expect(((await counted(shared)).GET ?? 0) - (before.GET ?? 0)).toBe(0);
  }, 60_000);

  test("come one by one for who may not list", async () => {
    const session = await open(shared, "getter", text);
    expect(await states(session)).toEqual(["live"]);
  }, 60_000);
});

test("one object in each of 50 namespaces", async () => {
  const namespaces = Array.from({ length: 50 }, (_, index) => `among-${index}`);
  await Promise.all(namespaces.map((name) => namespace(shared, name)));
  await Promise.all(namespaces.map((name) => put(shared, "one", name)));
  const session = await open(shared, "reader", namespaces.map((name) => configMap("one", name)).join("---\n"));
  expect(await states(session)).toEqual(["live"]);
  expect(await session.diagnosticsOf(uri)).toHaveLength(50);
});

describe("a change of a live object", () => {
  test.each([
    { context: "reader", seen: true },
    { context: "watcher", seen: true },
    { context: "getter", seen: false },
  ])("is seen by the $context without asking: $seen", async ({ context, seen }) => {
    const name = `watched-by-${context}`;
    await put(shared, name, "default");
    const session = await open(shared, context, configMap(name, "default"));
    expect(await session.diagnosticsOf(uri)).toHaveLength(1);
    const start = performance.now();
    await change(shared, name, "default", "file");
    const isSeen = async (): Promise<void> => expect(await session.diagnosticsOf(uri)).toEqual([]);
    if (seen) {
      // The watch begins after the read: a change in between is seen as well.
      await vi.waitFor(isSeen, { timeout: 10_000, interval: 2 });
      console.info(`a change was seen by the ${context} after ${Math.round(performance.now() - start)} ms`);
    } else {
      await expect(vi.waitFor(isSeen, { timeout: 1_500 })).rejects.toThrow();
      session.save(uri);
      await vi.waitFor(isSeen, { timeout: 10_000 });
    }
  });

  test("is seen when it goes and when it comes", async () => {
    const path = "/api/v1/namespaces/default/configmaps/comes-and-goes";
    const session = await open(shared, "reader", configMap("comes-and-goes", "default"));
    expect(await states(session)).toEqual(["absent"]);
    await put(shared, "comes-and-goes", "default");
    await vi.waitFor(async () => expect(await states(session)).toEqual(["live"]), { timeout: 10_000 });
    await shared.must({ method: "DELETE", path });
    await vi.waitFor(async () => expect(await states(session)).toEqual(["absent"]), { timeout: 10_000 });
  });

  test("nobody without rights learns of it", async () => {
    await put(shared, "unseen", "default");
    const session = await open(shared, "nobody", configMap("unseen", "default"));
    expect(await states(session)).toEqual(["denied"]);
    expect(await session.diagnosticsOf(uri)).toEqual([]);
  });
});

test("a server that restarts: what was read is stale meanwhile, and the watch goes on after", async () => {
  const server = await startServer(dirname(shared.kubectlPath));
  try {
    await put(server, "restart", "default");
    const session = await open(server, "reader", configMap("restart", "default"));
    expect(await session.diagnosticsOf(uri)).toHaveLength(1);
    await server.restart(async () => {
      session.save(uri);
      await vi.waitFor(async () => expect(await states(session)).toEqual(["stale"]), { timeout: 10_000 });
      expect(await session.diagnosticsOf(uri)).toEqual([]);
      expect((await session.statusOf(uri))?.text).toContain("read just now");
    });
    await change(server, "restart", "default", "again");
    const start = performance.now();
    await vi.waitFor(async () => expect((await session.diagnosticsOf(uri))[0]?.message).toContain("again"), { timeout: 90_000 });
    console.info(`after the restart a change was seen within ${Math.round(performance.now() - start)} ms`);
  } finally {
    await server.stop();
  }
}, 180_000);
