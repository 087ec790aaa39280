import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, TransportKind } from "vscode-languageclient/node";
import {
  applyFixCommand,
  applyFixRequest,
  type ConnectedParams,
  connectCommand,
  connectedNotification,
  type InitializationOptions,
  refreshCommand,
  refreshNotification,
  type TargetAnswer,
  type TargetParams,
  targetRequest,
  verifyCommand,
  verifyPlanRequest,
  verifyRequest,
} from "../shared/messages.ts";
import type { FixRequests } from "./applyFix.ts";
import type { Connections } from "./connections.ts";
import { showStatus } from "./status.ts";
import { tellTrust } from "./trust.ts";
import type { VerifyRequests } from "./verify.ts";
import { tellVisible } from "./visible.ts";

export interface Server extends vscode.Disposable, VerifyRequests, FixRequests {
  /** The cluster that a document is compared with. */
  targetOf(uri: vscode.Uri): Promise<TargetAnswer>;
  refresh(): void;
}

/** Starts the language server, and stops it when disposed. What goes wrong is in the log; nothing pops up. */
export function startServer(module: string, ruleDocs: vscode.Uri, log: vscode.LogOutputChannel, connections: Connections): Server {
  const identities = (): readonly string[] => connections.list().map(({ identity }) => identity);
  // Asked at every start: much may have changed when a server that crashed is started anew.
  const initializationOptions = (): InitializationOptions => ({
    trusted: vscode.workspace.isTrusted,
    connected: identities(),
    settings: vscode.workspace.getConfiguration("fieldOwnership"),
    ruleDocs: ruleDocs.toString(),
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
      markdown: { isTrusted: { enabledCommands: [applyFixCommand, verifyCommand, refreshCommand, connectCommand] } },
    },
  );
  const tellConnected = connections.onChange(() => {
    const params: ConnectedParams = { identities: identities() };
    // A server that is not running hears of it when it is started again.
    client.sendNotification(connectedNotification, params).catch(() => undefined);
  });
  const features = [showStatus(client), tellTrust(client), tellVisible(client), tellConnected];
  client.start().catch((error: unknown) => log.error("The language server did not start.", String(error)));
  return {
    targetOf(uri) {
      const params: TargetParams = { uri: client.code2ProtocolConverter.asUri(uri) };
      return client.sendRequest<TargetAnswer>(targetRequest, params);
    },
    refresh: () => void client.sendNotification(refreshNotification),
    plan: (params) => client.sendRequest(verifyPlanRequest, params),
    send: (params) => client.sendRequest(verifyRequest, params),
    applyFix: (params) => client.sendRequest(applyFixRequest, params),
    dispose() {
      for (const feature of features) feature.dispose();
      return client.dispose();
    },
  };
}
