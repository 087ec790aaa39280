import type { ClientCapabilities } from "vscode-languageserver";

/** What the editor can do, as far as it changes what we send. */
export interface ClientAbilities {
  /** It pulls diagnostics, and again when told; otherwise they are pushed. */
  readonly pulls: boolean;
  readonly versionedEdits: boolean;
  /** It can be asked for its settings. */
  readonly configuration: boolean;
  readonly watchesFiles: boolean;
  /** It asks for lenses again when told. */
  readonly refreshesLenses: boolean;
}

export function abilitiesOf({ textDocument, workspace }: ClientCapabilities): ClientAbilities {
  return {
    // Without refresh a pulled answer would stay as it was before the live object arrived.
    pulls: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    configuration: workspace?.configuration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
  };
}
