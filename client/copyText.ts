import * as vscode from "vscode";
import { type CopyParams, copyCommand } from "../shared/messages.ts";

/** The command behind a fix that is a command line: it goes into the clipboard, and nothing is run. */
export function copyTextCommand(): vscode.Disposable {
  return vscode.commands.registerCommand(copyCommand, async ({ text }: CopyParams) => {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage("Copied: read it, then run it in your terminal", 10_000);
  });
}
