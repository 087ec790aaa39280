/**
 * Cases that users reported, on the given inputs: what the tool shows where others went wrong. `vitest run test/cases -u` writes the pages as
 * they are now: read what changed.
 */
import path from "node:path";
import { expect, test } from "vitest";
import { cases, pageOf, readCase } from "./page.ts";
import { sentences } from "./sentences.ts";

test.each(cases)("%s shows what its page says", async (id) => {
  await expect(await pageOf(id)).toMatchFileSnapshot(path.resolve(import.meta.dirname, "../data/cases", id, "shows.txt"));
});

test.each(cases)("%s has words only", (id) => expect(readCase(id, "shows.txt")).not.toMatch(/\[object|undefined|NaN/));

test.each(sentences)("%s: %s", (id, _, ...texts) => {
  const page = readCase(id, "shows.txt");
  for (const text of texts) {
    if (text.startsWith("!")) expect(page).not.toContain(text.slice(1));
    else expect(page).toContain(text);
  }
});

test("every case has a sentence", () => {
  expect(cases.filter((id) => !sentences.some(([of]) => of === id))).toEqual([]);
});
