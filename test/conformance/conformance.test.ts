import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCases, regressionFile, vectorFiles } from "./data.ts";
import { judge } from "./judge.ts";

const claimed = JSON.parse(readFileSync(join(import.meta.dirname, "ops.json"), "utf8")) as readonly string[];
const cases = vectorFiles().flatMap(readCases);

describe("every recorded case of every claimed operation", () => {
  test.each(claimed)("%s", (op) => {
    const ofOp = cases.filter((vector) => vector.op === op);
    expect(ofOp.length).toBeGreaterThan(0);
    const failures = ofOp.map((vector) => ({ id: vector.id, ...judge(vector) })).filter((judgement) => !judgement.passed);
    expect(failures.map(({ id, difference }) => `${id}\n${difference}`)).toEqual([]);
  });
});

test("every difference that was ever found between the library and Go", () => {
  const found = readCases(regressionFile);
  const failures = found.map((vector) => ({ id: vector.id, ...judge(vector) })).filter((judgement) => !judgement.passed);
  expect(found.length).toBeGreaterThan(0);
  expect(failures.map(({ id, difference }) => `${id}\n${difference}`)).toEqual([]);
});

test("an operation that nobody knows is a failure", () => {
  const [vector] = cases;
  expect(judge({ ...vector, op: "no.such" } as typeof vector & object).passed).toBe(false);
});

test("content that nests too deep is refused, whatever is asked of it", () => {
  const file = join(mkdtempSync(join(tmpdir(), "conformance-")), "deep.jsonl");
  const content = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  const lines = claimed.map((op) => `{"id":"${op}/deep","op":"${op}","in":{"a":${content}},"out":{"error":true}}`);
  writeFileSync(file, lines.join("\n"));
  const deep = readCases(file);
  expect(deep.map(({ op }) => op)).toEqual(claimed);
  expect(deep.filter((vector) => !judge(vector).passed)).toEqual([]);
  const [first] = deep;
  expect(judge({ ...first, out: new Map() } as typeof first & object).difference).toContain("nested deeper");
});
