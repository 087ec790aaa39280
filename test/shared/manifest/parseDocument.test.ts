import { expect, test } from "vitest";
import { parseDocument } from "../../../shared/manifest/parseDocument.ts";

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n";

/** `problems`: code, the marked text, and a word of the message. */
const cases: readonly {
  readonly name: string;
  readonly text: string;
  readonly kind: string;
  readonly objects?: readonly string[];
  readonly problems?: readonly (readonly [code: string, marked: string, word?: string])[];
}[] = [
  { name: "one object", text: `${configMap}  a: b\n`, kind: "objects", objects: ["ConfigMap x"] },
  { name: "a section starts with its separator", text: `--- # c\n${configMap}`, kind: "objects", objects: ["ConfigMap x"] },
  { name: "BOM", text: `\ufeff${configMap}`, kind: "objects", objects: ["ConfigMap x"] },
  { name: "lone CR as line break", text: configMap.replaceAll("\n", "\r"), kind: "objects", objects: ["ConfigMap x"] },
  {
    name: "JSON",
    text: '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "\\ud83d\\ude00"}}',
    kind: "objects",
    objects: ["Pod 😀"],
  },
  {
    name: "a stream of JSON",
    text: '{"apiVersion":"v1","kind":"A","metadata":{"name":"a"}}\n{"apiVersion":"v1","kind":"B","metadata":{"name":"b"}}\n',
    kind: "objects",
    objects: ["A a", "B b"],
  },
  {
    name: "a list",
    text: "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n- {apiVersion: v1, kind: Pod, metadata: {generateName: b-}}\n",
    kind: "objects",
    objects: ["Pod a", "Pod b-…"],
  },
  {
    name: "the items of a typed list",
    text: "apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n",
    kind: "objects",
    objects: ["Pod a"],
  },
  { name: "nothing", text: "", kind: "empty" },
  { name: "only comments", text: "---\n# c\n\n", kind: "empty" },
  { name: "null", text: "~\n", kind: "empty" },
  { name: "values of a chart", text: "replicas: 1\nimage: {tag: x}\n", kind: "other" },
  { name: "no name", text: "apiVersion: v1\nkind: Config\ncontexts: []\n", kind: "other" },
  { name: "a text", text: "hello\n", kind: "other" },
  { name: "kustomization", text: "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: a}\n", kind: "other" },
  {
    name: "Flux' kind of the same name is an object",
    text: "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n",
    kind: "objects",
    objects: ["Kustomization a"],
  },
  {
    name: "SOPS",
    text: "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\ndata: {a: 'ENC[AES256_GCM]'}\nsops: {mac: 'ENC[x]'}\n",
    kind: "encrypted",
  },

  {
    name: "template: parses as a map of a map",
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n",
    kind: "template",
  },
  {
    name: "template: lines of control",
    text: "{{- if .Values.enabled }}\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n{{- end }}\n",
    kind: "template",
  },
  { name: "template: within a plain scalar", text: `${configMap}  image: repo:{{ .Values.tag }}\n`, kind: "template" },
  { name: "template: Helm's words in quotes", text: `${configMap}  image: "{{ .Values.image }}"\n`, kind: "template" },
  { name: "template: further down than the first error", text: `${configMap}  a: b: c\n  d: {{ .x }}\n`, kind: "template" },
  {
    name: "no template: an alert's words, quotes, block scalars, comments",
    text: `${configMap}  # {{ .Values.a }}\n  a: "{{ .CommonLabels.x }}"\n  b: |\n    {{ .Values.b }}\n  c: Pod {{ $labels.pod }} is at {{ $value }}\n`,
    kind: "objects",
    objects: ["ConfigMap x"],
  },

  { name: "half a key", text: `${configMap}  a: b\n  repl`, kind: "broken", problems: [["syntax", "repl", "colon"]] },
  { name: "half a key above others", text: `${configMap}  repl\n  a: b\n`, kind: "broken", problems: [["syntax", "repl", "colon"]] },
  { name: "a key indented too deep", text: `${configMap}  a: b\n    c: d\n`, kind: "broken", problems: [["syntax", "c", "continues"]] },
  { name: "open quote", text: `${configMap}  a: "x\n  b: c\n`, kind: "broken", problems: [["syntax", '"x', "closing quote"]] },
  { name: "open bracket", text: `${configMap}  a: [1,\n`, kind: "broken", problems: [["syntax", "[", "never closed"]] },
  { name: "open brace", text: `${configMap}  a: {b: 1`, kind: "broken", problems: [["syntax", "{", "never closed"]] },
  { name: "wrong indentation", text: `${configMap}  - name: x\n   image: y\n`, kind: "broken", problems: [["syntax", "image"]] },
  { name: "a tab", text: `${configMap}\ta: b\n`, kind: "broken", problems: [["syntax", "\t", "tab"]] },
  { name: "a control character", text: `${configMap}  a: \u0007\n`, kind: "broken", problems: [["syntax", "\u0007"]] },
  {
    name: "markers of a merge conflict",
    text: "apiVersion: v1\nkind: Pod\n<<<<<<< HEAD\nmetadata: {name: a}\n=======\nmetadata: {name: b}\n>>>>>>> other\n",
    kind: "broken",
    problems: [["syntax", "<<<<<<< HEAD", "merge conflict"]],
  },
  { name: "unknown anchor", text: `${configMap}  a: *x\n`, kind: "broken", problems: [["syntax", "*x", "no anchor"]] },
  { name: "an anchor in itself", text: `${configMap}  a: &a\n    b: *a\n`, kind: "broken", problems: [["bad-value", "*a"]] },
  { name: "a value that does not fit its tag", text: `${configMap}  a: !!int x\n`, kind: "broken", problems: [["bad-value", "!!int x"]] },
  { name: "infinity", text: `${configMap}  a: .inf\n`, kind: "broken", problems: [["bad-value", ".inf", "JSON"]] },
  {
    name: "a lost infinity",
    text: `${configMap}  a: .inf\n  a: 1\n`,
    kind: "objects",
    objects: ["ConfigMap x"],
    problems: [["duplicate-key", "a"]],
  },
  { name: "a separator with text", text: `--- x\n${configMap}`, kind: "broken", problems: [["syntax", "x", "---"]] },
  { name: "a directive", text: `%YAML 1.2\n`, kind: "broken", problems: [["syntax", "%", "directives"]] },

  {
    name: "duplicate keys: the first is lost",
    text: "apiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\n  labels: {app: demo}\n  labels: {tier: front}\nspec:\n  containers:\n  - name: one\n  containers:\n  - name: two\n",
    kind: "objects",
    objects: ["Pod demo"],
    problems: [
      ["duplicate-key", "labels"],
      ["duplicate-key", "containers"],
    ],
  },
  {
    name: "metadata that kubectl cannot decode",
    text: "apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n  labels:\n    version: 1.0\n",
    kind: "objects",
    objects: ["Pod x"],
    problems: [["bad-object", "1.0", "metadata.labels.version"]],
  },
  {
    name: "text behind the end",
    text: "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n... # end\n# fine\n\nlost: 1\nlost: 2\n",
    kind: "objects",
    objects: ["Pod x"],
    problems: [["text-after-document-end", "lost: 1"]],
  },
  {
    name: "only a comment behind the end",
    text: "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n...\n# fine\n",
    kind: "objects",
    objects: ["Pod x"],
  },
];

test.each(cases)("$name", ({ text, kind, objects = [], problems = [] }) => {
  const document = parseDocument(text);
  const found = document.problems.map(({ code, range, message }) => ({ code, marked: text.slice(range.start, range.end), message }));
  expect(document.kind).toBe(kind);
  expect(document.objects.map((object) => `${object.kind} ${object.name ?? `${object.generateName}…`}`)).toEqual(objects);
  expect(found.map(({ code, marked }) => [code, marked])).toEqual(problems.map(([code, marked]) => [code, marked]));
  for (const [index, [, , word = ""]] of problems.entries()) expect(found[index]?.message).toContain(word);
});

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

/** Each must end at once, with one short problem. */
const hostile: readonly { readonly name: string; readonly text: string; readonly code: string; readonly word: string }[] = [
  { name: "10,000 brackets", text: `${configMap}  a: ${nested("[", "]", 10_000)}\n`, code: "too-deep", word: ".data.a[0][0]" },
  { name: "1,001 levels", text: `${configMap}  a: ${nested("{b: ", "}", 1001)}\n`, code: "too-deep", word: ".data.a.b.b" },
  { name: "10,000 keys in keys", text: `${configMap}  a: ${nested("{ ", "}", 10_000)}\n`, code: "too-deep", word: ".data.a" },
  {
    name: "aliases that nest 1,000 levels",
    text: `${configMap}  a0: &a0 x\n${Array.from({ length: 10 }, (_, i) => `  a${i + 1}: &a${i + 1} ${"[".repeat(100)}*a${i}${"]".repeat(100)}\n`).join("")}`,
    code: "too-deep",
    word: "aliases",
  },
  { name: "10,000 dashes", text: `${configMap}  a:\n  ${"- ".repeat(10_000)}x\n`, code: "too-deep", word: ".data.a[0]" },
  {
    name: "deep JSON",
    text: `{"apiVersion":"v1","kind":"A","metadata":{"name":"a"},"a":${nested("[", "]", 10_000)}}`,
    code: "too-deep",
    word: ".a[0]",
  },
  {
    name: "an alias bomb",
    text: `${configMap}  a0: &a0 [x]\n${Array.from({ length: 60 }, (_, i) => `  a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(",")}]\n`).join("")}`,
    code: "excessive-aliasing",
    word: "kubectl refuses",
  },
  {
    name: "a bomb of merge keys",
    text: `${configMap}  a0: &a0 {k: [${"[],".repeat(300)}]}\n${Array.from({ length: 40 }, (_, i) => `  a${i + 1}: &a${i + 1} {<<: [${Array(9).fill(`*a${i}`).join(",")}]}\n`).join("")}`,
    code: "excessive-aliasing",
    word: "kubectl refuses",
  },
  { name: "over 3 MiB", text: `${configMap}  a: ${"x".repeat(3 * 1024 * 1024)}\n`, code: "too-large", word: "3 MiB" },
];

test.each(hostile)("$name", ({ text, code, word }) => {
  const { kind, problems, objects } = parseDocument(text);
  expect(kind).toBe(code === "too-large" ? "tooLarge" : "broken");
  expect(objects).toEqual([]);
  expect(problems.map((problem) => problem.code)).toEqual([code]);
  expect(problems[0]?.message).toContain(word);
  expect((problems[0]?.range.end ?? 0) - (problems[0]?.range.start ?? 0)).toBeLessThan(20);
});

test("20,000 keys in one map, with a key written twice, are no trouble", () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => `  key-${i}: "${"v".repeat(100)}"\n`).join("");
  const started = performance.now();
  const { kind, problems } = parseDocument(`${configMap}${keys}  key-7: x\n`);
  expect(kind).toBe("objects");
  expect(problems.map((problem) => problem.code)).toEqual(["duplicate-key"]);
  expect(performance.now() - started).toBeLessThan(5000);
});

test("keys with a meaning in JavaScript are keys", () => {
  const [object] = parseDocument(`${configMap}  __proto__: a\n  constructor: b\n`).objects;
  expect(object?.value instanceof Map && [...(object.value.get("data") as Map<string, unknown>).keys()]).toEqual([
    "__proto__",
    "constructor",
  ]);
});

test("no damage to a manifest makes it throw or mark more than a line", () => {
  const text = `${configMap}  a: "b\\n"\n  c: [1, {d: &e f}]\n  g: |\n    h\n  i: *e\n# end\n`;
  for (let cut = 0; cut < text.length; cut++) {
    for (const damaged of [text.slice(0, cut), text.slice(0, cut) + text.slice(cut + 1), `${text.slice(0, cut)}{${text.slice(cut)}`]) {
      for (const { range } of parseDocument(damaged).problems) {
        expect(damaged.slice(range.start, range.end)).toMatch(/^[^\n]+$/);
      }
    }
  }
});
