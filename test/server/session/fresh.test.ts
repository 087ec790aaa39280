/** How live objects stay fresh while somebody looks on, and how what is not fresh is told. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Cluster, ClusterAnswer, WatchListener } from "../../../server/cluster/ports.ts";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { playedCluster } from "../../support/cluster.ts";
import { startSession } from "../../support/session.ts";
import { liveObject, manifest } from "../lsp/shop.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const named = (name: string): string => manifest.replace("name: web\n  namespace", `name: ${name}\n  namespace`);
const source = { from: "cluster", context: "test", namespace: "shop", namespaceAssumed: false } as const;
const minute = 60_000;
const unreachable: ClusterAnswer = { state: "unreachable", source, message: "10.0.0.1 cannot be reached" };
const denied: ClusterAnswer = { state: "denied", source, message: "may not get" };
const signedOut: ClusterAnswer = { state: "signedOut", source, message: "the token expired" };

/** The objects' replicas tell one state of them from another; the one that was told later is the newer. */
function start(answers: Readonly<Record<string, number | ClusterAnswer>>) {
  const clock = { now: Date.parse("2026-01-02T00:00:00Z") };
  const told = new Map(Object.entries(answers));
  const asked: string[] = [];
  const watched = new Map<string, WatchListener>();
  const versions = new Map<number, number>();
  const played = playedCluster();
  const answerOf = (name: string, answer: number | ClusterAnswer | undefined): ClusterAnswer => {
    if (answer === undefined) return { state: "absent", source };
    if (typeof answer !== "number") return answer;
    const version = versions.get(answer) ?? versions.size + 1000;
    versions.set(answer, version);
    const text = JSON.stringify(liveObject(name, answer)).replace(/"resourceVersion":"\d+"/, `"resourceVersion":"${version}"`);
    return { state: "live", object: parseJson(text).value, source, readAt: clock.now };
  };
  let hold: Promise<void> | undefined;
  const cluster: Cluster = {
    ...played.cluster,
    async get(_target, { name }) {
      asked.push(name);
      const answer = answerOf(name, told.get(name));
      await hold;
      return answer;
    },
    watch(_target, { name }, listener) {
      watched.set(name, listener);
      return () => void watched.delete(name);
    },
  };
  const { session, open } = startSession({}, { cluster, keepsFresh: true, now: () => clock.now });
  const codes = async (): Promise<readonly string[]> =>
    (await session.diagnosticsOf("web.yaml")).map(({ code, object }) => `${object.name} ${code}`);
  return {
    session,
    open: (text: string) => open("web.yaml", text),
    clock,
    asked,
    watched,
    codes,
    tell: (name: string, answer: number | ClusterAnswer | undefined) =>
      answer === undefined ? void told.delete(name) : void told.set(name, answer),
    event: (name: string, answer: number | undefined) => watched.get(name)?.answer(answerOf(name, answer)),
    holdReads(until: Promise<void>) {
      hold = until;
    },
    /** After the file was read and what is scheduled has run. */
    async settled() {
      await new Promise((resolve) => setTimeout(resolve, 60));
      await session.settled("web.yaml");
      return asked.splice(0);
    },
    async save() {
      session.save("web.yaml");
      return this.settled();
    },
    async view() {
      session.setVisible(["web.yaml"]);
      return this.settled();
    },
    async poll() {
      clock.now += 30_000;
      vi.advanceTimersByTime(30_000);
      return this.settled();
    },
  };
}

test("what cannot be read again is shown with its age, claims nothing, and touches no other document", async () => {
  const one = start({ web: 5, api: 5 });
  one.open(`${named("api")}---\n${manifest}`);
  await one.settled();
  expect(await one.codes()).toEqual(["api apply-conflict", "web apply-conflict"]);

  one.clock.now += 3 * minute;
  one.tell("web", unreachable);
  await one.save();
  expect(await one.codes()).toEqual(["api apply-conflict"]);
  const status = await one.session.statusOf("web.yaml");
  expect(status?.text).toBe("2 objects · test / shop · unreachable, read 3 min ago");
  const hover = await one.session.hoverAt("web.yaml", named("api").length + 4 + manifest.indexOf("replicas: 3"));
  expect(hover?.markdown).toContain("Stale, read 3 min ago: 10.0.0.1 cannot be reached");
  expect(hover?.markdown).toContain("only the server knows");
  expect(hover?.markdown).toContain("kube-controller-manager");
  expect((await one.session.objectsOf("web.yaml")).map(({ verdict }) => verdict)).toEqual(["conflict", "undecided"]);

  one.tell("web", 5);
  await one.save();
  expect(await one.codes()).toEqual(["api apply-conflict", "web apply-conflict"]);
  one.session.dispose();
});

test("what could not be read is tried again once it rested, ever more seldom, and its age grows meanwhile", async () => {
  const one = start({ web: 5 });
  one.open(manifest);
  await one.settled();
  one.tell("web", unreachable);
  await one.save();
  const texts: string[] = [];
  for (let times = 0; times < 8; times++) {
    const asked = await one.poll();
    texts.push(`${(await one.session.statusOf("web.yaml"))?.text.split(", ").at(-1)}, ${asked.length}`);
  }
  // The rests are of 5, 10, 20, 40 and 80 s, a quarter more or less.
  expect(texts.slice(0, 3)).toEqual(["read just now, 1", "read 1 min ago, 1", "read 1 min ago, 1"]);
  expect(texts.slice(3).map((text) => text.split(",")[0])).toEqual([2, 2, 3, 3, 4].map((minutes) => `read ${minutes} min ago`));
  expect(texts.filter((text) => text.endsWith("1")).length).toBeLessThan(7);
  one.session.dispose();
});

test("a watch that says nothing while reads fail does not count", async () => {
  const one = start({ web: 5 });
  one.open(manifest);
  await one.settled();
  one.watched.get("web")?.fresh(true);
  one.tell("web", unreachable);
  await one.save();
  expect(await one.codes()).toEqual([]);
  one.tell("web", 5);
  expect(await one.poll()).toEqual(["web"]);
  expect(await one.codes()).toEqual(["web apply-conflict"]);
  one.session.dispose();
});

test("an object that may not be read any more is not shown from memory", async () => {
  const one = start({ web: 5 });
  one.open(manifest);
  await one.settled();
  one.tell("web", denied);
  await one.save();
  expect(await one.codes()).toEqual([]);
  expect((await one.session.statusOf("web.yaml"))?.text).toBe("test / shop · no access");
  one.session.dispose();
});

test("a change that the watch tells is shown; nothing is asked but on a save", async () => {
  const one = start({ web: 5 });
  one.open(manifest);
  expect(await one.settled()).toEqual(["web"]);
  const refreshed: string[] = [];
  one.session.onRefresh((uris) => refreshed.push(...uris));
  one.watched.get("web")?.fresh(true);
  one.event("web", 5);
  await one.settled();
  expect(refreshed).toEqual([]);

  one.tell("web", 3);
  one.event("web", 3);
  await one.settled();
  expect(refreshed).toEqual(["web.yaml"]);
  expect(await one.codes()).toEqual([]);
  one.clock.now += 10 * minute;
  expect(await one.view()).toEqual([]);
  expect(await one.poll()).toEqual([]);
  expect(await one.save()).toEqual(["web"]);

  one.event("web", undefined);
  await one.settled();
  expect((await one.session.statusOf("web.yaml"))?.text).toContain("not there yet");
  one.session.dispose();
});

test("where nothing is watched it is read again on focus and every half minute", async () => {
  const one = start({ web: 5 });
  one.open(manifest);
  await one.settled();
  one.watched.get("web")?.ended();
  one.clock.now += 2_000;
  expect(await one.view()).toEqual([]);
  one.clock.now += 10_000;
  expect(await one.view()).toEqual(["web"]);
  one.watched.get("web")?.fresh(true);
  one.watched.get("web")?.fresh(false);
  expect(await one.poll()).toEqual(["web"]);
  one.session.dispose();
});

test("a person who is signed out is not asked about it until the person comes back", async () => {
  const one = start({ web: signedOut });
  one.open(manifest);
  await one.settled();
  expect(one.watched.size).toBe(0);
  for (let times = 0; times < 5; times++) expect(await one.poll()).toEqual([]);
  expect(await one.view()).toEqual(["web"]);
  one.session.dispose();
});

test.each([unreachable, denied])("what answers $state all the time is asked ever more seldom", async (answer) => {
  const one = start({ web: answer });
  one.open(manifest);
  await one.settled();
  const asked: number[] = [];
  for (let times = 0; times < 16; times++) asked.push((await one.poll()).length);
  expect(asked.slice(0, 2)).toEqual([1, 1]);
  expect(asked.slice(8).reduce((sum, count) => sum + count)).toBeLessThan(4);
  expect(await one.save()).toEqual(["web"]);
  one.session.dispose();
});

test("what comes late does not undo what is known: a read from before an event, an event from before a read", async () => {
  const one = start({ web: 4 });
  one.open(manifest);
  await one.settled();
  let release = (): void => undefined;
  one.holdReads(new Promise((resolve) => (release = resolve)));
  one.session.save("web.yaml");
  await vi.waitFor(() => expect(one.asked).toEqual(["web"]));
  one.event("web", 7);
  await vi.waitFor(async () => expect((await one.session.diagnosticsOf("web.yaml"))[0]?.message).toContain("live 7"));
  release();
  await one.settled();
  one.event("web", 4);
  await one.settled();
  expect((await one.session.diagnosticsOf("web.yaml"))[0]?.message).toContain("live 7");
  one.session.dispose();
});

test("a watch that ended is let go", async () => {
  const one = start({ web: 5 });
  one.open(manifest);
  await one.settled();
  one.watched.get("web")?.ended();
  expect(one.watched.size).toBe(0);
  one.session.dispose();
});

test("only what is in view is watched", async () => {
  const one = start({ web: 5, api: 5 });
  one.open(`${manifest}---\n${named("api")}`);
  await one.settled();
  expect([...one.watched.keys()].sort()).toEqual(["api", "web"]);
  one.session.setVisible([]);
  await one.settled();
  expect(one.watched.size).toBe(0);
  await one.view();
  expect(one.watched.size).toBe(2);
  one.session.close("web.yaml");
  expect(one.watched.size).toBe(0);
  one.session.dispose();
});

test("an aggregated API that lets nobody patch tracks no owners, which is said", async () => {
  const played = playedCluster();
  const object = parseJson(JSON.stringify({ apiVersion: "metrics.k8s.io/v1beta1", kind: "PodMetrics", metadata: { name: "p" } })).value;
  const cluster: Cluster = {
    ...played.cluster,
    get: async () => ({ state: "live", object, source, readAt: 0 }),
    kind: async () => ({ namespaced: true, resource: "pods", subresources: [], verbs: ["get", "list"], type: undefined }),
  };
  const { session, open } = startSession({}, { cluster });
  open("p.yaml", "apiVersion: metrics.k8s.io/v1beta1\nkind: PodMetrics\nmetadata: {name: p, namespace: shop}\n");
  await session.settled("p.yaml");
  expect(await session.objectsOf("p.yaml")).toMatchObject([
    {
      live: {
        state: "ownersNotTracked",
        message: "The API server of metrics.k8s.io/v1beta1 does not let anybody patch a PodMetrics",
      },
      verdict: undefined,
    },
  ]);
  expect(await session.diagnosticsOf("p.yaml")).toEqual([]);
  session.dispose();
});
