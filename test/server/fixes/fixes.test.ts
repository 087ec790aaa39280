/** What holds of every fix, on the examples of all rules. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fixes, offersFor } from "../../../server/fixes/fixes.ts";
import { check, rules } from "../../../server/rules/rules.ts";
import { readFixture } from "../../support/fixture.ts";

const folder = path.resolve(import.meta.dirname, "../../data/rules");

describe.each(readdirSync(folder))("%s", (file) => {
  const { snapshots } = readFixture(readFileSync(path.join(folder, file), "utf8"));
  const asked = snapshots.flatMap((snapshot) => check(snapshot).map((finding) => ({ ...finding, snapshot, document: snapshots })));

  test("a finding names all fixes that are offered for it", () => {
    for (const target of asked) for (const { id } of offersFor(target)) expect(target.fixes).toContain(id);
  });

  test("at most one is preferred, and stands first", () => {
    for (const target of asked) {
      const preferred = offersFor(target).map((offer) => offer.preferred);
      expect(preferred.lastIndexOf(true)).toBeLessThanOrEqual(0);
    }
  });

  test("each either edits or is copied", () => {
    for (const target of asked) {
      for (const { edits, copies } of offersFor(target)) expect(edits.length > 0).toBe(copies === undefined);
    }
  });
});

test("fixes are for rules that there are", () => {
  const codes = rules.map(({ code }) => code);
  for (const fix of fixes) expect(codes).toEqual(expect.arrayContaining([...fix.codes]));
});
