/** The example of each rule's page: it gives exactly that finding with exactly that message, and the fix gives the text after. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ruleFiles, strayPages } from "../../../scripts/ruleDocs.ts";
import { check, rules } from "../../../server/rules/rules.ts";
import { checkDiagnostics, checkFix } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const folder = path.resolve(import.meta.dirname, "../../data/rules");
const codes = rules.map(({ code }) => code);

describe.each(codes)("%s", (code) => {
  const file = path.join(folder, `${code}.txt`);
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";

  test("has an example", () => expect(source, `test/data/rules/${code}.txt`).toContain(` ${code} `));

  test("the example gives that finding, with that message", () => {
    checkDiagnostics(source);
    const { snapshots, expected } = readFixture(source);
    expect(snapshots.flatMap(check).map(({ message }) => message)).toEqual(expected.map(({ words }) => words));
  });

  test("the fix gives the text after", () => {
    for (const section of source.split(/^\/\/- after /m).slice(1)) {
      const [title = "", ...lines] = section.split("\n");
      checkFix(source, title.trim(), lines.join("\n"));
    }
  });
});

test("every rule has its page, and no page is out of date: npm run generate", () => {
  for (const { path: page, text } of ruleFiles) expect(existsSync(page) && readFileSync(page, "utf8"), page).toBe(text());
  expect(strayPages()).toEqual([]);
});
