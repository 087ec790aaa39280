import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { env } from "node:process";
import * as vscode from "vscode";
import { type ClusterAddress, connect } from "../../cluster/connect.ts";
import { applyFix, findings, fixes, hover, open, squiggles, workspaceFile, writeFile } from "./editor.ts";
import { picture, press, shows, statusBar } from "./page.ts";
import { eventually, suite } from "./suite.ts";

const cluster = connect(JSON.parse(env.EDITOR_TEST_CLUSTER ?? "") as ClusterAddress);
const apply = ["apply", "--server-side", "--field-manager=team-cd", "-f", workspaceFile("web.yaml").fsPath];

export const run: () => Promise<void> = suite({
  "nothing is read before the person connects; then the answer is there": async () => {
    const document = await open("web.yaml");
    await eventually("the offer", async () => assert.equal(await statusBar(), "connect to admin"));
    await hover(document, "replicas:", 'not connected to context admin: run "Field Ownership: Connect to Cluster"');
    assert.deepEqual(squiggles(document), []);
    await vscode.commands.executeCommand("fieldOwnership.connect");
    await eventually("one conflict", () => assert.deepEqual(squiggles(document), ["7: replicas"]));
  },

  "the conflict that kubectl is refused for has a squiggle": async () => {
    const refused = await cluster.kubectl(apply);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /conflict with "kubectl" with subresource "scale".*\.spec\.replicas/s);
    const document = await open("web.yaml");
    await eventually("one conflict", () => assert.deepEqual(squiggles(document), ["7: replicas"]));
  },

  "a hover tells owner and live value from the cluster": async () => {
    const document = await open("web.yaml");
    const said = await hover(document, "replicas:", "`kubectl` (Update, scale");
    assert.match(said, /5/);
  },

  "the status bar names context, namespace and manager": async () => {
    await open("web.yaml");
    await eventually("a status", async () => assert.equal(await statusBar(), "admin / default · as team-cd"));
  },

  "after the fix the same apply goes through, and the field stays its owner's": async () => {
    const document = await open("web.yaml");
    await eventually("one conflict", () => findings(document).length === 1);
    await applyFix(document, "replicas:", "Drop .spec.replicas (owned by kubectl");
    await document.save();
    const applied = await cluster.kubectl(apply);
    assert.equal(applied.code, 0, applied.stderr);
    const replicas = await cluster.kubectl(["get", "deployment/web", "-o", "jsonpath={.spec.replicas}"]);
    assert.equal(replicas.stdout, "5");
  },

  "a command that is copied forces just the one field": async () => {
    await writeFile("forced.yaml", (await open("web.yaml")).getText().replace("spec:\n", "spec:\n  replicas: 4\n"));
    const document = await open("forced.yaml");
    await eventually("one conflict", () => findings(document).length === 1);
    const title = "Copy the kubectl command that takes just .spec.replicas over from kubectl";
    const copy = (await fixes(document, "replicas:")).find((action) => action.title.startsWith(title))?.command;
    assert.ok(copy, "no command to copy");
    await vscode.commands.executeCommand(copy.command, ...(copy.arguments ?? []));
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /^kubectl apply --server-side --force-conflicts --field-manager=team-cd-takeover-[0-9a-f]{8} --context=admin /);
    // Our kubectl has no such name; the kubeconfig is that of the editor's environment.
    execFileSync("sh", { input: `kubectl() { "${cluster.kubectlPath}" "$@"; }\n${copied}`, cwd: cluster.folder });
    const applied = await cluster.kubectl([...apply.slice(0, -1), workspaceFile("forced.yaml").fsPath]);
    assert.equal(applied.code, 0, applied.stderr);
    const live = await cluster.kubectl([
      "get",
      "deployment/web",
      "-o",
      "jsonpath={.spec.replicas} {.spec.template.spec.containers[0].image}",
    ]);
    assert.equal(live.stdout, "4 registry.example.test/web:1.0.0");
    await vscode.workspace.fs.delete(workspaceFile("forced.yaml"));
  },

  "a path may mean another context, which is connected to on its own": async () => {
    await writeFile(".field-ownership.yaml", "paths:\n- path: web.yaml\n  context: elsewhere\n");
    await open("web.yaml");
    await eventually("its status", async () => assert.equal(await statusBar(), "no live object"));
    await vscode.workspace.fs.delete(workspaceFile(".field-ownership.yaml"));
    await eventually("its status", async () => assert.match(await statusBar(), /^admin \/ default/));
  },

  "disconnecting stops it": async () => {
    await open("web.yaml");
    await eventually("a status", async () => assert.match(await statusBar(), /^admin \/ default/));
    void vscode.commands.executeCommand("fieldOwnership.disconnect");
    await shows(".quick-input-list .monaco-list-row", "admin");
    await picture("disconnect");
    await press("Enter");
    await eventually("the offer", async () => assert.equal(await statusBar(), "connect to admin"));
  },
});
