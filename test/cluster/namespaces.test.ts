/** What a namespace that is missing, going or not the one of -n is refused for, by the server's and kubectl's own words. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/cli/run.ts";
import { createCluster } from "../../server/cluster/cluster.ts";
import { findingsFor, predictionOf } from "./ask.ts";
import { applyNow, kubectlApply, verdictOf } from "./play.ts";
import { deployment } from "./scenarios/deployments.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
const going = { apiVersion: "v1", kind: "Namespace", metadata: { name: "going" } };
const configMap = (namespace: string, name = "a"): string =>
  `# field-manager: ci\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\ndata: {a: b}\n`;
const workload = (namespace: string): string =>
  `# field-manager: ci\n${deployment("web", { image: "example.org/app:2" }).replace(/^ {2}name: web$/m, `  name: web\n  namespace: ${namespace}`)}`;

beforeAll(async () => {
  await cluster.create(going);
  await applyNow(cluster, configMap("going", "before"), "ci", false);
  await cluster.must({ method: "DELETE", path: "/api/v1/namespaces/going" });
});
// Nobody empties a namespace here: without its finalizer it goes.
afterAll(() => cluster.must({ method: "PUT", path: "/api/v1/namespaces/going/finalize", body: { ...going, spec: { finalizers: [] } } }));

test.each([
  ["missing", "namespace-missing", 404, configMap("nowhere")],
  ["missing", "namespace-missing", 404, workload("nowhere")],
  ["going", "namespace-terminating", 403, configMap("going")],
  ["going", "namespace-terminating", 403, workload("going")],
])("a namespace that is %s", async (_, code, status, manifest) => {
  const verdict = await verdictOf(cluster, manifest, "ci");
  expect(verdict.status).toBe(status);
  expect(await predictionOf(cluster.kubeconfig, manifest)).toMatchObject({ verdict: "refused", serverMessage: verdict.message });
  expect((await findingsFor(cluster.kubeconfig, manifest, { force: "off" })).map((finding) => finding.code)).toEqual([code]);
});

test.each(["nowhere", "going"])("a dry run in namespace %s comes out as predicted", async (namespace) =>
  expect(await checked(workload(namespace), "--verify")).toContain("As predicted, the server refuses it"),
);

test("what is in a namespace that goes may still be changed", async () => {
  const manifest = configMap("going", "before").replace("a: b", "a: c");
  expect((await verdictOf(cluster, manifest, "ci")).status).toBe(200);
  expect(await predictionOf(cluster.kubeconfig, manifest)).toMatchObject({ verdict: "changes" });
  expect(await findingsFor(cluster.kubeconfig, manifest, { force: "off" })).toEqual([]);
});

test("a namespace of the same text is created first", async () => {
  const text = `apiVersion: v1\nkind: Namespace\nmetadata: {name: brought}\n---\n${configMap("brought")}`;
  expect(await findingsFor(cluster.kubeconfig, text, { force: "off" })).toEqual([]);
  expect((await kubectlApply(cluster, text, "ci")).code).toBe(0);
});

test("-n against the manifest's namespace: kubectl refuses what we do, and no more", async () => {
  const manifests: readonly (readonly [string, number])[] = [
    [configMap("default"), 1],
    [configMap("kube-system"), 0],
    ["apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n", 0],
    ["apiVersion: v1\nkind: Namespace\nmetadata: {name: other, namespace: default}\n", 0],
  ];
  for (const [manifest, refused] of manifests) {
    const args = ["apply", "--server-side", "--dry-run=server", "-n", "kube-system", "-f", "-"];
    const result = await cluster.kubectl(args, manifest);
    expect(result.code, result.stderr).toBe(refused);
    if (refused > 0)
      expect(result.stderr).toContain('the namespace from the provided object "default" does not match the namespace "kube-system"');
    expect(await mismatches(manifest)).toBe(refused);
  }
});

async function mismatches(manifest: string): Promise<number> {
  return (await checked(manifest, "-n", "kube-system")).match(/\[namespace-mismatch\]/g)?.length ?? 0;
}

async function checked(manifest: string, ...flags: readonly string[]): Promise<string> {
  let stdout = "";
  await run(["check", "-f", "-", "--kubeconfig", cluster.kubeconfig, "--field-manager", "ci", ...flags], {
    cwd: cluster.folder,
    variables: {},
    terminal: false,
    stdout: (text) => {
      stdout += text;
    },
    stderr: () => undefined,
    stdin: async () => Buffer.from(manifest),
    now: Date.now,
    cluster: async () => createCluster(),
    version: () => "1.2.3",
  });
  return stdout;
}
