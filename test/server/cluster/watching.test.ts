/** What watches tell, and what they cost; the clock is the test's. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLiveObjects } from "../../../server/cluster/liveObjects.ts";
import { createTurns } from "../../../server/cluster/turns.ts";
import { createWatching } from "../../../server/cluster/watching.ts";
import { stringAt } from "../../../shared/fieldpath/value.ts";
import { type Collection, startCollection } from "../../support/collection.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] }));
afterEach(() => void vi.useRealTimers());

const nth = (index: number): string => `cm-${String(index).padStart(4, "0")}`;
const first = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => nth(index));
const soon = (ms = 1): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Reads and watches these objects; `told` is what was heard of each, in short. */
async function start(
  collection: Collection,
  names: readonly string[],
  { slots = 32, meanwhile = () => undefined }: { slots?: number; meanwhile?: () => void } = {},
) {
  const objects = createLiveObjects(collection.connection);
  const watching = createWatching(collection.connection, objects, createTurns(slots));
  const never = new AbortController().signal;
  const read = Promise.all(names.map((name) => objects.get(collection.place(name), never)));
  await soon(10);
  await read;
  meanwhile();
  const told: string[] = [];
  const stops = new Map<string, AbortController>();
  const watch = (name: string): void => {
    const stop = new AbortController();
    stops.set(name, stop);
    watching.watch(
      collection.place(name),
      {
        answer: (answer) => told.push(`${name} ${answer.state === "live" ? stringAt(answer.object, "data", "is") || "-" : answer.state}`),
        fresh: (fresh) => told.at(-1) !== `${name} ${fresh ? "fresh" : "lost"}` && told.push(`${name} ${fresh ? "fresh" : "lost"}`),
        ended: () => told.push(`${name} ended`),
      },
      stop.signal,
    );
  };
  for (const name of names) watch(name);
  await soon();
  return { told, watch, stop: (name: string) => stops.get(name)?.abort(), news: () => told.splice(0) };
}

const watches = ({ requests }: Collection): readonly string[] => requests.filter((request) => request.includes("watch=true"));

test("one object: told as it is, then each change, that it went and that it came back", async () => {
  const collection = startCollection(3);
  const { news } = await start(collection, [nth(0)]);
  expect(watches(collection)).toEqual([`?fieldSelector=metadata.name%3D${nth(0)}&watch=true&allowWatchBookmarks=true`]);
  expect(news()).toEqual([`${nth(0)} -`, `${nth(0)} fresh`]);
  collection.put(nth(0), "two");
  collection.put(nth(1), "not asked");
  collection.remove(nth(0));
  collection.put(nth(0), "three");
  await soon();
  expect(news().filter((line) => !line.endsWith("fresh"))).toEqual([`${nth(0)} two`, `${nth(0)} absent`, `${nth(0)} three`]);
});

test("an object that went between its read and its watch is read again; one that is silent because it never was there is only that", async () => {
  const collection = startCollection(1);
  const { news } = await start(collection, [nth(0)], { meanwhile: () => collection.remove(nth(0)) });
  expect(news()).toEqual([]);
  await soon(2_500);
  expect(news()).toEqual([`${nth(0)} absent`]);
});

test("many that were listed share one watch, from where the list was; the others of the namespace are left out", async () => {
  const collection = startCollection(100);
  const { news } = await start(collection, first(90));
  expect(watches(collection)).toEqual(["?watch=true&allowWatchBookmarks=true&resourceVersion=1100"]);
  expect(news()).toEqual([]);
  collection.put(nth(5), "new");
  collection.put(nth(95), "of nobody");
  await soon();
  expect(news().filter((line) => !line.endsWith("fresh"))).toEqual([`${nth(5)} new`]);
});

test("a watch that the server closes goes on where it was, without a gap", async () => {
  const collection = startCollection(1);
  const { news } = await start(collection, [nth(0)]);
  collection.bookmark();
  news();
  await soon(60_000);
  collection.endWatches("closed");
  collection.put(nth(0), "meanwhile");
  await soon(2_000);
  expect(news().filter((line) => !line.endsWith("fresh"))).toEqual([`${nth(0)} meanwhile`]);
  expect(watches(collection).at(-1)).toMatch(/resourceVersion=1001$/);
});

test.each([{ names: first(1) }, { names: first(20) }])(
  "a place in history that the server forgot: $names.length begin anew",
  async ({ names }) => {
    const collection = startCollection(20);
    const { news } = await start(collection, names);
    collection.bookmark();
    news();
    collection.endWatches("expired");
    collection.put(nth(0), "meanwhile");
    await soon(5_000);
    expect(news()).toContain(`${nth(0)} meanwhile`);
    collection.put(nth(0), "after");
    await soon();
    expect(news()).toContain(`${nth(0)} after`);
    expect(collection.watches()).toBe(1);
  },
);

test("a server that cannot be reached is tried again ever more seldom, and what was told is not fresh", async () => {
  const collection = startCollection(1);
  const { news } = await start(collection, [nth(0)]);
  news();
  collection.fail({ watch: { state: "unreachable", message: "connection refused" } });
  collection.endWatches("closed");
  await soon(600_000);
  expect(news()).toEqual([`${nth(0)} lost`]);
  const tries = watches(collection).length;
  expect(tries).toBeGreaterThan(15);
  expect(tries).toBeLessThan(60);
  collection.fail({ watch: undefined });
  await soon(31_000);
  expect(news()).toEqual([`${nth(0)} -`, `${nth(0)} fresh`]);
  collection.put(nth(0), "again");
  await soon();
  expect(news()).toContain(`${nth(0)} again`);
});

test("who leaves while the first of them finds out whether one may is not watched", async () => {
  const collection = startCollection(3);
  // Of an object that is not there nothing is told.
  const { stop } = await start(collection, first(3), { meanwhile: () => collection.remove(nth(0)) });
  expect(watches(collection)).toHaveLength(1);
  for (const name of first(3)) stop(name);
  await soon(60_000);
  expect(collection.watches()).toBe(0);
  expect(watches(collection)).toHaveLength(1);
});

test("a server that starts up and refuses for a moment what it let us do before is tried again", async () => {
  const collection = startCollection(1);
  const { news } = await start(collection, [nth(0)]);
  collection.bookmark();
  news();
  collection.fail({ watch: { state: "denied", status: 403, message: "roles are not loaded" } });
  collection.endWatches("closed");
  await soon(10_000);
  collection.fail({ watch: undefined });
  collection.put(nth(0), "again");
  await soon(20_000);
  expect(news()).toEqual([`${nth(0)} lost`, `${nth(0)} again`, `${nth(0)} fresh`]);
  collection.fail({ watch: { state: "denied", status: 403, message: "no more" } });
  collection.endWatches("closed");
  await soon(120_000);
  expect(news()).toContain(`${nth(0)} ended`);
});

test.each([
  { refusal: { state: "denied", status: 403, message: "cannot watch" } as const },
  { refusal: { state: "unreachable", status: 405, message: "method not allowed" } as const },
])("who may not watch ($refusal.status) is told so, and the server is not asked again for five minutes", async ({ refusal }) => {
  const collection = startCollection(3);
  collection.fail({ watch: refusal });
  const { news, watch } = await start(collection, [nth(0)]);
  expect(news()).toEqual([`${nth(0)} lost`, `${nth(0)} ended`]);
  watch(nth(1));
  await soon();
  expect(news()).toEqual([`${nth(1)} ended`]);
  expect(watches(collection)).toHaveLength(1);
  await soon(300_000);
  watch(nth(1));
  await soon();
  expect(watches(collection)).toHaveLength(2);
});

test("the first of several finds out for all whether one may watch", async () => {
  const collection = startCollection(5);
  collection.fail({ watch: { state: "denied", status: 403, message: "cannot watch" } });
  const { news } = await start(collection, first(5));
  expect(watches(collection)).toHaveLength(1);
  expect(news().filter((line) => line.endsWith("ended"))).toHaveLength(5);
});

test("there are as many watches as may be; when one stops the next begins", async () => {
  const collection = startCollection(7);
  const { stop } = await start(collection, first(7), { slots: 3 });
  expect(collection.watches()).toBe(3);
  stop(nth(1));
  await soon();
  expect(collection.watches()).toBe(3);
  for (const name of first(7)) stop(name);
  await soon();
  expect(collection.watches()).toBe(0);
});
