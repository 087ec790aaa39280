import { describe, expect, test } from "vitest";
import { parseJson, printJson } from "../../../shared/fieldpath/json.ts";
import { maxDepth } from "../../../shared/fieldpath/value.ts";

describe("numbers", () => {
  test.each([
    ["1", 1],
    ["1.0", 1],
    ["-0", 0],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["9223372036854775807", 9223372036854775807n],
    ["-9223372036854775808", -9223372036854775808n],
    ["9223372036854775808", 2 ** 63],
    ["9007199254740993.0", 9007199254740992],
    ["1e2", 100],
  ])("%s", (text, value) => {
    expect(parseJson(text)).toEqual({ value });
  });

  test.each([
    ["-0.0", "-0"],
    ["1e-7", "1e-07"],
    ["0.000001", "0.000001"],
    ["1e21", "1e+21"],
    ["100000000000000000000", "100000000000000000000"],
    ["9007199254740993", "9007199254740993"],
  ])("%s is printed %s", (text, printed) => {
    expect(printJson(parseJson(text).value)).toBe(printed);
  });
});

test.each(["", "short", "exactly 12 c", "exactly 13 ch", String.raw`with \" and \n escapes`, "über 13 Zeichen", "a pair of two 😀"])(
  'copies of "%s" read as slices do',
  (text) => {
    const json = `{"${text}":["${text}"]}`;
    expect(parseJson(json, "copies")).toEqual(parseJson(json));
  },
);

test("a key named __proto__ is a key", () => {
  const { value } = parseJson('{"__proto__":{"a":1},"constructor":2}');
  expect(value).toEqual(
    new Map<string, unknown>([
      ["__proto__", new Map([["a", 1]])],
      ["constructor", 2],
    ]),
  );
});

test("keys are printed in the order of their UTF-8 bytes", () => {
  expect(printJson(parseJson('{"😀":1,"￮":2,"a":3}').value)).toBe('{"a":3,"￮":2,"😀":1}');
});

test("html characters are escaped only where asked", () => {
  const value = "<a> & \u2028\u0001\u007f";
  expect(printJson(value)).toBe('"<a> & \u2028\\u0001\u007f"');
  expect(printJson(value, { html: true })).toBe('"\\u003ca\\u003e \\u0026 \\u2028\\u0001\u007f"');
});

test("a lone surrogate is no text", () => {
  expect(parseJson('"a\\ud800b"').value).toBe("a\ufffdb");
});

test.each([
  "",
  "{",
  "[1,]",
  '{"a":1,}',
  '{"a"}',
  "{a:1}",
  "nul",
  "01",
  "1.",
  ".5",
  "-",
  "+1",
  "1e400",
  '"a',
  '"\\x"',
  '"a\nb"',
  "1 2",
  "{}]",
])("malformed: %j", (text) => {
  const { value, problem } = parseJson(text);
  expect(value).toBeNull();
  expect(problem).toMatch(/./);
});

test("depth 10,000 is a problem, not an overflow", () => {
  expect(parseJson("[".repeat(10_000)).problem).toContain(`${maxDepth} levels`);
  expect(parseJson(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`).problem).toContain(`${maxDepth} levels`);
});
