import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, TransportKind } from "vscode-languageclient/node";
import type { InitializationOptions } from "../shared/messages.ts";
import { showStatus } from "./status.ts";
import { tellTrust } from "./trust.ts";
import { tellVisible } from "./visible.ts";

/** Starts the language server, and stops it when disposed. What goes wrong is in the log; nothing pops up. */
export function startServer(module: string, log: vscode.LogOutputChannel): vscode.Disposable {
  // Asked at every start: much may have changed when a server that crashed is started anew.
  const initializationOptions = (): InitializationOptions => ({
    trusted: vscode.workspace.isTrusted,
    settings: vscode.workspace.getConfiguration("fieldOwnership"),
  });
  const client = new LanguageClient(
    "fieldOwnership",
    "Field Ownership",
    { module, transport: TransportKind.ipc },
    {
      documentSelector: ["yaml", "json"].flatMap((language) => ["file", "untitled"].map((scheme) => ({ language, scheme }))),
      initializationOptions,
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      synchronize: { configurationSection: "fieldOwnership" },
    },
  );
  const features = [showStatus(client), tellTrust(client), tellVisible(client)];
  client.start().catch((error: unknown) => log.error("The language server did not start.", String(error)));
  return vscode.Disposable.from(...features, { dispose: () => client.dispose() });
}
