/** The kinds of code actions that there are. Counterpart in the protocol: `CodeActionContext.only`, where a kind stands for all below it. */
import { CodeActionKind } from "vscode-languageserver";

/** Applies all that is safe in a file; an editor may do so at each save. */
export const fixAllKind = "source.fixAll.fieldOwnership";

export const codeActionKinds: readonly string[] = [CodeActionKind.QuickFix, fixAllKind];

/** What an editor asks for. Whoever names no kind wants what belongs to the place: no source actions. */
export function wantedKinds(only: readonly string[] | undefined): { readonly quickFix: boolean; readonly fixAll: boolean } {
  const wants = (kind: string): boolean => only?.some((asked) => asked === "" || kind === asked || kind.startsWith(`${asked}.`)) === true;
  return { quickFix: only === undefined || wants(CodeActionKind.QuickFix), fixAll: wants(fixAllKind) };
}
