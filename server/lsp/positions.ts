/** The one place where the session's offsets become the protocol's lines and UTF-16 columns, and back. */
import type { Range as ProtocolRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Range } from "../../shared/manifest/model.ts";

export function toProtocolRange(document: TextDocument, { start, end }: Range): ProtocolRange {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function fromProtocolRange(document: TextDocument, { start, end }: ProtocolRange): Range {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}
