import { expect, test } from "vitest";
import { code, escaped } from "../../../server/features/markdown.ts";

test.each([
  ["plain", "`plain`"],
  ["a`b", "`` a`b ``"],
  ["``", "``` `` ```"],
  ["two\nlines", "`two lines`"],
  ["a\u202egpj.exe\u0007", "`a\ufffdgpj.exe\ufffd`"],
])("%j as code", (text, markdown) => expect(code(text)).toBe(markdown));

test.each([
  ["**b** _i_ `c`", "\\*\\*b\\*\\* \\_i\\_ \\`c\\`"],
  ["[a](b) ![i](j)", "\\[a\\]\\(b\\) \\!\\[i\\]\\(j\\)"],
  ["<b>&amp;", "\\<b\\>&amp;amp;"],
  ["https://evil.test www.evil.test", "https:&#47;&#47;evil.test www&#46;evil.test"],
  ["a\n# b", "a \\# b"],
  ["\u2066a\u2069\u200bb", "\ufffda\ufffd\ufffdb"],
])("%j as words", (text, markdown) => expect(escaped(text)).toBe(markdown));
