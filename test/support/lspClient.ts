/** A small language client for tests: what an editor would send, and what it heard. Works on any transport. */
import {
  type CodeAction,
  CodeActionRequest,
  CodeLensRefreshRequest,
  type ConfigurationParams,
  createProtocolConnection,
  type Diagnostic,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  DocumentDiagnosticRequest,
  ExitNotification,
  type Hover,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type MessageReader,
  type MessageWriter,
  type Position,
  type ProtocolConnection,
  type Range,
  RegistrationRequest,
  ShutdownRequest,
  type TextDocumentEdit,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Status, type StatusParams, statusNotification, visibleNotification } from "../../shared/messages.ts";

export interface LspClientOptions {
  /** Of the workspace; absent: single files. */
  readonly folderUri?: string;
  /** More folders of the workspace, with settings of their own. */
  readonly folders?: Readonly<Record<string, object>>;
  /** What the person is connected to; absent: an editor that cannot connect. */
  readonly connected?: readonly string[];
  readonly trusted?: boolean;
  /** Nested, as an editor sends them below `fieldOwnership`. */
  readonly settings?: object;
  /** False: an editor that cannot ask for diagnostics and waits for them. */
  readonly pulls?: boolean;
}

export interface LspClient {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  /** The newest status per document, undefined where nothing is shown. */
  readonly statuses: ReadonlyMap<string, Status | undefined>;
  /** How often the server said that its diagnostics changed. */
  refreshes(): number;
  /** The same of lenses. */
  lensRefreshes(): number;
  /** Opens a document that is visible from then on. */
  open(uri: string, text: string, languageId?: string): Promise<void>;
  change(uri: string, text: string): Promise<void>;
  save(uri: string): Promise<void>;
  close(uri: string): Promise<void>;
  configure(settings: object): Promise<void>;
  diagnostics(uri: string): Promise<readonly Diagnostic[]>;
  hover(uri: string, position: Position): Promise<Hover | null>;
  /** The quick-fixes for a range, asked with the diagnostics that are on screen there. */
  fixes(uri: string, range: Range, diagnostics: readonly Diagnostic[]): Promise<readonly CodeAction[]>;
  /** The text of an open document after the edits of a fix. */
  edited(uri: string, action: CodeAction): string;
  /**
   * Asks again whenever the server says that its answers changed, until an answer is wanted; an error that shows the last
   * answer where none comes in time.
   */
  until<Answer>(ask: () => Promise<Answer>, wanted: (answer: Answer) => boolean, milliseconds?: number): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startLspClient(reader: MessageReader, writer: MessageWriter, options: LspClientOptions = {}): Promise<LspClient> {
  const connection = createProtocolConnection(reader, writer);
  const statuses = new Map<string, Status | undefined>();
  const documents = new Map<string, TextDocument>();
  const uris = [...(options.folderUri === undefined ? [] : [options.folderUri]), ...Object.keys(options.folders ?? {})];
  let settings = options.settings ?? {};
  let news: () => void = () => undefined;
  let changed = new Promise<void>((resolve) => {
    news = resolve;
  });
  let refreshes = 0;
  let lensRefreshes = 0;
  const tell = (): void => {
    news();
    changed = new Promise((resolve) => {
      news = resolve;
    });
  };
  connection.onNotification(statusNotification, ({ uri, status }: StatusParams) => {
    statuses.set(uri, status);
    tell();
  });
  connection.onRequest(CodeLensRefreshRequest.type, () => {
    lensRefreshes++;
    tell();
  });
  connection.onRequest(DiagnosticRefreshRequest.type, () => {
    refreshes++;
    tell();
  });
  connection.onRequest(RegistrationRequest.type, () => undefined);
  connection.onRequest("workspace/configuration", ({ items }: ConfigurationParams) =>
    items.map(({ scopeUri }) => options.folders?.[scopeUri ?? ""] ?? settings),
  );
  connection.listen();

  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: options.folderUri ?? null,
    workspaceFolders: uris.length === 0 ? null : uris.map((uri) => ({ uri, name: uri })),
    initializationOptions: {
      trusted: options.trusted ?? true,
      settings,
      ruleDocs: "file:///extension/docs/rules",
      ...(options.connected && { connected: options.connected }),
    },
    capabilities: {
      workspace: {
        diagnostics: { refreshSupport: true },
        codeLens: { refreshSupport: true },
        configuration: true,
        workspaceEdit: { documentChanges: true },
      },
      textDocument: {
        ...(options.pulls === false ? {} : { diagnostic: { relatedDocumentSupport: false } }),
        publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
        hover: { contentFormat: ["markdown", "plaintext"] },
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } },
          isPreferredSupport: true,
          dataSupport: true,
        },
      },
    },
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const textDocument = (uri: string): { uri: string } => ({ uri });

  return {
    connection,
    initialized,
    statuses,
    refreshes: () => refreshes,
    lensRefreshes: () => lensRefreshes,
    async open(uri, text, languageId = "yaml") {
      documents.set(uri, TextDocument.create(uri, languageId, 1, text));
      await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId, version: 1, text } });
      await connection.sendNotification(visibleNotification, { uris: [...documents.keys()] });
    },
    async change(uri, text) {
      const version = document(uri).version + 1;
      documents.set(uri, TextDocument.create(uri, "yaml", version, text));
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    },
    save: (uri) => connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } }),
    async close(uri) {
      documents.delete(uri);
      await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
      await connection.sendNotification(visibleNotification, { uris: [...documents.keys()] });
    },
    configure(next) {
      settings = next;
      return connection.sendNotification(DidChangeConfigurationNotification.type, { settings: { fieldOwnership: next } });
    },
    async diagnostics(uri) {
      const report = await connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: textDocument(uri) });
      if (report.kind !== "full") throw new Error("a full report was asked for");
      return report.items;
    },
    hover: (uri, position) => connection.sendRequest(HoverRequest.type, { textDocument: textDocument(uri), position }),
    async fixes(uri, range, diagnostics) {
      const context = { diagnostics: [...diagnostics], only: ["quickfix"] };
      const actions = await connection.sendRequest(CodeActionRequest.type, { textDocument: textDocument(uri), range, context });
      return (actions ?? []).filter((action): action is CodeAction => "kind" in action);
    },
    edited: (uri, action) => TextDocument.applyEdits(document(uri), editsFor(uri, action)),
    async until(ask, wanted, milliseconds = 10_000) {
      for (const end = Date.now() + milliseconds; ; ) {
        const waited = changed;
        const answer = await ask();
        if (wanted(answer)) return answer;
        const left = end - Date.now();
        if (left <= 0) throw new Error(`no such answer in time; the last one: ${JSON.stringify(answer, undefined, 2)}`);
        await Promise.race([waited, new Promise((resolve) => setTimeout(resolve, left).unref())]);
      }
    },
    async stop() {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      connection.dispose();
    },
  };

  function document(uri: string): TextDocument {
    const found = documents.get(uri);
    if (found === undefined) throw new Error(`${uri} is not open`);
    return found;
  }
}

function editsFor(uri: string, { edit }: CodeAction): TextEdit[] {
  const changes = (edit?.documentChanges ?? []).filter((change): change is TextDocumentEdit => "edits" in change);
  const edits = changes.filter((change) => change.textDocument.uri === uri).flatMap((change) => change.edits);
  return [...edits, ...(edit?.changes?.[uri] ?? [])].filter((one): one is TextEdit => "newText" in one);
}
