import type { InitializeParams } from "vscode-languageserver";
import type { InitializationOptions } from "../../shared/messages.ts";

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
  /** The workspace was trusted from the start. */
  readonly trusted: boolean;
  /** It has our command that copies a text. */
  readonly copies: boolean;
  /** Where the page of a rule is, undefined where the editor shows no links or has no pages. */
  readonly pageOf: (code: string) => string | undefined;
}

/** Ours is the one that connects; others know none of our commands. */
export function isOurClient(initializationOptions: unknown): boolean {
  return (initializationOptions as Partial<InitializationOptions> | undefined)?.connected !== undefined;
}

export function abilitiesOf({ capabilities: { textDocument, workspace }, initializationOptions }: InitializeParams): ClientAbilities {
  const { ruleDocs, trusted } = (initializationOptions ?? {}) as Partial<InitializationOptions>;
  const links =
    textDocument?.publishDiagnostics?.codeDescriptionSupport === true || textDocument?.diagnostic?.codeDescriptionSupport === true;
  return {
    // Without refresh a pulled answer would stay as it was before the live object arrived.
    pulls: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    configuration: workspace?.configuration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    trusted: trusted === true,
    copies: isOurClient(initializationOptions),
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    pageOf: (code) => (links && ruleDocs !== undefined ? `${ruleDocs}/${code}.md` : undefined),
  };
}
