import { expect, test } from "vitest";
import type { Value } from "../../../shared/fieldpath/value.ts";
import type { LiveSource, Snapshot } from "../../../shared/ownership/snapshot.ts";
import { age, listed, objectName, ownerName, shortValue, sourceName } from "../../../shared/ownership/words.ts";

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

const named = { from: "cluster", context: "prod", namespace: "shop", namespaceAssumed: false } as const;
const assumed = { ...named, namespaceAssumed: true } as const;

test.each<[string, LiveSource, string, string]>([
  ["named", named, "Deployment shop/web", "context prod, namespace shop"],
  ["of several contexts", { ...named, contextAssumed: true }, "Deployment shop/web in context prod", "context prod, namespace shop"],
  [
    "the context's",
    { ...assumed, namespaceFrom: "context" },
    "Deployment web (namespace shop, from context prod)",
    "context prod, namespace shop (from context prod)",
  ],
  [
    "a setting's",
    { ...assumed, namespaceFrom: "setting" },
    "Deployment web (namespace shop, as configured)",
    "context prod, namespace shop (as configured)",
  ],
  [
    "a setting's, in an assumed context",
    { ...assumed, namespaceFrom: "setting", contextAssumed: true },
    "Deployment web (namespace shop, as configured, in context prod)",
    "context prod, namespace shop (as configured, in context prod)",
  ],
  [
    "a path's",
    { ...assumed, namespaceFrom: "path" },
    "Deployment web (namespace shop, from .field-ownership.yaml)",
    "context prod, namespace shop (from .field-ownership.yaml)",
  ],
  [
    "nobody's",
    { ...assumed, namespace: "default", namespaceFrom: "default" },
    "Deployment web (namespace default, since context prod names none)",
    "context prod, namespace default (since context prod names none)",
  ],
])("a namespace is told with where it comes from: %s", (_, source, object, place) => {
  const { namespaceAssumed } = source as typeof named;
  const snapshot = {
    object: { kind: "Deployment", name: "web", namespace: namespaceAssumed ? undefined : "shop" },
    live: { state: "absent", source },
    kind: { namespaced: true },
  } as unknown as Snapshot;
  expect([objectName(snapshot), sourceName(source)]).toEqual([object, place]);
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
