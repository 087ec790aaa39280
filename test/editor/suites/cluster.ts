import assert from "node:assert/strict";
import { env } from "node:process";
import * as vscode from "vscode";
import { type ClusterAddress, connect } from "../../cluster/connect.ts";
import { applyFix, findings, hover, open, squiggles, workspaceFile, writeFile } from "./editor.ts";
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
