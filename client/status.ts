import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { connectCommand, type Status, type StatusParams, statusNotification } from "../shared/messages.ts";

/** The status bar item of the active document, as the server worded it; hidden where the server says nothing. */
export function showStatus(client: LanguageClient): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("fieldOwnership.status", vscode.StatusBarAlignment.Right, 100);
  item.name = "Field Ownership";

  const statuses = new Map<string, Status>();
  const update = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const status = uri && statuses.get(uri.toString());
    if (status) show(item, status);
    else item.hide();
  };
  const receive = ({ uri, status }: StatusParams): void => {
    const key = client.protocol2CodeConverter.asUri(uri).toString();
    if (status) statuses.set(key, status);
    else statuses.delete(key);
    update();
  };
  return vscode.Disposable.from(
    item,
    client.onNotification(statusNotification, receive),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => statuses.delete(uri.toString())),
  );
}

function show(item: vscode.StatusBarItem, { text, tooltip, severity, action }: Status): void {
  item.text = action === "connect" ? `$(plug) ${text}` : text;
  item.command = action === "connect" ? connectCommand : "fieldOwnership.showLog";
  item.tooltip = new vscode.MarkdownString(tooltip);
  item.backgroundColor = severity === "normal" ? undefined : new vscode.ThemeColor(`statusBarItem.${severity}Background`);
  item.show();
}
