import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineIndex } from "../../../shared/manifest/lineIndex.ts";

describe("lineIndex", () => {
  test.each([
    ["", 0, 0, 0],
    ["abc", 2, 0, 2],
    ["a\nb", 1, 0, 1],
    ["a\nb", 2, 1, 0],
    ["a\r\nb", 2, 0, 2],
    ["a\r\nb", 3, 1, 0],
    ["a\rb", 2, 1, 0],
    ["é: 😀\n", 5, 0, 5],
    ["a\n", 2, 1, 0],
    ["a\nb", 99, 1, 1],
    ["a\nb", -1, 0, 0],
  ])("%j at offset %i is line %i, column %i", (text, offset, line, column) => {
    expect(lineIndex(text).positionAt(offset)).toEqual({ line, column });
  });

  test.each([
    ["a\r\nbc\r\n\nd", ["a", "bc", "", "d"]],
    ["a\rb\n\r", ["a", "b", "", ""]],
    ["", [""]],
  ])("lines of %j", (text, lines) => {
    const index = lineIndex(text);
    expect(Array.from({ length: index.lineCount }, (_, line) => index.lineText(line))).toEqual(lines);
  });

  test("a column beyond the line's end means its end, a line beyond the text the text's end", () => {
    expect(lineIndex("ab\r\ncd").offsetAt({ line: 0, column: 9 })).toBe(2);
    expect(lineIndex("ab\r\ncd").offsetAt({ line: 9, column: 0 })).toBe(6);
  });

  test("every offset comes back, but for one between the CR and LF of one line break", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "😀", "\n", "\r", "\r\n")), (parts) => {
        const text = parts.join("");
        const index = lineIndex(text);
        for (let offset = 0; offset <= text.length; offset++) {
          const inBreak = text[offset - 1] === "\r" && text[offset] === "\n";
          expect(index.offsetAt(index.positionAt(offset))).toBe(inBreak ? offset - 1 : offset);
        }
      }),
    );
  });
});
