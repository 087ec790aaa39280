import assert from "node:assert/strict";
import * as vscode from "vscode";
import { open, workspaceFile, writeFile } from "./editor.ts";
import { statusBar } from "./page.ts";
import { eventually, suite } from "./suite.ts";

const inOther = "../b/shop/storefront.yaml";

export const run: () => Promise<void> = suite({
  "each folder of a workspace has its own settings": async () => {
    await open("shop/storefront.yaml");
    await eventually("its status", async () => assert.match(await statusBar(), /as team-a$/));
    await open(inOther);
    await eventually("its status", async () => assert.match(await statusBar(), /as team-b$/));
  },

  "a changed setting of a folder changes what is said of its files, and of no others": async () => {
    const settings = vscode.workspace.getConfiguration("fieldOwnership", workspaceFile(inOther));
    await settings.update("apply.manager", "team-c", vscode.ConfigurationTarget.WorkspaceFolder);
    await open(inOther);
    await eventually("its status", async () => assert.match(await statusBar(), /as team-c$/));
    await open("shop/storefront.yaml");
    await eventually("its status", async () => assert.match(await statusBar(), /as team-a$/));
  },

  "a folder's .field-ownership.yaml holds for that folder": async () => {
    await writeFile("../b/.field-ownership.yaml", "paths:\n- path: shop/\n  manager: team-path\n");
    await open(inOther);
    await eventually("its status", async () => assert.match(await statusBar(), /as team-path$/));
    await open("shop/storefront.yaml");
    await eventually("its status", async () => assert.match(await statusBar(), /as team-a$/));
  },

  "no workspace can choose when clusters are asked": async () => {
    const settings = vscode.workspace.getConfiguration("fieldOwnership");
    await assert.rejects(async () => settings.update("cluster.connect", "auto", vscode.ConfigurationTarget.Workspace));
  },
});
