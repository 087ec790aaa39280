/** Cases that users reported, on the given inputs: what the tool shows where others went wrong. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { hover } from "../../server/features/hover.ts";
import { offersFor } from "../../server/fixes/fixes.ts";
import { check } from "../../server/rules/rules.ts";
import { emptySet } from "../../shared/fieldpath/set.ts";
import { stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { readText } from "../../shared/manifest/documentValues.ts";
import type { Finding } from "../../shared/ownership/finding.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { KindInfo, Snapshot } from "../../shared/ownership/snapshot.ts";
import { schemaFromSmd } from "../../shared/schema/fromSmd.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { evaluate } from "../../shared/yaml/evaluate.ts";
import { applied } from "../support/check.ts";
import { applier, documentsOf, kindOf, objectOf, savedLive, snapshot } from "../support/snapshots.ts";

const root = path.resolve(import.meta.dirname, "../data/cases");
const read = (...file: string[]): string => readFileSync(path.join(root, ...file), "utf8");

/** The case's manifest, compared with its live object, applied by the manager that the report names. */
function caseOf(id: string, change: (manifest: string) => string = (manifest) => manifest): Snapshot {
  const manager = /^manager: (.+)$/m.exec(read(id, "meta.yaml"))?.[1] ?? "";
  return compared(change(read(id, "manifest.yaml")), objectOf(read(id, "live.yaml")), manager);
}

function compared(manifest: string, live: Value | undefined, manager = "team-cd"): Snapshot {
  const [document] = documentsOf(manifest);
  const [object] = document?.objects ?? [];
  if (document === undefined || object === undefined) throw new Error("no object in the manifest");
  const answer = live === undefined ? ({ state: "absent", source: { from: "file", file: "live" } } as const) : savedLive(live);
  return snapshot(document, object, answer, applier(manager));
}

function marked(given: Snapshot): string[] {
  return check(given).map((finding) => `${lineOf(given, finding)}: ${finding.severity} ${finding.code}`);
}

/** The line's text with the squiggle's part in brackets. */
function lineOf({ document: { text } }: Snapshot, { range }: Pick<Finding, "range">): string {
  const start = text.lastIndexOf("\n", range.start) + 1;
  const end = text.indexOf("\n", range.end);
  return `${text.slice(start, range.start)}[${text.slice(range.start, range.end)}]${text.slice(range.end, end < 0 ? undefined : end)}`.trim();
}

function titles(given: Snapshot, nth = 0): string[] {
  const finding = check(given)[nth];
  if (finding === undefined) return [];
  return offersFor({ ...finding, snapshot: given, document: [given] }).map(({ title, preferred }) => (preferred ? `★ ${title}` : title));
}

function afterFix(given: Snapshot, id: string, nth = 0): string {
  const finding = check(given)[nth] as Finding;
  const offer = offersFor({ ...finding, snapshot: given, document: [given] }).find((candidate) => candidate.id === id);
  return applied(given.document.text, offer?.edits ?? []);
}

function hoverOn(given: Snapshot, text: string): string[] {
  return hover(given, given.document.text.indexOf(text) + 1)?.markdown.split("  \n") ?? [];
}

describe("C01: the autoscaler, or a desktop client, holds replicas", () => {
  test("one error on the line, naming manager and subresource", () => {
    const given = caseOf("C01a");
    expect(marked(given)).toEqual(["[replicas]: 2: error apply-conflict"]);
    expect(check(given)[0]?.message).toContain("kube-controller-manager (Update, scale");
    expect(predict(given).serverMessage).toBe(
      'Apply failed with 1 conflict: conflict with "kube-controller-manager" with subresource "scale" using apps/v1: .spec.replicas',
    );
  });
  test("dropping is safe and says so, and leaves the manifest of variant c", () => {
    expect(titles(caseOf("C01a"))).toEqual([
      "★ Drop .spec.replicas (owned by kube-controller-manager, which keeps 5)",
      "Use the live value 5 of .spec.replicas (owned together with kube-controller-manager)",
    ]);
    expect(afterFix(caseOf("C01a"), "drop-field")).toBe(read("C01c", "manifest.yaml"));
  });
  test("the live value is no conflict: ownership would be shared", () => {
    expect(marked(caseOf("C01b"))).toEqual([]);
    expect(hoverOn(caseOf("C01b"), "replicas")).toContain("Same value: as `team-cd` you would share ownership");
  });
  test("left out: nothing", () => expect(marked(caseOf("C01c"))).toEqual([]));
  test("an HTTP library's name is shown as it is", () => {
    expect(hoverOn(caseOf("C01d"), "replicas")[1]).toMatch(/^Owned by `node-fetch` \(Update, scale/);
  });
});

describe("C03: an empty list claims the rules of an aggregated ClusterRole", () => {
  test("one error on rules, whose rule would go is named", () => {
    const given = caseOf("C03a");
    expect(marked(given)).toEqual(["[rules]: []  # filled in by the control plane: error apply-conflict"]);
    expect(check(given)[0]?.message).toContain("one atomic list, owned by clusterrole-aggregation-controller (Apply)");
    expect(check(given)[0]?.message).toContain("removes its only item");
    expect(predict(given).serverMessage).toBe('Apply failed with 1 conflict: conflict with "clusterrole-aggregation-controller": .rules');
  });
  test("dropping it gives variant b", () => {
    expect(afterFix(caseOf("C03a"), "drop-field")).toBe(read("C03b", "manifest.yaml"));
    expect(marked(caseOf("C03b"))).toEqual([]);
  });
  test("with force the rule that would go is named, and whose it is", () => {
    const forced = { ...caseOf("C03a"), as: applier("helm", { force: true }) };
    expect(marked(forced)).toEqual(["[rules]: []  # filled in by the control plane: warning replaces-list"]);
    expect(check(forced)[0]?.message).toContain(
      "owned by clusterrole-aggregation-controller (Apply). Applying as helm replaces it by force, which removes 1 item",
    );
  });
});

describe("C05: a CRD that another tool installed", () => {
  test("two errors, one on the annotation and one on the key of versions", () => {
    expect(marked(caseOf("C05"))).toEqual([
      "[controller-gen.kubebuilder.io/version]: v0.15.0: error apply-conflict",
      "[versions]:: error apply-conflict",
    ]);
    expect(predict(caseOf("C05")).serverMessage).toBe(
      [
        'Apply failed with 2 conflicts: conflicts with "helm-controller" using apiextensions.k8s.io/v1:',
        "- .metadata.annotations.controller-gen.kubebuilder.io/version",
        "- .spec.versions",
      ].join("\n"),
    );
  });
  test("deep inside the schema the hover names the list that it belongs to", () => {
    expect(hoverOn(caseOf("C05"), "every:")).toContain("Part of atomic list `.spec.versions`");
  });
  test("dropping versions is labelled, and not the way to go", () => {
    expect(titles(caseOf("C05"), 1)[0]).toBe(
      "Drop .spec.versions (owned by helm-controller; without it this manifest alone is no valid CustomResourceDefinition)",
    );
    expect(titles(caseOf("C05"), 1)[1]).toBe("Drop all 2 conflicting fields in this document (look at .spec.versions first)");
  });
});

describe("C07: a placeholder against the CA injector, items in another order", () => {
  test("one error per caBundle, matched by name", () => {
    const given = caseOf("C07a");
    expect(marked(given)).toEqual(["[caBundle]: Cg==: error apply-conflict", "[caBundle]: Cg==: error apply-conflict"]);
    expect(check(given).map(({ message }) => /\[name="(\w+)/.exec(message)?.[1])).toEqual(["jobs", "pods"]);
  });
  test("dropping all gives variant b, which is clean", () => {
    expect(afterFix(caseOf("C07a"), "drop-all-conflicts")).toBe(read("C07b", "manifest.yaml"));
    expect(marked(caseOf("C07b"))).toEqual([]);
  });
  test("a sibling shows its own owner only", () => {
    const lines = hoverOn(caseOf("C07a"), "service:");
    expect(lines).toContain("Fields below: `helm` 2 fields");
    expect(lines.join()).not.toContain("cainjector");
  });
});

describe("C09: a Service port gets another number", () => {
  test("ours alone: the new item takes the place of the old one", () => {
    const given = caseOf("C09a");
    expect(marked(given)).toEqual(["- [name: rtmp]: hint moved-item"]);
    expect(check(given)[0]?.message).toContain('was [port=1935,protocol="TCP"] and is [port=1936,protocol="TCP"] now');
  });
  test("an old owner remains: both stay, and the server refuses the name", () => {
    const given = caseOf("C09b");
    expect(marked(given)).toEqual(["- [name: rtmp]: warning moved-item"]);
    expect(check(given)[0]?.message).toContain("the old one stays, since kubectl-client-side-apply (Update) holds it too");
    expect(check(given)[0]?.message).toContain('refuses two ports of the name "rtmp"');
  });
});

describe("C13: fields stay after moving from client-side to server-side apply", () => {
  test("another applier leaves it, and says whose it is", () => {
    const given = caseOf("C13a");
    expect(marked(given)).toEqual(["[data]:: hint keeps-field"]);
    expect(check(given)[0]?.message).toContain('leaves it at "unused", since kubectl-client-side-apply (Update) holds it too');
  });
});

describe("C11: one environment variable twice", () => {
  const given = compared(read("C11", "manifest.yaml"), undefined);
  test("at the second, related to the first, from the schema alone", () => {
    expect(marked(given)).toEqual(["- [name: SIGNING_KEY]: warning duplicate-item"]);
    const [finding] = check(given);
    expect(finding?.related.map((related) => given.document.text.slice(0, related.range.start).split("\n").length)).toEqual([17]);
    expect(given.document.text.slice(0, finding?.range.start).split("\n")).toHaveLength(21);
    expect(predict(given).verdict).toBe("refused");
  });
  test("either can go", () => {
    const text = read("C11", "manifest.yaml");
    expect(titles(given)).toHaveLength(2);
    expect(afterFix(given, "remove-duplicate")).toBe(text.replace("        - name: SIGNING_KEY\n          value: two\n", ""));
  });
});

test("C15: a tool that wrote by Update before it applied conflicts with itself, and is told so", () => {
  const given = caseOf("C15");
  expect(marked(given)).toEqual(["[image]: registry.example.test/app:2: error self-conflict"]);
  expect(check(given)[0]?.message).toContain(
    "You apply as helm via Apply, and helm via Update, though it is you, is another owner: the apply is refused (Deployment shop/edge). Take it over once with helm upgrade --force-conflicts.",
  );
});

describe("C17: a manifest that carries status", () => {
  const kind = (id: string, subresource: boolean): KindInfo => {
    const [root] = readText(read(id, "schema.smd.yaml")).roots;
    const type: SchemaType = { schema: schemaFromSmd(root === undefined ? null : evaluate(root).value), type: { named: "root" } };
    const known = kindOf("example.dev/v1", "Widget", type);
    return subresource ? known : { ...known, resetFields: emptySet, subresources: [] };
  };
  test("with a status subresource it is ignored, and can go", () => {
    const given = { ...caseOf("C17a"), kind: kind("C17a", true) };
    expect(marked(given)).toEqual(["[status]:: hint status-ignored"]);
    expect(titles(given)).toEqual(["★ Remove .status"]);
    expect(afterFix(given, "remove-field")).toBe(read("C17a", "manifest.yaml").replace(/status:.*$/s, ""));
  });
  test("without one it conflicts", () => {
    const given = { ...caseOf("C17b"), kind: kind("C17b", false) };
    expect(marked(given)).toEqual(["[conditions]: []: error apply-conflict"]);
  });
});

describe("C24: a manifest that was exported from a cluster", () => {
  const manifest = read("C24", "manifest.yaml");
  const live = objectOf(manifest.replace("4711", "5000"));
  test("refused for its managedFields and its old version; the file's own records are not the live ones", () => {
    const given = compared(manifest, live);
    expect(marked(given)).toEqual([
      '[resourceVersion]: "4711": error stale-resource-version',
      '[creationTimestamp]: "2026-01-01T00:00:00Z": hint server-set-field',
      "[managedFields]:: error server-set-field",
    ]);
    expect(predict(given).serverMessage).toBe("metadata.managedFields must be nil");
  });
  test("one fix cleans all", () => {
    expect(afterFix(compared(manifest, live), "clean-export")).toBe(
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\ndata:\n  key: value\n",
    );
  });
});

describe("C26: records that are missing", () => {
  const manifest = (interval: string): string =>
    `apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: w1, namespace: shop}\nspec: {interval: ${interval}}\n`;
  test("the first apply makes one, and conflicts with it", () => {
    const given = compared(manifest("1m"), objectOf(manifest("5m").replace("shop}", "shop, managedFields: []}")));
    expect(marked(given)).toEqual(["[kind]: Widget: hint first-apply", "spec: {[interval]: 1m}: error apply-conflict"]);
    expect(predict(given).serverMessage).toContain('conflict with "before-first-apply" using example.dev/v1: .spec.interval');
  });
});

describe("C23: selectors are one atomic map", () => {
  test("the error is on the map's key, with the path that the server prints", () => {
    const given = caseOf("C23a");
    expect(marked(given)).toEqual(["[selector]:: error apply-conflict"]);
    expect(check(given)[0]?.message).toContain(
      '.spec.selector is one atomic map, owned by kubectl-client-side-apply (Update): this file adds track: "stable".',
    );
    expect(check(given)[0]?.related.map((related) => lineOf(given, related))).toEqual(["[track]: stable"]);
    expect(hoverOn(given, "track")).toContain("Part of atomic map `.spec.selector`");
    expect(titles(given).map((title) => title.replace(/ \(.*/, ""))).toEqual([
      "★ Use the live values of .spec.selector",
      "Drop .spec.selector",
    ]);
  });
  test("a nodeSelector too", () => {
    expect(predict(caseOf("C23c")).serverMessage).toBe(
      'Apply failed with 1 conflict: conflict with "pool-controller" using apps/v1: .spec.template.spec.nodeSelector',
    );
  });
});

describe("C30: keys written twice", () => {
  const text = read("C30.yaml");
  const live = objectOf(text.replace("two:1", "two:2"));
  const lost = ["[labels]: {app: demo}: warning yaml-duplicate-key", "[containers]:: warning yaml-duplicate-key"];

  test("predictions use the last one, and a fix edits it", () => {
    const owned = withOwner(live, { "f:spec": { "f:containers": { 'k:{"name":"two"}': { "f:image": {} } } } });
    const given = compared(text, owned);
    expect(marked(given)).toEqual([...lost, "[image]: registry.example.test/two:1: error apply-conflict"]);
    expect(afterFix(given, "drop-field", 2)).toBe(text.replace("    image: registry.example.test/two:1\n", ""));
  });
  test("no other squiggle for what is lost", () => {
    const owned = withOwner(live, { "f:metadata": { "f:labels": { "f:app": {} } } });
    expect(marked(compared(text, owned))).toEqual(lost);
  });
});

describe("C32: anchors, aliases and merge keys", () => {
  const text = read("C32.yaml");

  test("a conflict in an aliased value stands at the alias, related to the anchor, without a fix", () => {
    const live = withOwner(objectOf(text.replace("matchLabels: *common", "matchLabels: {app: other}")), {
      "f:spec": { "f:selector": {} },
    });
    const given = compared(text, live);
    // It is a conflict too, but a Deployment's selector never changes, whoever owns it.
    expect(marked(given)).toEqual(["[selector]:: error immutable-field"]);
    expect(titles(given)).toEqual([]);
    const image = withOwner(objectOf(text.replace("web:1", "web:2")), {
      "f:spec": { "f:template": { "f:spec": { "f:containers": { 'k:{"name":"helper"}': { "f:image": {} } } } } },
    });
    const merged = compared(text, image);
    expect(check(merged)).toHaveLength(1);
    expect(lineOf(merged, check(merged)[0] as Finding)).toBe("- [<<: *base]");
    expect(check(merged)[0]?.related.map((related) => lineOf(merged, related))[0]).toContain("image: registry.example.test/web:1");
    expect(titles(merged)).toEqual([]);
  });
  test("the hover on an alias is about the place of use", () => {
    const given = compared(text, objectOf(text));
    expect(hover(given, text.indexOf("*common") + 1)?.markdown).toContain(".spec.selector.matchLabels");
  });
  test("a bomb is no object", () => {
    expect(documentsOf(read("C32-bomb.yaml"))[0]?.objects).toEqual([]);
  });
});

test.each(["C34-name.yaml", "C34-blocks.yaml"])("%s: a Helm template is left alone", (file) => {
  const [document] = documentsOf(read(file));
  expect(document?.kind).toBe("template");
  expect(document?.objects).toEqual([]);
});

test("C39: a syntax error marks its line and not the rest of the file", () => {
  const manifest = read("C01a", "manifest.yaml");
  const broken = manifest.replace("spec:\n", "<<<<<<< HEAD\nspec:\n");
  const [document] = documentsOf(broken);
  expect(document?.kind).toBe("broken");
  for (const { range } of document?.problems ?? []) expect(broken.slice(range.start, range.end)).not.toMatch(/\n./);
  expect(document?.problems.length).toBeGreaterThan(0);
});

/** The live object with one Update entry of somebody else. */
function withOwner(object: Value, fields: object): Value {
  const entries = { manager: "other", operation: "Update", apiVersion: stringAt(object, "apiVersion"), fieldsType: "FieldsV1" };
  return objectOf(
    JSON.stringify({ ...plain(object), managedFields: undefined }, undefined, 1).replace(
      '"metadata": {',
      `"metadata": {"managedFields": [${JSON.stringify({ ...entries, fieldsV1: fields })}],`,
    ),
  );
}

function plain(value: Value): object {
  return JSON.parse(JSON.stringify(value, (_, inner) => (inner instanceof Map ? Object.fromEntries(inner) : inner)));
}
