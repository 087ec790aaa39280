import { expect, test } from "vitest";
import { directivesOf } from "../../../shared/manifest/directives.ts";
import { documentsAsKubectl } from "../../../shared/manifest/kubectlValues.ts";
import { splitDocuments } from "../../../shared/manifest/splitDocuments.ts";

const splits: readonly { readonly text: string; readonly parts: readonly string[] }[] = [
  { text: "", parts: [] },
  { text: "a: 1\n", parts: ["a: 1\n"] },
  { text: "---\na: 1\n---\nb: 1\n", parts: ["---\na: 1\n", "---\nb: 1\n"] },
  { text: "a: 1\n--- # c\nb: 1", parts: ["a: 1\n", "--- # c\nb: 1"] },
  { text: "a: 1\r\n---\r\nb: 1\r\n---", parts: ["a: 1\r\n", "---\r\nb: 1\r\n", "---"] },
  { text: "a: |\n  x\n ---\n  y\n", parts: ["a: |\n  x\n ---\n  y\n"] },
  { text: "a: |\n---x\nb: 1\n", parts: ["a: |\n", "---x\nb: 1\n"] },
  { text: '{"a":1}\n{"b":1}\n', parts: ['{"a":1}\n{"b":1}\n'] },
];

test.each(splits)("documents of $text", ({ text, parts }) => {
  const documents = splitDocuments(text);
  expect(documents.map((document) => document.text)).toEqual(parts);
  for (const { start, text: own } of documents) expect(text.startsWith(own, start)).toBe(true);
});

test("a file of 50,000 lines is split in a few milliseconds", () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  a: b\n  c: d\n---\n".repeat(7_000);
  splitDocuments(text);
  const started = performance.now();
  expect(splitDocuments(text)).toHaveLength(7_001);
  expect(performance.now() - started).toBeLessThan(100);
});

const directives: readonly { readonly text: string; readonly own: object }[] = [
  { text: "# field-manager: ci\na: 1\n", own: { manager: "ci" } },
  { text: "--- # field-manager: ci\n\n#apply-with:  helm3 \na: 1\n", own: { manager: "ci", applyWith: "helm3" } },
  { text: "\ufeff# field-manager: ci\r\n# other\r\na: 1\r\n", own: { manager: "ci" } },
  { text: "# field-manager: first\n# field-manager: second\n", own: { manager: "first" } },
  { text: "a: 1\n# field-manager: ci\n", own: {} },
  { text: "# field-manager: two words\n# see field-manager: ci\n", own: {} },
  { text: "# field-manager: ci\n---\n# apply-with: helm3\na: 1\n", own: { manager: "ci" } },
  { text: "# field-manager: ci\na: 1\n---\n# apply-with: helm3\nb: 1\n", own: { manager: "ci" } },
];

test.each(directives)("directives in $text", ({ text, own }) => {
  expect(directivesOf(text)).toEqual(own);
  expect(directivesOf(splitDocuments(text)[0]?.text ?? "")).toEqual(own);
});

test("what is wrong in one document does not hide the others", () => {
  const { documents, error } = documentsAsKubectl("resources: [a]\n---\na: [\n---\napiVersion: v1\nkind: Pod\n");
  expect(documents).toHaveLength(2);
  expect(error).toBe("kind is missing");
});
