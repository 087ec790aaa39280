import { expect, test } from "vitest";
import type { Value } from "../../../shared/fieldpath/value.ts";
import { age, listed, ownerName, shortValue } from "../../../shared/ownership/words.ts";

const now = Date.UTC(2026, 0, 5, 12);

test.each([
  ["2026-01-05T12:00:30Z", "just now"],
  ["2026-01-05T11:59:30Z", "just now"],
  ["2026-01-05T11:55:00Z", "5 min ago"],
  ["2026-01-05T09:00:00Z", "3 h ago"],
  ["2026-01-03T12:00:00Z", "2 days ago"],
  ["2023-01-03T12:00:00Z", "3 years ago"],
  ["someday", "someday"],
])("the age of %s is %s", (time, words) => expect(age(time, now)).toBe(words));

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
  [["a", "b", "c", "d"], "a, b and 2 more"],
])("%j is listed as %s", (names, words) => expect(listed(names)).toBe(words));

test("an owner is named with operation, subresource and age, as far as recorded", () => {
  const owner = { manager: "kubectl", operation: "Update", apiVersion: "apps/v1", subresource: "scale" } as const;
  expect(ownerName(owner, now)).toBe("kubectl (Update, scale)");
  expect(ownerName({ ...owner, subresource: "", time: "2026-01-05T09:00:00Z" }, now)).toBe("kubectl (Update, 3 h ago)");
});

test.each<[Value, string]>([
  [5, "5"],
  [9007199254740993n, "9007199254740993"],
  ["two\nlines", '"two\\nlines"'],
  [null, "null"],
  [["a", 1, true], '["a", 1, true]'],
  [new Map<string, Value>([["app", "web"]]), '{app: "web"}'],
  ["x".repeat(200), `"${"x".repeat(57)}…"`],
  ["\u0001hidden:12:abc", "(hidden, 12 bytes)"],
  [["\u0001hidden:1:abc"], "[(hidden, 1 byte)]"],
])("a value prints as %#: one short line", (value, text) => expect(shortValue(value)).toBe(text));

test("a list of a million items prints without being walked to its end", () => {
  expect(shortValue(new Array(1_000_000).fill("item")).length).toBe(60);
});
