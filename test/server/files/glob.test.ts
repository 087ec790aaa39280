import { expect, test } from "vitest";
import { fixedFolder, parseGlob } from "../../../server/files/glob.ts";

test.each<[string, readonly string[], readonly string[]]>([
  ["/w/live/*.yaml", ["/w/live/a.yaml"], ["/w/live/b/a.yaml", "/w/live/a.yml", "/w/live/ayaml"]],
  ["/w/**/*.live.yaml", ["/w/a.live.yaml", "/w/b/c/a.live.yaml"], ["/w/a.yaml", "/x/a.live.yaml"]],
  ["/w/live/**", ["/w/live/a", "/w/live/b/c"], ["/w/alive/a"]],
  ["/w/{live,saved}/?.{yaml,json}", ["/w/live/a.yaml", "/w/saved/b.json"], ["/w/other/a.yaml", "/w/live/ab.yaml"]],
  ["/w/{a,{b,c}}.yaml", ["/w/a.yaml", "/w/b.yaml", "/w/c.yaml"], ["/w/d.yaml"]],
  ["/w/a+(b)[c]^$|.yaml", ["/w/a+(b)[c]^$|.yaml"], ["/w/ab.yaml"]],
  ["/w/{a.yaml", ["/w/{a.yaml"], ["/w/a.yaml"]],
  ["/w/}a{,b.yaml", ["/w/}a{,b.yaml"], []],
  ["**", ["a", "a/b"], []],
  ["**/a.yaml", ["a.yaml", "b/a.yaml", "b/c/a.yaml"], ["ba.yaml"]],
  ["**/a/**/b/*.yaml", ["a/b/c.yaml", "x/a/y/b/z/b/c.yaml"], ["a/c.yaml", "b/a/c.yaml"]],
  ["a*b*c", ["abc", "aXbXbYc", "abcbc"], ["ab/c", "acb", "abcd"]],
  ["a**b", ["ab", "aXb"], ["a/b"]],
  ["{a,b/{c,d}}/*", ["a/x", "b/c/x", "b/d/x"], ["b/x", "a"]],
  ["a{}b", ["ab"], ["a{}b"]],
  // As regular expressions these would not end.
  [`${"*a".repeat(60)}b`, [`${"a".repeat(60)}b`], ["a".repeat(250)]],
  [`${"**/a/".repeat(60)}b`, [`${"a/".repeat(60)}b`], [`${"a/".repeat(500)}c`]],
  [`${"{a,b}".repeat(60)}`, ["a".repeat(60)], ["a"]],
])("%s", (glob, matching, others) => {
  const pattern = parseGlob(glob);
  expect(matching.filter((file) => !pattern.test(file))).toEqual([]);
  expect(others.filter((file) => pattern.test(file))).toEqual([]);
});

test.each([
  ["/w/live/*.yaml", "/w/live/"],
  ["/w/live/a*/b.yaml", "/w/live/"],
  ["/w/**", "/w/"],
  ["/w/a.yaml", "/w/a.yaml"],
])("every match of %s lies below %s", (glob, folder) => {
  expect(fixedFolder(glob)).toBe(folder);
});
