import * as vscode from "vscode";
import { applyFixes } from "./applyFix.ts";
import { connectCommands } from "./connect.ts";
import { openConnections } from "./connections.ts";
import { copyTextCommand } from "./copyText.ts";
import { refreshCommand } from "./refresh.ts";
import type { Server } from "./server.ts";
import { showLogCommand } from "./showLog.ts";
import { verifyOnServer } from "./verify.ts";
import { wakesServer } from "./wakesServer.ts";

/**
 * Where VS Code enters: it loads this file at the first YAML or JSON document.
 * Returns at once: the language client, which takes longest to load, is loaded once VS Code has its answer, and for JSON only when a
 * document could be a manifest.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Field Ownership", { log: true });
  const connections = openConnections(context.globalState);
  let server: Server | undefined;
  context.subscriptions.push(
    log,
    showLogCommand(log),
    copyTextCommand(),
    connections,
    connectCommands(connections, (uri) => server?.targetOf(uri)),
    refreshCommand(() => server?.refresh()),
    verifyOnServer(log, () => server),
    applyFixes(() => server),
  );

  let started = false;
  const startFor = (document: vscode.TextDocument): void => {
    if (started || !wakesServer(document)) return;
    started = true;
    setImmediate(async () => {
      const { startServer } = await import("./server.ts");
      server = startServer(
        context.asAbsolutePath("dist/server.cjs"),
        vscode.Uri.joinPath(context.extensionUri, "docs/rules"),
        log,
        connections,
      );
      context.subscriptions.push(server);
    });
  };
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument(startFor), vscode.workspace.onDidSaveTextDocument(startFor));
  vscode.workspace.textDocuments.forEach(startFor);
}
