import * as vscode from "vscode";

/** Command "Field Ownership: Show Log". */
export function showLogCommand(log: vscode.OutputChannel): vscode.Disposable {
  return vscode.commands.registerCommand("fieldOwnership.showLog", () => log.show());
}
