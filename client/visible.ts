import * as vscode from "vscode";
import { type LanguageClient, State } from "vscode-languageclient/node";
import { type VisibleParams, visibleNotification } from "../shared/messages.ts";

/** Tells the server which documents are visible, at each start of it and whenever that changes. */
export function tellVisible(client: LanguageClient): vscode.Disposable {
  const tell = (): void => {
    if (!client.isRunning()) return;
    const uris = vscode.window.visibleTextEditors.map(({ document }) => client.code2ProtocolConverter.asUri(document.uri));
    const params: VisibleParams = { uris: [...new Set(uris)] };
    void client.sendNotification(visibleNotification, params);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(tell),
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) tell();
    }),
  );
}
