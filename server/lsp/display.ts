/** What the editor shows without a gesture: diagnostics, pushed or pulled, lenses, and the status. Nothing is sent twice. */
import {
  type CodeLens,
  type Connection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type StatusParams, statusNotification } from "../../shared/messages.ts";
import { fold } from "../features/fold.ts";
import type { PlacedFinding, Session } from "../session/model.ts";
import type { ClientAbilities } from "./abilities.ts";
import { toCodeLens, toDiagnostic, toProblemDiagnostic } from "./toProtocol.ts";

export interface Display {
  show(session: Session, uri: string): Promise<void>;
  /** The answer to a pull. */
  report(session: Session, uri: string, previousResultId: string | undefined): Promise<DocumentDiagnosticReport>;
  /** The answer to a request for lenses. */
  lenses(session: Session, uri: string): Promise<CodeLens[]>;
  /** Whether a pull would bring the editor anything new: most writes to a live object change nothing that is shown. */
  isOutdated(session: Session, uris: readonly string[]): Promise<boolean>;
  /** The same of lenses. */
  areLensesOutdated(session: Session, uris: readonly string[]): Promise<boolean>;
  /** The file was closed. */
  forget(uri: string): void;
}

export function createDisplay(connection: Connection, client: ClientAbilities, documents: ReadonlyMap<string, TextDocument>): Display {
  const statuses = new Map<string, string>();
  const results = new Map<string, { readonly resultId: string; readonly text: string }>();
  const lensTexts = new Map<string, string>();
  let resultIds = 0;

  async function diagnosticsOf(session: Session, uri: string): Promise<Diagnostic[]> {
    const [findings, problems] = [await session.diagnosticsOf(uri), await session.rulesProblemsOf(uri)];
    const document = documents.get(uri);
    if (document === undefined) return [];
    return [
      ...foldEach(findings).map((finding) => toDiagnostic(document, finding, client.pageOf(finding.code))),
      ...problems.map((problem) => toProblemDiagnostic(document, problem)),
    ];
  }

  async function lensesOf(session: Session, uri: string): Promise<CodeLens[]> {
    const lenses = await session.lensesOf(uri);
    const document = documents.get(uri);
    return document === undefined ? [] : lenses.map((lens) => toCodeLens(document, lens));
  }

  async function push(session: Session, uri: string): Promise<void> {
    const diagnostics = await diagnosticsOf(session, uri);
    const version = documents.get(uri)?.version;
    if (version !== undefined) await connection.sendDiagnostics({ uri, version, diagnostics });
  }

  async function sendStatus(session: Session, uri: string): Promise<void> {
    const status = await session.statusOf(uri);
    if (!documents.has(uri)) return;
    const params: StatusParams = status === undefined ? { uri } : { uri, status };
    const text = JSON.stringify(params);
    if ((statuses.get(uri) ?? JSON.stringify({ uri })) === text) return;
    statuses.set(uri, text);
    await connection.sendNotification(statusNotification, params);
  }

  return {
    async show(session, uri) {
      if (!client.pulls) await push(session, uri);
      await sendStatus(session, uri);
    },
    async report(session, uri, previousResultId) {
      const items = await diagnosticsOf(session, uri);
      const text = JSON.stringify(items);
      const last = results.get(uri);
      if (last !== undefined && last.resultId === previousResultId && last.text === text) {
        return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: last.resultId };
      }
      const resultId = String(++resultIds);
      results.set(uri, { resultId, text });
      return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
    },
    async isOutdated(session, uris) {
      for (const uri of uris) {
        if (documents.has(uri) && JSON.stringify(await diagnosticsOf(session, uri)) !== results.get(uri)?.text) return true;
      }
      return false;
    },
    async lenses(session, uri) {
      const lenses = await lensesOf(session, uri);
      lensTexts.set(uri, JSON.stringify(lenses));
      return lenses;
    },
    async areLensesOutdated(session, uris) {
      for (const uri of uris) {
        if (documents.has(uri) && JSON.stringify(await lensesOf(session, uri)) !== (lensTexts.get(uri) ?? "[]")) return true;
      }
      return false;
    },
    forget(uri) {
      lensTexts.delete(uri);
      statuses.delete(uri);
      results.delete(uri);
      if (!client.pulls) connection.sendDiagnostics({ uri, diagnostics: [] }).catch(() => undefined);
    },
  };
}

/** Object by object. */
function foldEach(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const objects = new Map<string, PlacedFinding[]>();
  for (const finding of findings) {
    const id = `${finding.document} ${finding.item}`;
    const known = objects.get(id);
    if (known === undefined) objects.set(id, [finding]);
    else known.push(finding);
  }
  return [...objects.values()].flatMap((own) => fold(own));
}
