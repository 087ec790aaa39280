/** What is checked together is applied together: one file may bring what another needs, and undo what another says. */
import { describe, expect, test } from "vitest";
import type { JsonReport } from "../../../server/cli/jsonReport.ts";
import { run } from "../../../server/cli/run.ts";
import type { Cluster } from "../../../server/cluster/ports.ts";
import { playedCluster } from "../../support/cluster.ts";
import { folderWith } from "../../support/folder.ts";

const configMap = (name: string, namespace: string, data = "mode: fast"): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\ndata: {${data}}\n`;
const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`;

async function check(
  tree: Readonly<Record<string, string>>,
  flags = "-f .",
  cluster: Cluster = playedCluster({ gone: "missing" }).cluster,
  stdin = "",
): Promise<{ readonly code: number; readonly stdout: string }> {
  const { root } = folderWith(tree);
  const out: string[] = [];
  const code = await run(`check ${flags}`.split(" "), {
    cwd: root,
    variables: {},
    terminal: false,
    stdout: (text) => void out.push(text),
    stderr: () => undefined,
    stdin: async () => Buffer.from(stdin),
    now: () => Date.parse("2026-11-30T12:00:00Z"),
    cluster: async () => cluster,
    version: () => "1.2.3",
  });
  return { code, stdout: out.join("") };
}

async function findings(
  tree: Readonly<Record<string, string>>,
  flags = "-f .",
  cluster?: Cluster,
  stdin?: string,
): Promise<readonly string[]> {
  const { stdout } = await check(tree, `${flags} --field-manager ci -o json`, cluster, stdin);
  return (JSON.parse(stdout) as JsonReport).findings.map(({ file, code, message }) => `${file} ${code}: ${message}`);
}

test("a namespace that is not there: an error with the server's words", async () => {
  const { code, stdout } = await check({ "web.yaml": configMap("web", "gone") }, "-f web.yaml --field-manager ci");
  expect(stdout).toContain(
    "web.yaml:5:3: error: Context test has no namespace gone: creating ConfigMap gone/web is refused. [namespace-missing]",
  );
  expect(stdout).toContain('kubectl would answer:\n  namespaces "gone" not found');
  expect(code).toBe(1);
});

test("unless a file of the check brings it, be it a later one", async () => {
  const tree = { "a/web.yaml": configMap("web", "gone"), "b/space.yaml": `${configMap("other", "gone")}---\n${namespace("gone")}` };
  expect(await findings(tree, "-f a -f b")).toEqual([]);
  expect(await findings(tree, "-f a")).toHaveLength(1);
  expect(await findings({ ...tree, "b/space.yaml": namespace("another") }, "-f a -f b")).toHaveLength(1);
});

test("one namespace is asked for once, and none whose object is there or that cannot go", async () => {
  const { cluster, asked } = playedCluster({ gone: "missing" });
  const tree = {
    "a.yaml": `${configMap("one", "gone")}---\n${configMap("two", "gone")}`,
    "b.yaml": `${configMap("three", "gone")}---\n${configMap("four", "default")}`,
  };
  expect((await findings(tree, "-f .", cluster)).map((text) => text.split(":")[0])).toEqual([
    "a.yaml namespace-missing",
    "a.yaml namespace-missing",
    "b.yaml namespace-missing",
  ]);
  expect(asked.filter((one) => ["test: gone", "test: default"].includes(one))).toEqual(["test: gone"]);
});

test("a namespace that is being deleted refuses what is new, whoever brings it", async () => {
  const { cluster } = playedCluster({ going: "terminating" });
  const tree = { "web.yaml": `${namespace("going")}---\n${configMap("web", "going")}` };
  expect(await findings(tree, "-f web.yaml", cluster)).toEqual([
    "web.yaml namespace-terminating: Namespace going of context test is being deleted: creating ConfigMap going/web is refused.",
  ]);
});

test.each([
  ["denied", { state: "denied", message: "namespaces is forbidden" }],
  ["unreachable", { state: "unreachable", message: "connection refused" }],
] as const)("a namespace that may not or cannot be read is said nothing of: %s", async (_, failure) => {
  const { cluster } = playedCluster({ gone: "missing" });
  const silent: Cluster = {
    ...cluster,
    get: async (target, key, signal) => {
      const answer = await cluster.get(target, key, signal);
      return key.kind === "Namespace" && "source" in answer ? { ...failure, source: answer.source } : answer;
    },
  };
  expect(await findings({ "web.yaml": configMap("web", "gone") }, "-f web.yaml", silent)).toEqual([]);
});

test("-n against what a manifest names; what names none, or has no namespace, agrees", async () => {
  const tree = {
    "web.yaml": `${configMap("web", "shop")}---\n${configMap("same", "staging")}---\n${namespace("shop")}---\n${configMap("none", "").replace("  namespace: \n", "")}`,
    ".field-ownership.yaml": "paths:\n- {path: '**', namespace: elsewhere}\n",
  };
  expect(await findings(tree, "-f web.yaml -n staging")).toEqual([
    "web.yaml namespace-mismatch: The manifest names namespace shop, and -n says staging: kubectl refuses ConfigMap shop/web.",
  ]);
  expect(await findings(tree, "-f web.yaml")).toEqual([]);
});

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.shop.example.org}
spec:
  group: shop.example.org
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget}
  versions: [{name: v1, served: true, storage: true}]
`;

test("a kind that no cluster knows, unless a file of the check defines it", async () => {
  const { cluster } = playedCluster();
  const without: Cluster = {
    ...cluster,
    get: async (target, key, signal) => {
      const answer = await cluster.get(target, key, signal);
      return key.kind === "Gadget" && "source" in answer ? { state: "noSuchKind", source: answer.source, message: "unknown" } : answer;
    },
  };
  const tree = {
    "g.yaml": "apiVersion: shop.example.org/v1\nkind: Gadget\nmetadata: {name: g, namespace: shop}\n",
    "z/crd.yaml": definition,
  };
  expect(await findings(tree, "-f g.yaml", without)).toEqual([
    "g.yaml unknown-kind: Context test has no kind Gadget at shop.example.org/v1: applying Gadget shop/g is refused.",
  ]);
  expect(await findings(tree, "-f g.yaml -f z", without)).toEqual([]);
  expect(await findings(tree, "-f g.yaml --crds z", without)).toEqual([]);
});

describe("one object in two files", () => {
  const tree = {
    "a.yaml": configMap("web", "shop", "a: one, b: one"),
    "b.yaml": `${configMap("other", "shop")}---\n${configMap("web", "shop", "a: two")}`,
  };

  test("is a warning at the second, with the place of the first", async () => {
    const { code, stdout } = await check(tree, "-f a.yaml -f b.yaml --field-manager ci");
    expect(stdout).toContain(
      "b.yaml:11:3: warning: ConfigMap shop/web stands in a.yaml before: applying this document then deletes .data.b, which only the earlier one sets. [same-object-twice]",
    );
    expect(stdout).toContain("\na.yaml:1:1: note: the first one");
    expect(stdout.match(/same-object-twice/g)).toHaveLength(1);
    expect(code).toBe(0);
  });

  test("in the order in which they are given", async () => {
    expect(await findings(tree, "-f b.yaml -f a.yaml")).toEqual([
      expect.stringMatching(/^a.yaml same-object-twice: .* stands in b.yaml before/),
    ]);
  });

  test("a third names the second, and all point at the first", async () => {
    const third = { ...tree, "c.yaml": configMap("web", "shop", "b: three") };
    const { stdout } = await check(third, "-f . --field-manager ci");
    expect(stdout).toContain(
      "c.yaml:4:3: warning: ConfigMap shop/web stands in b.yaml before: applying this document then deletes .data.a",
    );
    expect(stdout.match(/a.yaml:1:1: note: the first one/g)).toHaveLength(2);
  });

  test.each([
    ["another namespace", { "b.yaml": configMap("web", "other") }],
    ["another kind", { "b.yaml": configMap("web", "shop").replace("ConfigMap", "Secret").replace("data", "stringData") }],
    ["another cluster", { "b.yaml": configMap("web", "shop"), ".field-ownership.yaml": "paths:\n- {path: b.yaml, context: other}\n" }],
    ["input of an overlay", { "b.yaml": configMap("web", "shop"), "kustomization.yaml": "resources: [b.yaml]\n" }],
    ["a file that does not parse", { "b.yaml": `${configMap("web", "shop")}x: [\n` }],
  ])("is no such thing in %s", async (_, other) => {
    expect(await findings({ "a.yaml": configMap("web", "shop"), ...other }, "-f a.yaml -f b.yaml")).toEqual([]);
  });

  test("whatever namespace is written where the kind has none", async () => {
    const role = (space: string): string =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r${space}}\nrules: []\n`;
    expect(await findings({ "a.yaml": role(", namespace: one"), "b.yaml": role(", namespace: two"), "c.yaml": role("") })).toEqual([
      expect.stringContaining("b.yaml same-object-twice"),
      expect.stringContaining("c.yaml same-object-twice"),
    ]);
  });

  test("what names no namespace is in that of the path", async () => {
    const rules = "paths:\n- {path: '**', namespace: shop}\n";
    const bare = configMap("web", "").replace("  namespace: \n", "");
    expect(await findings({ "a.yaml": configMap("web", "shop"), "b.yaml": bare, ".field-ownership.yaml": rules })).toHaveLength(1);
    expect(await findings({ "a.yaml": configMap("web", "shop"), "b.yaml": bare })).toEqual([]);
  });
});

test("what several documents of stdin name twice", async () => {
  const text = `${configMap("web", "shop")}---\n${configMap("web", "shop")}`;
  expect(await findings({}, "-f -", undefined, text)).toEqual([
    expect.stringContaining("<stdin> same-object-twice: ConfigMap shop/web stands in this file"),
  ]);
});

test("what is not applied as it stands is left out, with why", async () => {
  const kustomization = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [web.yaml]\n";
  const tree = {
    "base/kustomization.yaml": kustomization,
    "base/web.yaml": configMap("web", "shop"),
    "chart/Chart.yaml": "apiVersion: v2\nname: c\n",
    "chart/templates/web.yaml": configMap("web", "shop"),
    "chart/templates/bare.yaml": "{{ if .Values.on }}\na: [\n{{ end }}\n",
    "chart/values.yaml": "replicas: 3\n",
  };
  const { stdout } = await check(tree, "-f . -R -o json");
  const { leftOut, objects } = JSON.parse(stdout) as JsonReport;
  expect(leftOut.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
    "base/kustomization.yaml: a kustomization, which is built before it is applied",
    "base/web.yaml: input of the overlay base/kustomization.yaml, which changes it before it is applied",
    "chart/Chart.yaml: the description of a Helm chart",
    "chart/templates/bare.yaml: a template of a Helm chart, which is rendered before it is applied",
    "chart/templates/web.yaml: a template of a Helm chart, which is rendered before it is applied",
    "chart/values.yaml: values of a Helm chart",
  ]);
  expect(objects).toEqual([]);
});
