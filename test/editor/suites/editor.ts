/** What the tests ask of the editor. */
import path from "node:path";
import * as vscode from "vscode";
import { eventually } from "./suite.ts";

export const extensionId = "field-ownership.kubernetes-field-ownership";

export function workspaceFile(file: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error("no workspace folder");
  return vscode.Uri.file(path.join(folder.uri.fsPath, file));
}

/** Opens a file of the workspace in a tab. */
export async function open(file: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(workspaceFile(file));
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

export async function writeFile(file: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(workspaceFile(file), new TextEncoder().encode(text));
}

/** Our findings as "line: text under the squiggle", 1-based, in order. */
export function squiggles(document: vscode.TextDocument): string[] {
  return findings(document).map(({ range }) => `${range.start.line + 1}: ${document.getText(range)}`);
}

export function findings(document: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === "field-ownership")
    .sort((a, b) => a.range.start.compareTo(b.range.start));
}

/** Place of the first character of a text, the caret's place in the tests below. */
export function placeOf(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  if (offset < 0) throw new Error(`${document.fileName} lacks ${text}`);
  return document.positionAt(offset);
}

/** Puts the caret before a text of the active editor, in the middle of what is visible. */
export function putCaret(document: vscode.TextDocument, text: string): void {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document !== document) throw new Error(`${document.fileName} is not in the active editor`);
  const place = placeOf(document, text);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
}

/** All that a hover at a text says, once it says anything that has `expected` in it. */
export function hover(document: vscode.TextDocument, text: string, expected: string): Promise<string> {
  return eventually(`a hover on ${text} with "${expected}"`, async () => {
    const said = await hoverNow(document, text);
    if (!said.includes(expected)) throw new Error(`the hover says: ${said}`);
    return said;
  });
}

export async function hoverNow(document: vscode.TextDocument, text: string): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, placeOf(document, text));
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (typeof content === "string" ? content : content.value))
    .join("\n");
}

/** The quick fixes at a text. */
export async function fixes(document: vscode.TextDocument, text: string): Promise<vscode.CodeAction[]> {
  const at = placeOf(document, text);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    new vscode.Range(at, at),
    vscode.CodeActionKind.QuickFix.value,
    10,
  );
}

/** Applies the quick fix whose title starts so. */
export async function applyFix(document: vscode.TextDocument, text: string, title: string): Promise<void> {
  const found = await fixes(document, text);
  const fix = found.find((action) => action.title.startsWith(title));
  if (fix?.edit === undefined) throw new Error(`no fix "${title}" with an edit among: ${found.map((action) => action.title).join(", ")}`);
  await vscode.workspace.applyEdit(fix.edit);
}
