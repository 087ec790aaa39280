import * as vscode from "vscode";
import { type ApplyFixParams, applyFixCommand } from "../shared/messages.ts";

export interface FixRequests {
  /** Why it could not be made, or null. */
  applyFix(params: ApplyFixParams): Promise<string | null>;
}

/** The command of a fix's link in a hover: the server makes the edits, if they are still offered. */
export function applyFixes(requests: () => FixRequests | undefined): vscode.Disposable {
  return vscode.commands.registerCommand(applyFixCommand, async (params: ApplyFixParams) => {
    const problem = await requests()?.applyFix(params);
    if (problem) void vscode.window.showInformationMessage(`${problem}.`);
  });
}
