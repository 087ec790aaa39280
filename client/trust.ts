import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { trustedNotification } from "../shared/messages.ts";

/** Tells the server when the workspace becomes trusted; whether it was at the start stands in the initialization options. */
export function tellTrust(client: LanguageClient): vscode.Disposable {
  return vscode.workspace.onDidGrantWorkspaceTrust(() => client.sendNotification(trustedNotification));
}
