import { describe, expect, test } from "vitest";
import { codeFrame } from "../../../server/cli/codeFrame.ts";
import { lineIndex } from "../../../shared/manifest/lineIndex.ts";

const plain = { gutter: (text: string) => text, squiggle: (text: string) => text };

/** The frame of the first place of `marked` in the text; places of `hidden` are hidden. */
function frame(text: string, marked: string, ...hidden: readonly string[]): string[] {
  const rangeOf = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
  return codeFrame({ lines: lineIndex(text), hidden: hidden.map(rangeOf) }, rangeOf(marked), plain);
}

describe("codeFrame", () => {
  test("marks the field between its neighbours", () => {
    expect(frame("spec:\n  replicas: 2\n  paused: false\n", "replicas")).toEqual([
      "  1 | spec:",
      "> 2 |   replicas: 2",
      "    |   ^^^^^^^^",
      "  3 |   paused: false",
    ]);
  });

  test("leaves out empty neighbours and lines that are not there", () => {
    expect(frame("replicas: 2\r\n\r\n", "replicas")).toEqual(["> 1 | replicas: 2", "    | ^^^^^^^^"]);
  });

  test("numbers are set right across a power of ten", () => {
    expect(frame(`${"a: 1\n".repeat(8)}b: 1\nc: 2\n`, "b")).toEqual(["   8 | a: 1", ">  9 | b: 1", "     | ^", "  10 | c: 2"]);
  });

  test("marks the first line of a range over several, and an empty range by one sign", () => {
    expect(frame("a:\n  - b\n  - c", "a:\n  - b")).toEqual(["> 1 | a:", "    | ^^", "  2 |   - b"]);
    expect(frame("a: ", "")).toEqual(["> 1 | a: ", "    | ^"]);
  });

  test("stands under the field after tabs and wide characters", () => {
    expect(frame('{"名": "😀",\t"b": 1}', '"b"')).toEqual(['> 1 | {"名": "😀",  "b": 1}', `    | ${" ".repeat(14)}^^^`]);
  });

  test("no control character reaches the terminal", () => {
    expect(frame("a: 1 # \u001b[31mred\u009b\u202e\n", "a")[0]).toBe("> 1 | a: 1 # \ufffd[31mred\ufffd\ufffd");
  });

  test("a long line is cut around the field", () => {
    const [line, squiggle] = frame(`{"x": "${"x".repeat(300)}", "replicas": 2, "y": "${"y".repeat(300)}"}`, '"replicas"');
    expect(line).toMatch(/^> 1 \| …x{37}", "replicas": 2, "y": "y+…$/);
    expect(line?.length).toBeLessThan(130);
    expect(squiggle?.indexOf("^")).toBe(line?.indexOf('"replicas"'));
    expect(squiggle).toMatch(/ \^{10}$/);
  });

  test("a long line is not cut within a character", () => {
    expect(frame(`"${"😀".repeat(100)}"`, '"')[0]).toBe(`> 1 | "${"😀".repeat(59)}…`);
  });

  test("what is hidden stays hidden, on the line and beside it", () => {
    expect(frame("data:\n  token: hunter2 # old\n  other: |\n    swordfish\n", "token", "hunter2", "|\n    swordfish")).toEqual([
      "  1 | data:",
      "> 2 |   token: ••••••• # old",
      "    |   ^^^^^",
      "  3 |   other: •",
    ]);
  });
});
