import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import * as vscode from "vscode";
import { extensionId, open } from "./editor.ts";
import { note, picture, shows } from "./page.ts";
import { suite } from "./suite.ts";

export const run: () => Promise<void> = suite({
  "the installed extension activates at once": async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension, "not installed");
    const start = performance.now();
    await extension.activate();
    const milliseconds = Math.round(performance.now() - start);
    await note(`activation took ${milliseconds} ms`);
    assert.ok(milliseconds < 1000);
  },

  pic: async () => {
    await open("shop/storefront.yaml");
    await shows(".tab.active", "storefront.yaml");
    await picture("try");
  },
});
