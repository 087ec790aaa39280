import { expect, test } from "vitest";
import { type FieldPath, field, keyElement, pathFromData, pathToData } from "../../../shared/fieldpath/pathElement.ts";
import { printPath, quote } from "../../../shared/fieldpath/printPath.ts";

const item = (...keys: readonly (readonly [string, string | number | boolean | bigint | null])[]) =>
  keyElement(keys.map(([name, value]) => ({ name, value })));

test.each<[FieldPath, string]>([
  [[], ""],
  [[field("spec"), field("replicas")], ".spec.replicas"],
  [[field("metadata"), field("annotations"), field("acme.io/owner")], ".metadata.annotations.acme.io/owner"],
  [[field("spec"), field("ports"), item(["protocol", "TCP"], ["port", 80]), field("name")], '.spec.ports[port=80,protocol="TCP"].name'],
  [[field("hosts"), { kind: "value", value: "x y" }], '.hosts[="x y"]'],
  [[field("args"), { kind: "index", index: 2 }], ".args[2]"],
  [[item(["a", null], ["b", true], ["c", 9007199254740993n])], "[a=null,b=true,c=9007199254740993]"],
  [[item(["port", 1000000])], "[port=1000000]"],
  [[{ kind: "value", value: [1, "a"] }], '[=[1,"a"]]'],
])("%#", (path, text) => {
  expect(printPath(path)).toBe(text);
});

test.each([
  ["80", "80"],
  ["80.0", "80"],
  ["999999", "999999"],
  ["1000000", "1e+06"],
  ["1234567", "1.234567e+06"],
  ["0.0001", "0.0001"],
  ["0.00001", "1e-05"],
  ["123456.789", "123456.789"],
  ["-0", "-0"],
])("a number read from FieldsV1 prints as a float: %s", (json, text) => {
  expect(printPath(pathFromData([`v:${json}`]) ?? [])).toBe(`[=${text}]`);
});

test.each([
  ['a"b\\', '"a\\"b\\\\"'],
  ["\n\t\r\v\f\b\x07", '"\\n\\t\\r\\v\\f\\b\\a"'],
  ["\x00\x7f", '"\\x00\\x7f"'],
  ["\u00a0\u200b\ufeff", '"\\u00a0\\u200b\\ufeff"'],
  ["é 😀 日本", '"é 😀 日本"'],
  ["\u{e0001}", '"\\U000e0001"'],
  ["\u088f\u{1f6d8}\u{1fae8}", '"\\u088f\\U0001f6d8\u{1fae8}"'],
])("quoted: %j", (text, quoted) => {
  expect(quote(text)).toBe(quoted);
});

test("as many characters are printed raw as Go 1.26 prints, whatever Unicode the engine knows", () => {
  let raw = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (quote(character) === `"${character}"`) raw++;
  }
  expect(raw).toBe(148_996);
});

test("a path survives as data", () => {
  const path: FieldPath = [
    field("spec"),
    field("a.b"),
    item(["port", 80], ["name", 'x"y']),
    { kind: "value", value: "<v>" },
    { kind: "index", index: 3 },
  ];
  expect(printPath(pathFromData(pathToData(path)) ?? [])).toBe(printPath(path));
});

test.each([["spec"], ["f"], ["k:1"], ["x:a"]])("no path: %s", (text) => {
  expect(pathFromData(["f:spec", text])).toBeUndefined();
});
