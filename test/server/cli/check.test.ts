import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonReport } from "../../../server/cli/jsonReport.ts";
import { run } from "../../../server/cli/run.ts";
import type { Cluster, ClusterAnswer } from "../../../server/cluster/ports.ts";
import { playedCluster } from "../../support/cluster.ts";

const root = path.resolve(import.meta.dirname, "../../..");

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in a folder; `cluster` answers every question about live objects. */
async function cli(
  line: string,
  world: { cwd?: string; stdin?: string; cluster?: ClusterAnswer; terminal?: boolean } = {},
): Promise<Answer> {
  const out = { stdout: "", stderr: "" };
  const code = await run(line.split(" "), {
    cwd: world.cwd ?? root,
    variables: {},
    terminal: world.terminal ?? false,
    stdout: (text) => {
      out.stdout += text;
    },
    stderr: (text) => {
      out.stderr += text;
    },
    stdin: async () => Buffer.from(world.stdin ?? ""),
    now: () => Date.parse("2026-11-30T12:00:00Z"),
    cluster: async () => {
      if (world.cluster === undefined) throw new Error("no cluster was to be asked");
      return answering(world.cluster);
    },
    version: () => "1.2.3",
  });
  return { code, ...out };
}

function answering(answer: ClusterAnswer): Cluster {
  const { cluster } = playedCluster();
  return { ...cluster, get: async (target, key, signal) => (key.kind === "Namespace" ? cluster.get(target, key, signal) : answer) };
}

const source = { from: "cluster", context: "prod", namespace: "shop", namespaceAssumed: false } as const;
const examples = "check -f examples/shop --live examples/live";

describe("the examples", () => {
  test("have a conflict wherever the API server refused them", async () => {
    const { code, stdout } = await cli(`${examples} -o json`);
    const { findings, objects, summary } = JSON.parse(stdout) as JsonReport;
    expect(
      findings.map(({ file, range, path: field, managers }) => [
        `${path.basename(file)}:${range.start.line}:${range.start.column}`,
        field,
        managers[0]?.manager,
      ]),
    ).toEqual([
      ["network-policy.yaml:14:3", ".spec.ingress", "kubectl-patch"],
      ["order-webhook.yaml:15:7", '.webhooks[name="orders.limits.example.dev"].clientConfig.caBundle', "cert-manager-cainjector"],
      ["storefront.yaml:11:3", ".spec.replicas", "kube-controller-manager"],
      ["storefront.yaml:23:7", ".spec.template.spec.tolerations", "pool-operator"],
      ["storefront.yaml:30:11", '.spec.template.spec.containers[name="web"].image', "kubectl-set"],
      ["storefront.yaml:33:15", '.spec.template.spec.containers[name="web"].env[name="LOG_LEVEL"].value', "kubectl-edit"],
    ]);
    expect(objects.map(({ object, live, verdict }) => [object.kind, live, verdict])).toEqual([
      ["NetworkPolicy", "live", "conflict"],
      ["ValidatingWebhookConfiguration", "live", "conflict"],
      ["ConfigMap", "live", "changes"],
      ["Deployment", "live", "conflict"],
      ["Service", "live", "unchanged"],
    ]);
    expect(objects.map(({ as }) => [as.manager, as.with, as.force, as.inferred])).toEqual(
      objects.map(() => ["team-cd", "server-side", false, true]),
    );
    expect(summary).toEqual({ files: 4, objects: 5, compared: 5, errors: 6, warnings: 0, information: 0, hints: 0 });
    expect(code).toBe(1);
  });

  test("as text: frames on stdout, whom it inferred and why on stderr", async () => {
    const { stdout, stderr } = await cli(examples);
    expect(stdout).toMatch(
      /^examples\/shop\/storefront\.yaml:11:3: error: .*kube-controller-manager.* \[apply-conflict\]\n {2}10 \| spec:\n> 11 \| {3}replicas: 2 # before the autoscaler came\n {5}\| {3}\^{8}\n/m,
    );
    expect(stdout).toMatch(/\n5 objects in 4 files: 6 errors\n$/);
    expect(stderr).toMatch(/^as team-cd \(server-side\): NetworkPolicy shop\/storefront and 4 more; .*holds.*\n$/);
  });

  test("colour: on a terminal, and as told", async () => {
    const isColored = async (flags: string, terminal: boolean): Promise<boolean> =>
      (await cli(`${examples}${flags}`, { terminal })).stdout.includes("\u001b[");
    expect(await isColored("", true)).toBe(true);
    expect(await isColored("", false)).toBe(false);
    expect(await isColored(" --color=never", true)).toBe(false);
    expect(await isColored(" --color=always", false)).toBe(true);
  });

  test("with force nothing is refused, and what is taken from whom is said", async () => {
    const { code, stdout, stderr } = await cli(`${examples} --field-manager team-cd --force-conflicts`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain("kubectl would answer");
    expect(stdout).toMatch(/warning: \.spec\.replicas is owned by kube-controller-manager .* Applying as team-cd takes it over by force/);
    expect(stdout).toMatch(/\n5 objects in 4 files: \d+ warnings\n$/);
  });

  test("a saved live object among the manifests is none of them", async () => {
    const { code, stdout, stderr } = await cli("check -R -f examples --live examples/live");
    expect(code).toBe(1);
    expect(stdout).toMatch(/\n5 objects in 10 files: 6 errors\n$/);
    expect(stderr).toMatch(/^left out: examples\/live\/configmap\.yaml:1 and 4 more; .*live object/m);
  });
});

describe("exit codes", () => {
  const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\ndata: {a: b}\n";

  test.each<[string, ClusterAnswer, number, RegExp]>([
    ["absent", { state: "absent", source }, 0, /^$/],
    [
      "unreachable",
      { state: "unreachable", source, message: "prod: connection refused" },
      3,
      /^not compared: ConfigMap shop\/settings; prod: connection refused\n$/,
    ],
    ["slow", { state: "slow", source, message: "no answer in 5 s" }, 3, /no answer in 5 s/],
    ["denied", { state: "denied", source, message: "cannot get configmaps" }, 3, /cannot get configmaps/],
    ["signed out", { state: "signedOut", source, message: "Unauthorized" }, 3, /Unauthorized/],
    ["without a context", { state: "off", message: "no current context" }, 3, /no current context/],
    ["of a kind that it does not know", { state: "noSuchKind", source, message: "no such kind" }, 1, /no such kind/],
  ])("a live object that is %s", async (_, answer, code, says) => {
    const result = await cli("check -f -", { stdin: manifest, cluster: answer });
    expect(result.stderr).toMatch(says);
    expect(result.code).toBe(code);
  });

  test.each<[string, string, number, RegExp]>([
    ["an object that does not parse", "apiVersion: v1\nkind: Pod\nspec: [", 2, /^error: <stdin>: line 3: /],
    ["a bad document beside a good one", `${manifest}---\napiVersion: v1\nkind: Pod\nspec: [`, 2, /^error: <stdin>: line 8: /],
    ["nothing", "", 0, /^$/],
    ["no Kubernetes object", "a: 1", 0, /^left out: <stdin>:1; no Kubernetes object\n$/],
    [
      "an object that is not among the saved ones",
      manifest,
      0,
      /^not compared: ConfigMap shop\/settings; not among the live objects saved in examples\/live\n$/,
    ],
  ])("%s", async (_, stdin, code, says) => {
    const result = await cli("check -f - --live examples/live", { stdin });
    expect(result.stderr).toMatch(says);
    expect(result.code).toBe(code);
  });

  test.each([
    ["check -f gone.yaml", /^error: cannot read gone\.yaml: no such file or folder\n$/],
    [`${examples} -f gone.yaml`, /^error: cannot read gone\.yaml/],
    ["check -f examples/shop --live gone", /^error: cannot read gone: no such file or folder\n$/],
    ["check --nope", /^error: unknown flag: --nope\nSee "kubectl-ownership --help"\.\n$/],
  ])("%s is wrong usage", async (line, says) => {
    const { code, stderr } = await cli(line);
    expect(stderr).toMatch(says);
    expect(code).toBe(2);
  });

  test("saved live objects that cannot be read are told where an object was not found", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "live-"));
    await writeFile(path.join(folder, "live.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: [\n");
    await writeFile(path.join(folder, "values.yaml"), "replicas: 2\n");
    const { code, stderr } = await cli("check -f - --live .", { cwd: folder, stdin: manifest });
    await rm(folder, { recursive: true });
    expect(stderr).toMatch(/^error: cannot read all of live\.yaml: .+\nnot compared: ConfigMap shop\/settings; .*\n$/);
    expect(code).toBe(2);
  });

  test("help and version go to stdout", async () => {
    expect(await cli("--version")).toEqual({ code: 0, stdout: "kubectl-ownership 1.2.3\n", stderr: "" });
    expect(await cli("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--force-conflicts"), stderr: "" });
  });
});

describe("values of Secrets", () => {
  let cwd = "";
  const live = `apiVersion: v1
kind: Secret
metadata:
  name: login
  namespace: shop
  managedFields:
  - {manager: ui, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:token": {}, "f:user": {}}}}
data: {token: b2xkLXRva2Vu, user: cm9vdA==}
`;
  const manifest = `apiVersion: v1
kind: Secret
metadata: {name: login, namespace: shop}
data:
  user: c3ZjLWFjY291bnQ=
  token: aHVudGVyMg== # rotated
  other: |
    c3dvcmRmaXNo
`;
  beforeAll(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), "secret-"));
    await writeFile(path.join(cwd, "live.yaml"), live);
    await writeFile(path.join(cwd, "manifest.yaml"), manifest);
    await writeFile(path.join(cwd, "broken.yaml"), `${manifest}  bad: [\n`);
  });
  afterAll(() => rm(cwd, { recursive: true }));

  test.each(["-o text", "-o json"])("are not printed, %s", async (flags) => {
    const { code, stdout, stderr } = await cli(`check -f manifest.yaml --live live.yaml --field-manager ci ${flags}`, { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain(".data.token");
    for (const value of ["b2xk", "cm9v", "c3Zj", "aHVu", "c3dv", "hunter2", "old-token", "root", "svc-account"]) {
      expect(stdout + stderr).not.toContain(value);
    }
  });

  test("dots stand for them in the frame", async () => {
    const { stdout } = await cli("check -f manifest.yaml --live live.yaml --field-manager ci", { cwd });
    expect(stdout).toContain("  5 |   user: ••••••••••••••••\n> 6 |   token: •••••••••••• • •••••••\n    |   ^^^^^\n  7 |   other: •\n");
  });

  test("a Secret that does not parse gives its place only", async () => {
    const { code, stdout, stderr } = await cli("check -f broken.yaml --live live.yaml", { cwd });
    expect(code).toBe(2);
    expect(stdout + stderr).not.toMatch(/c3Zj|aHVu|c3dv/);
  });
});
