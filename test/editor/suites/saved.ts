import assert from "node:assert/strict";
import path from "node:path";
import { performance } from "node:perf_hooks";
import * as vscode from "vscode";
import {
  applyFix,
  extensionId,
  findings,
  fixes,
  hover,
  hoverNow,
  open,
  placeOf,
  putCaret,
  squiggles,
  workspaceFile,
  writeFile,
} from "./editor.ts";
import { click, note, picture, press, shows, statusBar, textOf } from "./page.ts";
import { eventually, suite } from "./suite.ts";

/** Of four conflicts three are shown; the last of them says that there is one more. */
const conflicts = ["11: replicas", "23: tolerations", "30: image"];

export const run: () => Promise<void> = suite({
  "the installed extension is loaded at once": async () => {
    await open("shop/storefront.yaml");
    await vscode.commands.executeCommand("workbench.action.showRuntimeExtensions");
    const row = await textOf(".runtime-extensions-editor .monaco-list-row", "Kubernetes Field Ownership");
    // VS Code's own figure is noted only: at start-up it holds waiting for everything else that starts.
    await note(/Activation: \d+ms/.exec(row)?.[0] ?? row);
    const bundle = path.join(vscode.extensions.getExtension(extensionId)?.extensionPath ?? "", "dist/client.cjs");
    delete require.cache[bundle];
    const start = performance.now();
    require(bundle);
    const milliseconds = Math.round(performance.now() - start);
    await note(`loading the client takes ${milliseconds} ms`);
    // On a machine that does nothing else it takes a few tens of them.
    assert.ok(milliseconds < 1_000, `${milliseconds} ms`);
  },

  "a squiggle stands under the key of each conflicting field": async () => {
    const document = await open("shop/storefront.yaml");
    await eventually("the conflicts", () => assert.deepEqual(squiggles(document), conflicts));
    const [replicas, , image] = findings(document);
    assert.match(image?.message ?? "", /\(and 1 more in this object\)$/);
    assert.equal(codeOf(replicas?.code), "apply-conflict");
    assert.equal(replicas?.severity, vscode.DiagnosticSeverity.Error);
    assert.match(
      replicas?.message ?? "",
      /^\.spec\.replicas is owned by kube-controller-manager \(Update, scale.*\), a HorizontalPodAutoscaler: live 5, here 2\. Applying as team-cd is refused \(Deployment shop\/storefront\)\.$/,
    );
  },

  "a hover tells owner, live value and what an apply would do": async () => {
    const document = await open("shop/storefront.yaml");
    const said = await hover(document, "replicas:", "kube-controller-manager");
    assert.match(said, /\.spec\.replicas/);
    assert.match(said, /Update, scale/);
    assert.match(said, /5/);
    assert.match(said, /team-cd.*refused/);
    assert.ok(said.split("\n").length <= 8, said);
  },

  "a link in a hover makes its edit": async () => {
    const document = await open("shop/storefront.yaml");
    const before = document.getText();
    assert.match(before, /^ {2}replicas: 2 .*\n/m);
    await eventually("the conflicts", () => assert.deepEqual(squiggles(document), conflicts));
    putCaret(document, "replicas:");
    await vscode.commands.executeCommand("editor.action.showHover");
    await click(".monaco-hover .hover-contents a", "Drop field");
    await eventually("the edit", () => assert.equal(document.getText(), before.replace(/^ {2}replicas: 2 .*\n/m, "")));
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await eventually("the text as it was", () => document.getText() === before);
  },

  "the status bar tells where the live object is from and as whom we apply": async () => {
    await open("shop/storefront.yaml");
    await eventually("a status", async () => assert.equal(await statusBar(), "2 objects · live/deployment.yaml · as team-cd"));
  },

  "YAML that is no Kubernetes object shows nothing": async () => {
    await writeFile("values.yaml", "replicas: 3\nimage: web\n");
    await open("shop/storefront.yaml");
    await eventually("a status", async () => (await statusBar()) !== "");
    const document = await open("values.yaml");
    await eventually("no status", async () => (await statusBar()) === "");
    assert.equal(await hoverNow(document, "replicas"), "");
    assert.deepEqual(findings(document), []);
  },

  "the quick fix drops one field, and its squiggle goes": async () => {
    const document = await open("shop/storefront.yaml");
    await eventually("the conflicts", () => findings(document).length === conflicts.length);
    const before = document.getText();
    await applyFix(document, "replicas:", "Drop .spec.replicas (owned by kube-controller-manager");
    assert.equal(document.getText(), before.replace("  replicas: 2 # before the autoscaler came\n", ""));
    await eventually("three conflicts", () => assert.deepEqual(squiggles(document), ["22: tolerations", "29: image", "32: value"]));
  },

  "the other quick fix drops all conflicting fields of the document": async () => {
    const document = await open("shop/storefront.yaml");
    await eventually("the conflicts", () => findings(document).length === conflicts.length);
    const service = document.getText(new vscode.Range(placeOf(document, "---"), document.lineAt(document.lineCount - 1).range.end));
    await applyFix(document, "replicas:", "Drop all 4 conflicting fields");
    await eventually("no conflict", () => findings(document).every(({ code }) => codeOf(code) !== "apply-conflict"));
    const text = document.getText();
    assert.doesNotMatch(text, /replicas|tolerations|storefront:1\.5\.0|value: info/);
    assert.match(text, /runAsNonRoot: true\n {6}containers:/);
    assert.ok(text.endsWith(service));
  },

  "what is safe to fix is fixed at a save, where the person wants that": async () => {
    const text = (await open("shop/storefront.yaml")).getText();
    await writeFile("shop/fixed.yaml", text);
    const document = await open("shop/fixed.yaml");
    await eventually("the conflicts", () => findings(document).length === conflicts.length);
    const settings = vscode.workspace.getConfiguration("editor", document);
    await settings.update("codeActionsOnSave", { "source.fixAll.fieldOwnership": "explicit" }, vscode.ConfigurationTarget.Workspace);
    try {
      putCaret(document, "replicas:");
      await vscode.commands.executeCommand("editor.action.insertLineBefore");
      await vscode.commands.executeCommand("workbench.action.files.save");
      const saved = await eventually("the fixed text", () => document.getText().includes("replicas:") === false && document.getText());
      assert.equal(document.isDirty, false);
      // An image is kept: without it the manifest would be no valid Deployment.
      assert.match(saved, /image: .*storefront:1\.5\.0/);
      assert.doesNotMatch(saved, /tolerations|value: info/);
      const errors = (): readonly string[] =>
        findings(document)
          .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
          .map(({ range }) => document.getText(range));
      await eventually("what is not safe", () => assert.deepEqual(errors(), ["image"]));
    } finally {
      await settings.update("codeActionsOnSave", undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.workspace.fs.delete(workspaceFile("shop/fixed.yaml"));
    }
  },

  "a JSON manifest is like a YAML one": async () => {
    const manifest = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "storefront", namespace: "shop", labels: { "app.kubernetes.io/part-of": "shop" } },
      data: { CURRENCY: "EUR", FEATURED: "winter", PAGE_SIZE: "20" },
    };
    await writeFile("shop/storefront.json", JSON.stringify(manifest, null, 2));
    const document = await open("shop/storefront.json");
    await eventually("one conflict", () => assert.deepEqual(squiggles(document), ['13: "FEATURED"']));
    await applyFix(document, '"FEATURED"', "Drop .data.FEATURED (owned by catalog-team");
    const { FEATURED: _, ...data } = manifest.data;
    assert.equal(document.getText(), JSON.stringify({ ...manifest, data }, null, 2));
  },

  "a saved live object shows its owners, and no finding": async () => {
    const document = await open("live/deployment.yaml");
    await hover(document, "replicas: 5", "kube-controller-manager");
    assert.deepEqual(findings(document), []);
  },

  ".field-ownership.yaml says who applies which path, and shows what is wrong with it": async () => {
    await writeFile(".field-ownership.yaml", "paths:\n- path: shop/**\n  manger: catalog-team\n");
    const rules = await open(".field-ownership.yaml");
    await eventually("a problem", () => assert.deepEqual(squiggles(rules), ["3: manger"]));
    await writeFile(".field-ownership.yaml", "paths:\n- path: shop/**\n  manager: catalog-team\n");
    await eventually("no problem", () => assert.deepEqual(squiggles(rules), []));
    await open("shop/storefront.yaml");
    await eventually("a status", async () => assert.equal(await statusBar(), "2 objects · live/deployment.yaml · as catalog-team"));
    await vscode.workspace.fs.delete(workspaceFile(".field-ownership.yaml"));
    await eventually("a status", async () => assert.equal(await statusBar(), "2 objects · live/deployment.yaml · as team-cd"));
  },

  "Show Log shows the log": async () => {
    await open("shop/storefront.yaml");
    await vscode.commands.executeCommand("fieldOwnership.showLog");
    await shows(".panel .monaco-select-box, .panel .select-container", "Field Ownership");
    await vscode.commands.executeCommand("workbench.action.closePanel");
  },

  "pictures for the README": async () => {
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
    const document = await open("shop/storefront.yaml");
    await eventually("the conflicts", () => findings(document).length === conflicts.length);
    putCaret(document, "replicas:");
    await vscode.commands.executeCommand("editor.action.showHover");
    await shows(".monaco-hover .hover-contents", "kube-controller-manager");
    await picture("hover");
    await press("Escape");

    assert.ok((await fixes(document, "replicas:")).length >= 2);
    await vscode.commands.executeCommand("editor.action.quickFix");
    await shows(".action-widget .monaco-list-row", "Drop .spec.replicas");
    await picture("fix");
    await press("Escape");

    await vscode.commands.executeCommand("workbench.actions.view.problems");
    await shows(".markers-panel .monaco-list-row", ".spec.replicas");
    await picture("problems");
  },
});

/** A code stands alone, or with the address of its page. */
function codeOf(code: vscode.Diagnostic["code"]): unknown {
  return typeof code === "object" ? code.value : code;
}
