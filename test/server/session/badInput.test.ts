/** Whatever a text holds: an answer in time, a word for it, no wrong finding. */
import { expect, test } from "vitest";
import { startSession } from "../../support/session.ts";
import { liveObject, manifest } from "../lsp/shop.ts";

const configMap = (rest: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  namespace: shop\n${rest}`;
const bomb = (): string => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 12; level++)
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(", ")}]`,
    );
  return configMap(`${lines.join("\n")}\n`);
};
const keys = (count: number, length: number): string =>
  configMap(`data:\n${Array.from({ length: count }, (_, index) => `  key-${index}: "${"x".repeat(length)}"\n`).join("")}`);

const table: readonly {
  readonly title: string;
  readonly text: string;
  readonly status?: RegExp;
  readonly skipped?: RegExp;
  readonly codes?: readonly string[];
}[] = [
  { title: "half-typed YAML", text: configMap("data:\n  a: [1,\n"), status: /does not parse/, skipped: /^line \d+: / },
  {
    title: "merge-conflict markers",
    text: configMap("data:\n<<<<<<< HEAD\n  a: b\n=======\n  a: c\n>>>>>>> other\n"),
    status: /does not parse/,
    skipped: /^line [78]: /,
  },
  { title: "duplicate keys", text: configMap('data:\n  a: "1"\n  a: "2"\n'), codes: ["yaml-duplicate-key"] },
  { title: "an alias bomb", text: bomb(), status: /does not parse/, skipped: /alias/i },
  {
    title: "depth 10,000 in flow style",
    text: configMap(`data: ${"[".repeat(10_000)}${"]".repeat(10_000)}\n`),
    status: /does not parse/,
    skipped: /deep/i,
  },
  {
    title: "depth 2,000 in block style",
    text: configMap(`data:\n${Array.from({ length: 2_000 }, (_, depth) => `${" ".repeat(depth + 1)}k:\n`).join("")}`),
    status: /does not parse/,
    skipped: /deep/i,
  },
  { title: "5 MB in 20,000 keys of one map", text: keys(20_000, 240), status: /too large to analyse/, skipped: /larger than 3 MiB/ },
  { title: "2 MB in 20,000 keys of one map", text: keys(20_000, 90), status: /no live object/ },
  { title: "a tab as indentation", text: configMap("data:\n\ta: b\n"), status: /does not parse/, skipped: /line 7/ },
  { title: "names that are no strings", text: configMap("").replace("name: c", "name: 5") },
  { title: "a list in place of metadata", text: "apiVersion: v1\nkind: ConfigMap\nmetadata: [a]\n" },
  { title: "keys of JavaScript's own", text: configMap('data:\n  __proto__: "1"\n  constructor: "2"\n'), status: /no live object/ },
  { title: "a label that is a boolean: told once", text: configMap("  labels:\n    on: off\n"), codes: ["wrong-type"] },
  {
    title: "a label that is a boolean, of a kind without schema",
    text: configMap("  labels:\n    on: off\n").replace("v1\nkind: ConfigMap", "x.dev/v1\nkind: Gadget"),
    codes: ["yaml-problem"],
  },
  { title: "no name but the start of one", text: configMap("").replace("name: c", "generateName: c-"), codes: ["generate-name"] },
  {
    title: "a hook without a name",
    text: configMap("  annotations: {helm.sh/hook: pre-install}\n").replace("name: c", "generateName: c-"),
  },
  { title: "a name that is filled in later", text: configMap("").replace("name: c", "name: $(NAME)\n  generateName: x") },
  { title: "nothing", text: "" },
  { title: "only separators", text: "---\n---\n---\n" },
  { title: "a lone byte order mark", text: "\uFEFF" },
  { title: "half a surrogate", text: configMap('data:\n  a: "\\ud83d"\n') },
];

test.each(table)("$title", async ({ text, status, skipped, codes = [] }) => {
  const { session, open } = startSession();
  open("c.yaml", text);
  expect((await session.diagnosticsOf("c.yaml")).map(({ code }) => code)).toEqual(codes);
  const shown = await session.statusOf("c.yaml");
  if (status !== undefined) expect(shown?.text).toMatch(status);
  const reasons = (await session.skippedOf("c.yaml")).map(({ reason }) => reason);
  if (skipped !== undefined) expect(reasons[0]).toMatch(skipped);
  expect(reasons.every((reason) => reason.length < 300)).toBe(true);
  await session.hoverAt("c.yaml", Math.min(60, text.length));
  await session.fixesAt("c.yaml", { start: 0, end: text.length });
  session.dispose();
});

test("a long document is looked at when typing pauses", async () => {
  const { session, open } = startSession({}, { quietMs: 150 });
  open("c.yaml", configMap("data: {}\n"));
  await session.diagnosticsOf("c.yaml");
  session.change("c.yaml", `${keys(20_000, 60)}  key-0: again\n`, 2);
  const before = performance.now();
  expect(await session.diagnosticsOf("c.yaml")).toMatchObject([{ code: "yaml-duplicate-key" }]);
  expect(performance.now() - before).toBeGreaterThan(140);
  session.dispose();
});

test.each<[string, object]>([
  ["a live object of another kind", { ...liveObject(), kind: "StatefulSet" }],
  ["a live object that is a list of nothing", { apiVersion: "v1", kind: "List", items: [] }],
  ["a live object without metadata", { apiVersion: "apps/v1", kind: "Deployment", web: { name: "web" } }],
])("%s is not compared with", async (_, live) => {
  const { session, open } = startSession({ "live/web.json": JSON.stringify(live) });
  open("web.yaml", manifest);
  expect(await session.diagnosticsOf("web.yaml")).toEqual([]);
  expect(await session.objectsOf("web.yaml")).toMatchObject([{ live: { state: "off" }, verdict: undefined }]);
  session.dispose();
});

test.each<[string, unknown]>([
  ["text", "nonsense"],
  ["a map", { a: 1 }],
  ["entries of other kinds", [1, "x", null, { manager: 5 }]],
  [
    "fields that are no fields",
    [{ manager: "x", operation: "Apply", apiVersion: "apps/v1", fieldsType: "FieldsV1", fieldsV1: { "k:{": { "v:": [] }, "": 1 } }],
  ],
])("managedFields that are %s: no conflict is claimed", async (_, managedFields) => {
  const live = liveObject() as { metadata: object };
  const { session, open } = startSession({ "live/web.json": JSON.stringify({ ...live, metadata: { ...live.metadata, managedFields } }) });
  open("web.yaml", manifest);
  expect((await session.diagnosticsOf("web.yaml")).filter(({ code }) => code === "apply-conflict")).toEqual([]);
  expect(await session.hoverAt("web.yaml", manifest.indexOf("replicas"))).toBeDefined();
  session.dispose();
});
