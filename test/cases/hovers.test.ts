/** Cases that users reported: what the hovers say there. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { hover } from "../../server/features/hover.ts";
import { readText } from "../../shared/manifest/documentValues.ts";
import type { KindInfo, Snapshot } from "../../shared/ownership/snapshot.ts";
import { schemaFromSmd } from "../../shared/schema/fromSmd.ts";
import { evaluate } from "../../shared/yaml/evaluate.ts";
import { applier, documentsOf, kindOf, objectOf, savedLive, snapshot } from "../support/snapshots.ts";

const root = path.resolve(import.meta.dirname, "../data/cases");
const read = (...file: string[]): string => readFileSync(path.join(root, ...file), "utf8");

function compared(manifest: string, live: string, manager = "team-cd", kind?: KindInfo): Snapshot {
  const [document] = documentsOf(manifest);
  const [object] = document?.objects ?? [];
  if (document === undefined || object === undefined) throw new Error("no object in the manifest");
  return snapshot(document, object, savedLive(objectOf(live)), applier(manager), kind);
}

function caseOf(id: string, kind?: KindInfo): Snapshot {
  const manager = /^manager: (.+)$/m.exec(read(id, "meta.yaml"))?.[1] ?? "";
  return compared(read(id, "manifest.yaml"), read(id, "live.yaml"), manager, kind);
}

function hoverOn(given: Snapshot, text: string, from = 0): string[] {
  return hover(given, given.document.text.indexOf(text, from) + 1)?.markdown.split("  \n") ?? [];
}

describe("C01: the autoscaler, or a desktop client, holds replicas", () => {
  test("manager and subresource, who that is, and that dropping keeps the value", () => {
    const lines = hoverOn(caseOf("C01a"), "replicas");
    expect(lines[1]).toMatch(/^Owned by `kube-controller-manager` \(Update, scale, 2 h ago\)$/);
    expect(lines).toContain("Live 5, here 2");
    expect(lines).toContain("Without it here: stays 5, kept by kube-controller-manager");
    expect(lines).toContain("`kube-controller-manager`: a HorizontalPodAutoscaler; writes it again at its next adjustment");
  });
  test("the name of an HTTP library is no controller", () => {
    const text = hoverOn(caseOf("C01d"), "replicas").join("\n");
    expect(text).toContain("`node-fetch` (Update, scale");
    expect(text).toContain("`node-fetch`: a program in JavaScript, such as a desktop client");
    expect(text).not.toMatch(/controller|autoscaler/i);
  });
});

test("C05: deep inside the schema the hover names the list", () =>
  expect(hoverOn(caseOf("C05"), "every:")).toContain("Part of atomic list `.spec.versions`"));

test("C07: a sibling of the injected field shows its own owner only", () => {
  const lines = hoverOn(caseOf("C07a"), "service:");
  expect(lines).toContain("Fields below: `helm` 2 fields");
  expect(lines.join()).not.toContain("cainjector");
});

describe("C09: another port number is another item", () => {
  test.each(["C09a", "C09b"])("%s: new, by its key, of which one part is a default", (id) =>
    expect(hoverOn(caseOf(id), "port: 1936")).toContain("New list item, by its key `port` + `protocol` (protocol defaults to TCP)"),
  );
});

test("C13: after the move to server-side apply the field has two owners", () => {
  const lines = hoverOn(caseOf("C13a"), "key: value");
  expect(lines[1]).toBe("Owned by `argocd-controller` (Apply) and `kubectl-client-side-apply` (Update)");
  expect(lines).toContain('Without it here: stays "value", kept by kubectl-client-side-apply');
});

test("C15: the operation stands next to the name, and the other record is ours too", () => {
  const lines = hoverOn(caseOf("C15"), "image:");
  expect(lines[1]).toBe("Owned by `helm` (Update)");
  expect(lines).toContain("`helm` by Update is us too, but another owner for the API server");
});

describe("C19: a list that was atomic when it was recorded", () => {
  const [schema] = readText(read("C19a", "schema.smd.yaml")).roots;
  const type = { schema: schemaFromSmd(schema === undefined ? null : evaluate(schema).value), type: { named: "root" } };
  const given = caseOf("C19a", kindOf("example.dev/v1", "Widget", type));

  test.each(["servers:", "name: one", "port: 99"])("at %s", (text) =>
    expect(hoverOn(given, text, given.document.text.indexOf("spec:"))).toContain(
      "`manager-one`: recorded when the list was atomic (or empty), does not cover items",
    ),
  );
});

test("C23: a key of a selector is part of an atomic map", () =>
  expect(hoverOn(caseOf("C23a"), "track")).toContain("Part of atomic map `.spec.selector`"));

test("C26: no ownership is recorded", () => {
  const widget = (interval: string, records = ""): string =>
    `apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: w1, namespace: shop${records}}\nspec: {interval: ${interval}}\n`;
  const given = compared(widget("1m"), widget("5m", ", managedFields: []"));
  for (const place of ["interval", "kind"]) {
    expect(hoverOn(given, place)).toContain("No ownership is recorded: the first apply notes all that is there for before-first-apply");
  }
});

describe("C28: very large managedFields", () => {
  const [managers, keys] = [40, 500];
  const name = (m: number, k: number): string => `key-${String(m).padStart(3, "0")}-${String(k).padStart(4, "0")}`;
  const all = (print: (m: number, k: number) => string): string[] =>
    Array.from({ length: managers * keys }, (_, i) => print(Math.floor(i / keys), i % keys));
  const head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\n  namespace: shop\n";
  const data = `data:\n${all((m, k) => `  ${name(m, k)}: v\n`).join("")}`;
  const records = Array.from({ length: managers }, (_, m) => ({
    manager: `bot-${m}`,
    operation: "Apply",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": Object.fromEntries(Array.from({ length: keys }, (_, k) => [`f:${name(m, k)}`, {}])) },
  }));
  const given = compared(
    head + data.replace("key-007-0003: v", "key-007-0003: w"),
    `${head}  managedFields: ${JSON.stringify(records)}\n${data}`,
  );

  test("managers are summarised, and records never shown", () => {
    const text = hoverOn(given, "data:\n  key");
    expect(text).toContain("Fields below: `bot-0` 500 fields, `bot-1` 500 fields, `bot-2` 500 fields and 37 more");
    expect(text.join("").length).toBeLessThan(600);
    expect(hoverOn(given, "key-007-0003")).toContain("Applying as `team-cd` is **refused** here");
  });
  test("within 100 ms, after the first", () => {
    hoverOn(given, "data:\n  key");
    const times = Array.from({ length: 5 }, (_, i) => {
      const start = performance.now();
      hoverOn(given, i % 2 === 0 ? "data:\n  key" : "key-007-0003");
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe("C32: the field that is meant at an alias, a merge and an anchor", () => {
  const text = read("C32.yaml");
  const given = compared(text, text);
  test.each([
    ["*common", ".spec.selector.matchLabels"],
    ["<<: *common", ".spec.template.metadata.labels"],
    ["app: web", ".metadata.labels.app"],
    ["&common", ".metadata.labels"],
  ])("%s", (place, field) => expect(hoverOn(given, place)[0]).toContain(`**\`${field}\`**`));
  test.each([
    ["&common", "Stands for `.spec.selector.matchLabels` and `.spec.template.metadata.labels` too"],
    ["app: web", "Stands for `.spec.selector.matchLabels.app` and `.spec.template.metadata.labels.app` too"],
    ["tier: front", "Stands for `.spec.selector.matchLabels.tier` too"],
  ])("what is anchored says where it is used: %s", (place, line) => expect(hoverOn(given, place)[1]).toBe(line));
  test("what is used once says nothing", () => expect(hoverOn(given, "tier: back").join()).not.toContain("Stands for"));
});
