import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FieldPath, fieldPath, isAtOrBelow } from "../../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import {
  difference,
  emptySet,
  equalSets,
  type FieldSet,
  has,
  intersection,
  leaves,
  pathsOf,
  recursiveDifference,
  setOf,
  size,
  union,
} from "../../../shared/fieldpath/set.ts";
import { anyPath, anySet } from "./anySet.ts";

/** `"a a.b"` is the set of the two paths. */
const set = (text: string): FieldSet =>
  setOf(
    ...text
      .split(" ")
      .filter(Boolean)
      .map((path) => fieldPath(...path.split("."))),
  );
const shown = (value: FieldSet): string => [...pathsOf(value)].map((path) => printPath(path).slice(1)).join(" ");

describe("by example", () => {
  test.each([
    ["a.b", "a", "a.b"],
    ["a", "a.b", "a"],
    ["a a.b", "a", "a.b"],
    ["a a.b", "a.b", "a"],
  ])("%s without %s is %s", (a, b, result) => {
    expect(shown(difference(set(a), set(b)))).toBe(result);
  });

  test.each([
    ["a.b.c", "a.b", ""],
    ["a a.b.c", "a.b", "a"],
    ["a a.b", "a.b", "a"],
    ["a.b a.c", "a", ""],
  ])("%s without %s and all below is %s", (a, b, result) => {
    expect(shown(recursiveDifference(set(a), set(b)))).toBe(result);
  });

  test("a parent and its child have nothing in common", () => {
    expect(intersection(set("a"), set("a.b"))).toEqual(emptySet);
  });

  test("leaves", () => {
    expect(shown(leaves(set("r r.l1 r.l1.l2 s")))).toBe("s r.l1.l2");
  });

  test("members of a node come before what lies below it", () => {
    expect(shown(set("a.b c d.e"))).toBe("c a.b d.e");
  });
});

/** Sets are equal if they hold the same paths, so every law can be stated on membership. */
describe("laws", () => {
  const check = (law: (a: FieldSet, b: FieldSet, path: Parameters<typeof has>[1]) => boolean): void => {
    fc.assert(fc.property(anySet, anySet, anyPath, law));
  };

  test("union", () => check((a, b, path) => has(union(a, b), path) === (has(a, path) || has(b, path))));
  test("intersection", () => check((a, b, path) => has(intersection(a, b), path) === (has(a, path) && has(b, path))));
  test("difference", () => check((a, b, path) => has(difference(a, b), path) === (has(a, path) && !has(b, path))));
  test("recursive difference", () =>
    check(
      (a, b, path) => has(recursiveDifference(a, b), path) === (has(a, path) && ![...pathsOf(b)].some((gone) => isAtOrBelow(path, gone))),
    ));
  test("leaves are what nothing else of the set lies below", () =>
    check((a) => {
      const paths = [...pathsOf(a)];
      const isLeaf = (path: FieldPath): boolean => paths.every((other) => !isAtOrBelow(other, path) || isAtOrBelow(path, other));
      return shown(leaves(a)) === shown(setOf(...paths.filter(isLeaf)));
    }));
  test("every path of a set is in it, and is counted", () =>
    check((a) => [...pathsOf(a)].every((path) => has(a, path)) && [...pathsOf(a)].length === size(a)));
  test("order of building does not matter", () => check((a) => equalSets(setOf(...[...pathsOf(a)].reverse()), a)));
  test("a set is what two sets share and what they do not", () =>
    check((a, b) => equalSets(union(difference(a, b), intersection(a, b)), a)));
});
