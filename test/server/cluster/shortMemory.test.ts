import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ShortMemory, shortMemory } from "../../../server/cluster/shortMemory.ts";
import { collectGarbage } from "../../support/collectGarbage.ts";

interface Answer {
  readonly number: number;
}

const never = new AbortController().signal;

/** Flights land when they are told to, and are numbered. */
function numbered(memory: ShortMemory<Answer>): {
  ask(signal?: AbortSignal): Promise<number | undefined>;
  land(): Promise<void>;
  readonly aborted: readonly number[];
} {
  const landings: (() => void)[] = [];
  const aborted: number[] = [];
  let flights = 0;
  const fly = (signal: AbortSignal): Promise<Answer> => {
    const number = ++flights;
    signal.addEventListener("abort", () => aborted.push(number));
    return new Promise((resolve) => landings.push(() => resolve({ number })));
  };
  return {
    aborted,
    ask: async (signal = never) => (await memory.get("key", signal, fly))?.number,
    async land() {
      for (const land of landings.splice(0)) land();
      await nextTurn();
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("one flight for all who ask, remembered for its time", async () => {
  const { ask, land } = numbered(shortMemory<Answer>(() => 1_000, 1));
  const both = Promise.all([ask(), ask()]);
  await land();
  expect(await both).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(1);
  const later = ask();
  await land();
  expect(await later).toBe(2);
});

test("a flight that nobody waits for any more is aborted, and the next one is another", async () => {
  const { ask, land, aborted } = numbered(shortMemory<Answer>(() => 1_000, 1));
  const leaving = new AbortController();
  const left = ask(leaving.signal);
  leaving.abort();
  expect(await left).toBeUndefined();
  expect(aborted).toEqual([1]);
  const next = ask();
  await land();
  expect(await next).toBe(2);
});

test("after all are forgotten who waits gets the old answer, and who asks then a new one that is remembered", async () => {
  const memory = shortMemory<Answer>(() => 1_000, 1);
  const { ask, land, aborted } = numbered(memory);
  const leaving = new AbortController();
  const [old, left] = [ask(), ask(leaving.signal)];
  memory.forgetAll();
  const fresh = ask();
  leaving.abort();
  await land();
  expect([await old, await left, await fresh, await ask()]).toEqual([1, undefined, 2, 2]);
  expect(aborted).toEqual([]);
});

test("an outdated answer is forgotten once, however many found it so", async () => {
  const memory = shortMemory<Answer>(() => 1_000, 1);
  const fly = vi.fn(async () => ({ number: fly.mock.calls.length }));
  const outdated = await memory.get("key", never, fly);
  const renewed = await Promise.all(
    [1, 2, 3].map(() => {
      memory.forget(outdated as Answer);
      return memory.get("key", never, fly);
    }),
  );
  expect(renewed).toEqual([{ number: 2 }, { number: 2 }, { number: 2 }]);
  memory.forget(outdated as Answer);
  expect(await memory.get("key", never, fly)).toBe(renewed[0]);
});

test.each<[string, (memory: ShortMemory<Answer>) => void]>([
  ["forgotten", (memory) => memory.forgetAll()],
  ["out of date", () => vi.advanceTimersByTime(1_000)],
])("what is %s leaves the memory with the next answer", async (_, end) => {
  const memory = shortMemory<Answer>(() => 1_000, 100);
  const kept: WeakRef<Answer>[] = [];
  for (let number = 0; number < 20; number++) {
    await memory.get(String(number), never, async () => {
      const answer = { number };
      kept.push(new WeakRef(answer));
      return answer;
    });
    end(memory);
  }
  await nextTurn();
  collectGarbage();
  expect(kept.filter((answer) => answer.deref() !== undefined).length).toBeLessThanOrEqual(1);
  expect(await memory.get("again", never, async () => ({ number: 20 }))).toEqual({ number: 20 });
});
