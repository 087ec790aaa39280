import * as vscode from "vscode";
import { connectCommand, type TargetAnswer } from "../shared/messages.ts";
import type { Connections } from "./connections.ts";

/** Commands "Field Ownership: Connect to Cluster" and "Disconnect from Cluster". `targetOf` answers for a document, once a server runs. */
export function connectCommands(
  connections: Connections,
  targetOf: (uri: vscode.Uri) => Promise<TargetAnswer> | undefined,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(connectCommand, async () => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      const target = await (uri && targetOf(uri));
      if (target === undefined) tell("Open a manifest first: its cluster is the one to connect to.");
      else if ("problem" in target) tell(`Cannot connect: ${target.problem}.`);
      else if (target.connected) tell(`Connected to context ${target.context} (${target.server}) already.`);
      else await connections.add(target);
    }),
    vscode.commands.registerCommand("fieldOwnership.disconnect", async () => {
      const items = connections.list().map((connection) => ({ label: connection.context, description: connection.server, connection }));
      if (items.length === 0) return tell("You are connected to no cluster.");
      const picked = await vscode.window.showQuickPick(items, { placeHolder: "Stop reading live objects from" });
      if (picked) await connections.remove(picked.connection);
    }),
  );
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(text);
}
