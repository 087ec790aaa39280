import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFieldsV1, printFieldsV1, readFieldsV1 } from "../../../shared/fieldpath/fieldsV1.ts";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { equalSets } from "../../../shared/fieldpath/set.ts";
import { maxDepth } from "../../../shared/fieldpath/value.ts";
import { anySet } from "./anySet.ts";

/** Text on the left is read as the canonical text on the right, from text and from decoded JSON alike. */
describe("lenient reading", () => {
  test.each([
    ["null", "{}"],
    ['{"f:a":null}', '{"f:a":{}}'],
    ['{"f:b":{},"f:a":{}}', '{"f:a":{},"f:b":{}}'],
    ['{"f:a":{"z:new":{}}}', '{"f:a":{}}'],
    ['{"f:a":{},"q:b":{"f:c":{}}}', '{"f:a":{}}'],
    ['{".":1,"f:a":{".":"x","f:b":{}}}', '{"f:a":{".":{},"f:b":{}}}'],
    ['{"k:{\\"protocol\\":\\"UDP\\",\\"port\\":53}":{}}', '{"k:{\\"port\\":53,\\"protocol\\":\\"UDP\\"}":{}}'],
    ['{"i:1":{},"v:1":{},"k:{\\"a\\":1}":{},"f:a":{}}', '{"f:a":{},"k:{\\"a\\":1}":{},"v:1":{},"i:1":{}}'],
    ['{"v:1":{},"v:1.0":{}}', '{"v:1":{}}'],
    ['{"v:9007199254740993":{}}', '{"v:9007199254740992":{}}'],
    ['{"i:+01":{}}', '{"i:1":{}}'],
    ['{"i:9007199254740993":{},"i:9007199254740992":{},"i:-1":{}}', '{"i:-1":{},"i:9007199254740992":{},"i:9007199254740993":{}}'],
    ['{"v:-0":{},"v:1":{},"v:0":{}}', '{"v:-0":{},"v:1":{}}'],
    ['{"v:0":{"f:a":{}},"v:-0":{"f:b":{}}}', '{"v:0":{"f:b":{}}}'],
    ['{"k:{\\"<\\":\\"<\\"}":{},"v:{\\"<\\":1}":{}}', '{"k:{\\"<\\":\\"\\\\u003c\\"}":{},"v:{\\"\\\\u003c\\":1}":{}}'],
    ['{"f:":{},"k:null":{},"k:{}":{},"v:null":{}}', '{"f:":{},"k:{}":{},"v:null":{}}'],
    ['{"f:__proto__":{"f:constructor":{}}}', '{"f:__proto__":{"f:constructor":{}}}'],
  ])("%s", (text, canonical) => {
    expect(printFieldsV1(parseFieldsV1(text).set)).toBe(canonical);
    expect(printFieldsV1(readFieldsV1(parseJson(text).value).set)).toBe(canonical);
  });

  test("of two subtrees of one element the later stands, memberships add up", () => {
    expect(printFieldsV1(parseFieldsV1('{"f:a":{".":{},"f:b":{}},"f:a":{"f:c":{}}}').set)).toBe('{"f:a":{".":{},"f:c":{}}}');
    expect(printFieldsV1(parseFieldsV1('{"f:a":{"f:b":{}},"f:a":{}}').set)).toBe('{"f:a":{".":{},"f:b":{}}}');
  });

  test("a repeated name in a key keeps both values", () => {
    expect(printFieldsV1(parseFieldsV1('{"k:{\\"a\\":1,\\"a\\":2}":{}}').set)).toBe('{"k:{\\"a\\":1,\\"a\\":2}":{}}');
  });
});

describe("malformed", () => {
  test.each([
    "[]",
    '"x"',
    "1",
    '{"a":{}}',
    '{"ab":{}}',
    '{"é:a":{}}',
    '{"f:a":1}',
    '{"f:a":[]}',
    '{"f:a":""}',
    '{"v:":{}}',
    '{"v:01":{}}',
    '{"v:1e400":{}}',
    '{"v:1 2":{}}',
    '{"k:1":{}}',
    '{"k:[]":{}}',
    '{"k:{\\"a\\":1,}":{}}',
    '{"k:{}x":{}}',
    '{"i:":{}}',
    '{"i: 1":{}}',
    '{"i:1.5":{}}',
    '{"i:0x1":{}}',
    '{"i:99999999999999999999":{}}',
  ])("%s", (text) => {
    for (const answer of [parseFieldsV1(text), readFieldsV1(parseJson(text).value)]) {
      expect(answer.problem).toMatch(/./);
      expect(printFieldsV1(answer.set)).toBe("{}");
    }
  });

  test.each(["", "{", '{"f:a":{}', '{"f:a":{}}]', '{"f:a":}', '{"f:a\n":{}}'])("as text: %j", (text) => {
    expect(parseFieldsV1(text).problem).toMatch(/./);
  });

  test("depth 10,000", () => {
    const text = `${'{"f:a":'.repeat(10_000)}{}${"}".repeat(10_000)}`;
    expect(parseFieldsV1(text).problem).toContain(`${maxDepth} levels`);
  });
});

test("a problem quotes no more than an excerpt", () => {
  for (const key of ["a", "i:", "v:"]) expect(parseFieldsV1(`{"${key}${"9".repeat(1000)}":{}}`).problem).toMatch(/^.{20,150}$/);
});

test("what is printed is read as the same set", () => {
  fc.assert(
    fc.property(anySet, (set) => {
      const text = printFieldsV1(set);
      expect(equalSets(parseFieldsV1(text).set, set)).toBe(true);
      expect(printFieldsV1(parseFieldsV1(text).set)).toBe(text);
    }),
  );
});
