/** Which requests are made for many objects, and in which order; what they answer. */
import { expect, test } from "vitest";
import { createLiveObjects } from "../../../server/cluster/liveObjects.ts";
import type { ClusterAnswer } from "../../../server/cluster/ports.ts";
import { stringAt } from "../../../shared/fieldpath/value.ts";
import { type Collection, startCollection } from "../../support/collection.ts";

const never = new AbortController().signal;
const nth = (index: number): string => `cm-${String(index).padStart(4, "0")}`;
const every = (step: number, count: number): readonly string[] => Array.from({ length: count }, (_, index) => nth(index * step));

async function ask(collection: Collection, names: readonly string[]): Promise<readonly ClusterAnswer[]> {
  const objects = createLiveObjects(collection.connection);
  return Promise.all(names.map((name) => objects.get(collection.place(name), never)));
}

const kinds = (requests: readonly string[]): { lists: number; gets: number } => {
  const lists = requests.filter((request) => request.startsWith("?limit=")).length;
  return { lists, gets: requests.length - lists };
};

test("few objects are asked for one by one, at most four at a time", async () => {
  const collection = startCollection(20, 2);
  const answers = await ask(collection, every(1, 7));
  expect(answers.every(({ state }) => state === "live")).toBe(true);
  expect(collection.requests).toEqual(every(1, 7).map((name) => `/${name}`));
  expect(collection.mostAtOnce()).toBe(4);
});

test.each([
  { title: "eight of eight", there: 8, names: every(1, 8), lists: 1, gets: 0 },
  { title: "five hundred of five hundred: pages of a hundred", there: 500, names: every(1, 500), lists: 5, gets: 0 },
  { title: "a hundred among four hundred", there: 400, names: every(4, 100), lists: 4, gets: 0 },
  {
    title: "ten among five thousand: one page is seen, the others are not dragged in",
    there: 5_000,
    names: every(499, 10),
    lists: 1,
    gets: 9,
  },
  { title: "none of fifty is there", there: 30, names: every(1, 50).map((name) => `x${name}`), lists: 1, gets: 0 },
])("$title", async ({ there, names, lists, gets }) => {
  const collection = startCollection(there);
  const answers = await ask(collection, names);
  expect(kinds(collection.requests)).toEqual({ lists, gets });
  expect(answers.map((answer) => (answer.state === "live" ? stringAt(answer.object, "metadata", "name") : answer.state))).toEqual(
    names.map((name) => (name.startsWith("x") ? "absent" : name)),
  );
});

test("an object from a list is as a GET gives it", async () => {
  const collection = startCollection(10);
  const listed = await ask(collection, every(1, 10));
  const [got] = await ask(collection, [nth(0)]);
  const object = (answer: ClusterAnswer | undefined): unknown => answer?.state === "live" && Object.fromEntries(answer.object as never);
  expect(object(listed[0])).toEqual(object(got));
});

test.each([
  { times: 1, lists: 2 + 3, gets: 0 },
  { times: 2, lists: 2 + 2, gets: 200 },
])("the server forgets the listed state $times times: begun again once, then one by one", async ({ times, lists, gets }) => {
  const collection = startCollection(300);
  collection.forgetPages(times);
  const answers = await ask(collection, every(1, 300));
  expect(answers.every(({ state }) => state === "live")).toBe(true);
  expect(kinds(collection.requests)).toEqual({ lists, gets });
});

test("who may not list gets one by one, and is not asked to list again", async () => {
  const collection = startCollection(20);
  collection.fail({ list: { state: "denied", message: "no list for you", status: 403 } });
  const objects = createLiveObjects(collection.connection);
  const all = (): Promise<readonly ClusterAnswer[]> => Promise.all(every(1, 20).map((name) => objects.get(collection.place(name), never)));
  expect((await all()).every(({ state }) => state === "live")).toBe(true);
  await all();
  expect(kinds(collection.requests)).toEqual({ lists: 1, gets: 40 });
});

test("Secrets are never listed: that would read the others", async () => {
  const collection = startCollection(20);
  const objects = createLiveObjects(collection.connection);
  await Promise.all(
    every(1, 20).map((name) => {
      const place = collection.place(name);
      return objects.get({ ...place, key: { ...place.key, kind: "Secret" } }, never);
    }),
  );
  expect(kinds(collection.requests)).toEqual({ lists: 0, gets: 20 });
});

test("what was asked last goes first, and what somebody waits for before that", async () => {
  const collection = startCollection(40, 5);
  collection.fail({ list: { state: "denied", message: "no list", status: 403 } });
  const objects = createLiveObjects(collection.connection);
  const order: string[] = [];
  const get = async (name: string): Promise<void> => {
    await objects.get(collection.place(name), never);
    order.push(name);
  };
  const early = every(1, 30).map(get);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const late = [nth(30), nth(31)].map(get);
  await new Promise((resolve) => setImmediate(resolve));
  objects.hurry(collection.place(nth(29)));
  await Promise.all([...early, ...late]);
  const at = (index: number): number => order.indexOf(nth(index));
  expect(at(29)).toBeLessThan(at(20));
  expect(at(30)).toBeLessThan(at(20));
  expect(kinds(collection.requests).gets).toBe(32);
});

test("what nobody waits for any more is not asked for", async () => {
  const collection = startCollection(40, 5);
  const objects = createLiveObjects(collection.connection);
  const stop = new AbortController();
  const first = every(1, 4).map((name) => objects.get(collection.place(name), never));
  await new Promise((resolve) => setImmediate(resolve));
  const later = every(1, 40).map((name) => objects.get(collection.place(name), stop.signal));
  stop.abort();
  await Promise.all([...first, ...later]);
  expect(collection.requests).toHaveLength(4);
});

test("a server that answers nothing is not asked for each of fifty objects; a list that fails alone touches none", async () => {
  const collection = startCollection(50, 2);
  const failure = { state: "unreachable", status: 500, message: "etcd is down" } as const;
  collection.fail({ list: failure });
  expect((await ask(collection, every(1, 50))).every(({ state }) => state === "live")).toBe(true);
  const before = collection.requests.length;
  collection.fail({ list: failure, get: failure });
  const answers = await ask(collection, every(1, 50));
  expect(answers.every((answer) => answer.state === "unreachable" && answer.message === failure.message)).toBe(true);
  // Four are under way when the third fails.
  expect(collection.requests.length - before).toBeLessThanOrEqual(1 + 6);
});
