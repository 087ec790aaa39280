import * as vscode from "vscode";
import { type VerifyAnswer, type VerifyParams, type VerifyPlanAnswer, type VerifySendParams, verifyCommand } from "../shared/messages.ts";

export interface VerifyRequests {
  plan(params: VerifyParams): Promise<VerifyPlanAnswer>;
  send(params: VerifySendParams): Promise<VerifyAnswer>;
}

/**
 * Command "Field Ownership: Verify on Server", for the object at the cursor or that of a lens. Says what would be sent where, and sends it
 * only once the person agreed. Differences go to the log.
 */
export function verifyOnServer(log: vscode.LogOutputChannel, requests: () => VerifyRequests | undefined): vscode.Disposable {
  return vscode.commands.registerCommand(verifyCommand, async (lens?: VerifyParams) => {
    const params = lens ?? atCursor();
    const server = requests();
    if (params === undefined || server === undefined) return void vscode.window.showInformationMessage("Open a manifest first.");
    const plan = await server.plan(params);
    if ("problem" in plan) return void vscode.window.showInformationMessage(`Cannot verify: ${plan.problem}.`);
    const send = "Send Dry Run";
    const agreed = await vscode.window.showInformationMessage(plan.question, { modal: true, detail: plan.detail }, send);
    if (agreed !== send) return;
    const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "Verifying on server" }, () =>
      server.send({ ...params, agreed: plan.plan }),
    );
    await tell(log, answer);
  });
}

async function tell(log: vscode.LogOutputChannel, { summary, details, severity }: VerifyAnswer): Promise<void> {
  for (const line of [summary, ...details]) log.info(line);
  const show = severity === "warning" ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const more = details.length > 0 ? ["Show Details"] : [];
  if ((await show(summary, ...more)) !== undefined) log.show();
}

function atCursor(): VerifyParams | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
