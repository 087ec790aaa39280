import type { TextDocument } from "vscode";

/** Whether a document is reason enough to start the server: any YAML, and JSON that could be a Kubernetes object. */
export function wakesServer(document: TextDocument): boolean {
  return document.languageId === "yaml" || (document.languageId === "json" && document.getText().includes('"apiVersion"'));
}
