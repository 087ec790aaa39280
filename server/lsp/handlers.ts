/** The one place with requests, tokens and try/catch: each handler asks the session and puts its answer into the protocol's shape. */
import {
  type CancellationToken,
  type CodeAction,
  type CodeLens,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeWorkspaceFoldersNotification,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type Hover,
  MarkupKind,
  type WorkspaceFolder,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type ApplyFixParams,
  applyFixRequest,
  type ConnectedParams,
  connectedNotification,
  refreshNotification,
  type TargetAnswer,
  type TargetParams,
  targetRequest,
  trustedNotification,
  type VerifyAnswer,
  type VerifyParams,
  type VerifyPlanAnswer,
  type VerifySendParams,
  type VisibleParams,
  verifyPlanRequest,
  verifyRequest,
  visibleNotification,
} from "../../shared/messages.ts";
import { fixIsGone, noAnswer } from "../../shared/ownership/words/actions.ts";
import type { Session } from "../session/model.ts";
import type { ClientAbilities } from "./abilities.ts";
import { wantedKinds } from "./codeActionKinds.ts";
import { createDisplay } from "./display.ts";
import { askSettings, rootsOf } from "./folders.ts";
import { hoverLinks } from "./hoverLinks.ts";
import { pathOf } from "./pathOf.ts";
import { placeOf } from "./placeOf.ts";
import { fromProtocolRange, toProtocolRange } from "./positions.ts";
import { readSettings } from "./readSettings.ts";
import { toCodeAction, toFixAll, toVerifyAnswer, toVerifyPlanAnswer } from "./toProtocol.ts";

export function handle(
  connection: Connection,
  client: ClientAbilities,
  starting: Promise<Session>,
  initialFolders: readonly WorkspaceFolder[],
): void {
  let folders = initialFolders;
  let { trusted } = client;
  const documents = new Map<string, TextDocument>();
  const display = createDisplay(connection, client, documents);

  /** The answer, or `fallback` where the editor no longer wants it or we failed. */
  async function answer<T>(token: CancellationToken | undefined, fallback: T, work: (session: Session) => Promise<T>): Promise<T> {
    try {
      const session = await starting;
      return token?.isCancellationRequested ? fallback : await work(session);
    } catch (error) {
      connection.console.error(placeOf(error));
      return fallback;
    }
  }

  /** Notifications reach the session in the order in which they came. */
  const tell = (work: (session: Session) => void | Promise<void>): void =>
    void answer(undefined, undefined, async (session) => work(session));
  const show = (uris: readonly string[]): void => {
    for (const uri of uris) tell((session) => display.show(session, uri));
  };

  tell((session) => {
    session.onRefresh((uris) => {
      if (client.pulls) {
        tell(async () => {
          if (await display.isOutdated(session, uris)) connection.languages.diagnostics.refresh().catch(() => undefined);
        });
      }
      if (client.refreshesLenses) {
        tell(async () => {
          if (await display.areLensesOutdated(session, uris)) connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
        });
      }
      show(uris);
    });
  });

  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    documents.set(uri, TextDocument.create(uri, languageId, version, text));
    tell((session) => session.open({ uri, path: pathOf(uri), text, version }));
    show([uri]);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const document = documents.get(uri);
    if (document === undefined) return;
    const text = TextDocument.update(document, contentChanges, version).getText();
    tell((session) => session.change(uri, text, version));
    show([uri]);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => tell((session) => session.save(uri)));
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.delete(uri);
    tell((session) => {
      session.close(uri);
      display.forget(uri);
    });
  });

  connection.onHover(({ textDocument: { uri }, position }, token) =>
    answer<Hover | null>(token, null, async (session) => {
      const asked = documents.get(uri);
      const found = asked && (await session.hoverAt(uri, asked.offsetAt(position)));
      const document = documents.get(uri);
      if (found === undefined || document === undefined) return null;
      const links = trusted ? hoverLinks(found, { uri, position }, client.copies) : undefined;
      const contents = { kind: MarkupKind.Markdown, value: links === undefined ? found.markdown : `${found.markdown}  \n${links}` };
      return found.range === undefined ? { contents } : { contents, range: toProtocolRange(document, found.range) };
    }),
  );
  connection.onCodeAction(({ textDocument: { uri }, range, context }, token) =>
    answer<CodeAction[]>(token, [], async (session) => {
      const asked = documents.get(uri);
      const wanted = wantedKinds(context.only);
      const all = wanted.fixAll ? await session.fixAllOf(uri) : undefined;
      const fixes = asked === undefined || !wanted.quickFix ? [] : await session.fixesAt(uri, fromProtocolRange(asked, range));
      const document = documents.get(uri);
      if (document === undefined) return [];
      return [
        ...fixes
          .filter(({ copies }) => copies === undefined || client.copies)
          .map((fix) => toCodeAction(document, fix, context.diagnostics, client.versionedEdits)),
        ...(all === undefined ? [] : [toFixAll(document, all, client.versionedEdits)]),
      ];
    }),
  );
  connection.languages.diagnostics.on(({ textDocument: { uri }, previousResultId }, token) =>
    answer<DocumentDiagnosticReport>(token, { kind: DocumentDiagnosticReportKind.Full, items: [] }, (session) =>
      display.report(session, uri, previousResultId),
    ),
  );

  connection.onCodeLens(({ textDocument: { uri } }, token) => answer<CodeLens[]>(token, [], (session) => display.lenses(session, uri)));
  const offsetOf = ({ uri, position }: VerifyParams): number => documents.get(uri)?.offsetAt(position) ?? 0;
  connection.onRequest<VerifyPlanAnswer, void>(verifyPlanRequest, (params: VerifyParams, token: CancellationToken) =>
    answer<VerifyPlanAnswer>(token, { problem: noAnswer }, async (session) =>
      toVerifyPlanAnswer(await session.verifyPlanAt(params.uri, offsetOf(params))),
    ),
  );
  connection.onRequest<VerifyAnswer, void>(verifyRequest, (params: VerifySendParams, token: CancellationToken) =>
    answer<VerifyAnswer>(token, { summary: noAnswer, details: [], severity: "warning" }, async (session) =>
      toVerifyAnswer(await session.verifyAt(params.uri, offsetOf(params), params.agreed)),
    ),
  );
  connection.onRequest<TargetAnswer, void>(targetRequest, ({ uri }: TargetParams, token: CancellationToken) =>
    answer<TargetAnswer>(token, { problem: noAnswer }, (session) => session.targetOf(uri)),
  );
  connection.onRequest<string | null, void>(applyFixRequest, ({ uri, position, title }: ApplyFixParams, token: CancellationToken) =>
    answer<string | null>(token, noAnswer, async (session) => {
      const offset = offsetOf({ uri, position });
      const fix = (await session.fixesAt(uri, { start: offset, end: offset })).find((offered) => offered.title === title);
      const document = documents.get(uri);
      if (fix === undefined || document === undefined) return fixIsGone;
      const { edit = {} } = toCodeAction(document, fix, [], client.versionedEdits);
      return (await connection.workspace.applyEdit({ label: title, edit })).applied ? null : fixIsGone;
    }),
  );
  connection.onNotification(connectedNotification, ({ identities }: ConnectedParams) => tell((session) => session.connect(identities)));
  connection.onNotification(refreshNotification, () => tell((session) => session.refresh()));
  connection.onNotification(trustedNotification, () => {
    trusted = true;
    tell((session) => session.trust());
  });
  connection.onNotification(visibleNotification, ({ uris }: VisibleParams) => tell((session) => session.setVisible(uris)));
  connection.onDidChangeWatchedFiles(() => tell((session) => session.filesChanged()));
  connection.onDidChangeConfiguration(({ settings }) =>
    tell(async (session) => {
      const sent = (settings as { readonly fieldOwnership?: unknown } | null)?.fieldOwnership;
      const asked = client.configuration ? await askSettings(connection, folders) : undefined;
      if (asked !== undefined) session.configure(asked.settings, asked.folders);
      else if (sent !== undefined) session.configure(readSettings(sent));
    }),
  );
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) => {
    folders = [...folders.filter(({ uri }) => !removed.some((gone) => gone.uri === uri)), ...added];
    tell(async (session) => {
      const asked = client.configuration ? await askSettings(connection, folders) : undefined;
      session.setRoots(rootsOf(folders));
      if (asked !== undefined) session.configure(asked.settings, asked.folders);
    });
  });
}
