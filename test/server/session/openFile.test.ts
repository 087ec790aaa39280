import { expect, test } from "vitest";
import { changeText, type OpenFile, openFile, partAt, type Surroundings } from "../../../server/session/openFile.ts";

const surroundings: Surroundings = {
  role: { kind: "manifest" },
  target: { kubeconfig: undefined, context: undefined, namespace: undefined },
  applier: { manager: undefined, with: undefined, force: undefined, partial: undefined, evidence: "" },
  ruleWarnings: [],
  levels: {},
  names: { aliases: {}, us: [] },
  ignores: [],
};
const open = (text: string): OpenFile => openFile({ uri: "a", path: undefined, text, version: 1 }, surroundings);

/** Which documents of the new text are the very ones of the old. */
function kept(before: string, after: string): readonly (number | undefined)[] {
  const file = open(before);
  const old = file.parts;
  changeText(file, after, 2);
  expect(file.parts.map(({ text }) => text).join("")).toBe(after);
  expect(file.parts.every(({ start, text }) => after.startsWith(text, start))).toBe(true);
  return file.parts.map((part) => (old.includes(part) ? old.indexOf(part) : undefined));
}

test.each<[string, string, string, readonly (number | undefined)[]]>([
  ["nothing", "a\n---\nb\n---\nc", "a\n---\nb\n---\nc", [0, 1, 2]],
  ["the first grows", "a\n---\nb\n---\nc", "aaa\n---\nb\n---\nc", [undefined, 1, 2]],
  ["the middle one changes", "a\n---\nb\n---\nc", "a\n---\nx\n---\nc", [0, undefined, 2]],
  ["the last one changes", "a\n---\nb\n---\nc", "a\n---\nb\n---\ncc", [0, 1, undefined]],
  ["one comes in between", "a\n---\nb\n---\nc", "a\n---\nx\n---\nb\n---\nc", [0, undefined, 1, 2]],
  ["one goes", "a\n---\nb\n---\nc", "a\n---\nc", [0, 2]],
  ["a twin comes: each is itself", "a\n---\nb\n", "a\n---\nb\n---\nb\n", [0, 1, undefined]],
  ["all go", "a\n---\nb", "", []],
])("%s", (_, before, after, expected) => {
  expect(kept(before, after)).toEqual(expected);
});

test("the document at an offset", () => {
  const file = open("a\n---\nb\n---\nc");
  const texts = [0, 1, 2, 7, 8, 13, 99].map((offset) => partAt(file, offset)?.text);
  expect(texts).toEqual(["a\n", "a\n", "---\nb\n", "---\nb\n", "---\nc", "---\nc", "---\nc"]);
  expect(partAt(open(""), 0)).toBeUndefined();
});
