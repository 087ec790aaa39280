import * as vscode from "vscode";
import * as messages from "../shared/messages.ts";

/** Command "Field Ownership: Refresh": what is remembered of live objects, kinds and files is read again. */
export function refreshCommand(refresh: () => void): vscode.Disposable {
  return vscode.commands.registerCommand(messages.refreshCommand, refresh);
}
