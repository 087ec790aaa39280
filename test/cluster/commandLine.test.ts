/** The command line against a real server: what it prints and what it tells the shell. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kubeconfigOf } from "../support/apiServer.ts";
import { kubectlApply, playHistory } from "./play.ts";
import { deployment } from "./scenarios/deployments.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
const folder = mkdtempSync(join(tmpdir(), "field-ownership-cli-"));
const refused = deployment("checked", { spec: "replicas: 3", image: "example.org/app:2" });
const clean = deployment("checked", { image: "example.org/app:2" });

beforeAll(async () => {
  await playHistory(cluster, {
    history: [
      { by: "ci", apply: deployment("checked", { spec: "replicas: 2" }) },
      { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
    ],
    manifest: refused,
  });
  writeFileSync(join(folder, "refused.yaml"), refused);
  writeFileSync(join(folder, "clean.yaml"), clean);
  writeFileSync(join(folder, "new.yaml"), deployment("new", { image: "example.org/app:2" }));
  writeFileSync(join(folder, "invalid.yaml"), deployment("checked", { spec: "minReadySeconds: -1", image: "example.org/app:2" }));
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string; seconds: number }> {
  const began = performance.now();
  const cli = join(import.meta.dirname, "..", "..", "dist", "cli.cjs");
  const child = spawn(process.execPath, [cli, "check", "--kubeconfig", cluster.kubeconfig, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    stderr += part;
  });
  return new Promise((resolve) =>
    child.once("close", (code) => resolve({ code, stdout, stderr, seconds: (performance.now() - began) / 1_000 })),
  );
}

/** What stands below "kubectl would answer". */
function answerIn(stdout: string): string {
  const [, indented = ""] = /kubectl would answer:\n((?: {2}.*\n)+)/.exec(stdout) ?? [];
  return indented.trimEnd().replace(/^ {2}/gm, "");
}

test("a conflict: a code frame, exit 1, and kubectl is refused", async () => {
  const result = await check("-f", "refused.yaml", "--context", "reader");
  expect(result).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/replicas: 3\s+.*\^{8}/),
    stderr: expect.stringMatching(/^as ci /m),
  });
  expect(result.stdout).toContain("kube-controller-manager");
  const kubectl = await kubectlApply(cluster, refused, "ci");
  expect(kubectl.code).toBe(1);
  expect(kubectl.stderr).toContain(`error: ${answerIn(result.stdout)}\nPlease review the fields above`);
});

test("a proxy that says nothing holds the shell no longer than the answer takes", async () => {
  const proxy = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const away = { server: "https://10.1.2.3:6443", "proxy-url": `socks5://127.0.0.1:${port}` };
  writeFileSync(join(folder, "away"), JSON.stringify(kubeconfigOf(away, {})));
  const { code, seconds } = await check("-f", "clean.yaml", "--kubeconfig", "away");
  proxy.close();
  expect(code).toBe(3);
  expect(seconds).toBeLessThan(20);
}, 60_000);

test("the same as JSON", async () => {
  const { code, stdout } = await check(
    "-f",
    "refused.yaml",
    "-f",
    "clean.yaml",
    "--context",
    "reader",
    "--field-manager",
    "ci",
    "-o",
    "json",
  );
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report.findings).toMatchObject([
    {
      code: "apply-conflict",
      severity: "error",
      file: "refused.yaml",
      path: ".spec.replicas",
      object: { apiVersion: "apps/v1", kind: "Deployment", name: "checked" },
      managers: [{ manager: "kube-controller-manager", operation: "Update", apiVersion: "apps/v1", subresource: "scale" }],
      certainty: { kind: "certain" },
    },
    { code: "same-object-twice", severity: "warning", file: "clean.yaml", path: ".metadata.name" },
  ]);
  expect(report.objects).toMatchObject([
    {
      file: "refused.yaml",
      as: { manager: "ci", with: "server-side", force: false, inferred: false },
      live: "live",
      verdict: "conflict",
      message: expect.any(String),
    },
    { file: "clean.yaml", live: "live", verdict: "changes", message: null },
  ]);
  const kubectl = await kubectlApply(cluster, refused, "ci");
  expect(kubectl.stderr).toContain(`error: ${report.objects[0].message}\nPlease review the fields above`);
  expect(report.summary).toMatchObject({ files: 2, objects: 2, compared: 2, errors: 1 });
});

test.each([
  { title: "clean", args: ["-f", "clean.yaml", "--context", "reader"], code: 0, says: /^as ci / },
  { title: "the same with force", args: ["-f", "refused.yaml", "--field-manager", "ci", "--force-conflicts"], code: 0, says: /^$/ },
  { title: "no such file", args: ["-f", "nothing.yaml"], code: 2, says: /nothing\.yaml/ },
  { title: "nobody listens", args: ["-f", "clean.yaml", "--context", "closed"], code: 3, says: /127\.0\.0\.1:1/ },
  { title: "no rights", args: ["-f", "clean.yaml", "--context", "nobody"], code: 3, says: /User "nobody" cannot get/ },
  { title: "an unknown token", args: ["-f", "clean.yaml", "--context", "signedOut"], code: 3, says: /Unauthorized/ },
])("exit code $code: $title", async ({ args, code, says }) => {
  const result = await check(...args);
  expect(result.stderr).toMatch(says);
  expect(result.code).toBe(code);
});

test.each([
  { title: "as predicted", args: ["-f", "clean.yaml"], code: 0, says: /^Deployment checked: As predicted, the server accepts it/m },
  {
    title: "refused as predicted, with both answers alike",
    args: ["-f", "refused.yaml"],
    code: 1,
    says: /^Deployment checked: As predicted, the server refuses it: Apply failed with 1 conflict/m,
  },
  {
    title: "new, with what the server fills in",
    args: ["-f", "new.yaml"],
    code: 0,
    says: /^Deployment new: As predicted, the server accepts it, and fills in \d+ fields\n(?: {2}.+\n)* {2}\.spec\.replicas: 1 by default/m,
  },
  {
    title: "refused by validation, which nobody predicts",
    args: ["-f", "invalid.yaml"],
    code: 1,
    says: /^Deployment checked: The server refuses it: Deployment.apps "checked" is invalid: .*, which was not predicted/m,
  },
  {
    title: "nothing is sent without the right to",
    args: ["-f", "clean.yaml", "--context", "reader"],
    code: 3,
    says: /Not verified: A dry run needs the right to patch deployments "checked" in namespace default: nothing was sent/,
  },
])("--verify: $title", async ({ args, code, says }) => {
  const result = await check("--verify", "--field-manager", "ci", ...args);
  expect(result).toMatchObject({ code, stdout: expect.stringMatching(says) });
  expect(result.stderr).toMatch(
    /^dry run: sending Deployment \w+ \(namespace default, from context \w+\) to context \w+ \(https:.*\), as ci$/m,
  );
});

test("what was called clean is accepted", async () => {
  expect(await kubectlApply(cluster, clean, "ci")).toMatchObject({ code: 0 });
});
