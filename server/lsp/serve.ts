/**
 * The language server on one connection. `initialize` is answered before anything heavy is loaded; what the editor sends meanwhile
 * waits in order.
 */
import {
  CodeActionKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import type { InitializationOptions } from "../../shared/messages.ts";
import type { Cluster } from "../cluster/ports.ts";
import type { Session, SessionOptions } from "../session/model.ts";
import { abilitiesOf } from "./abilities.ts";
import { handle } from "./handlers.ts";
import { pathOf } from "./pathOf.ts";
import { readSettings } from "./readSettings.ts";

export interface ServerPorts {
  readonly loadCluster: () => Promise<Cluster>;
  readonly now: () => number;
  /** Other than the defaults in tests only. */
  readonly timing?: Pick<SessionOptions, "quietMs" | "objectsPerFile">;
}

export function serve(connection: Connection, ports: ServerPorts): void {
  connection.onInitialize((params): InitializeResult => {
    const client = abilitiesOf(params.capabilities);
    const session = startSession(params, ports);
    handle(connection, client, session);
    connection.onShutdown(async () => (await session).dispose());
    connection.onInitialized(() => {
      if (client.watchesFiles) watchFiles(connection);
    });
    return {
      serverInfo: { name: "kubernetes-field-ownership" },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        ...(client.pulls ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } } : {}),
      },
    };
  });
}

/** Loads the session once the answer to `initialize` is on its way. */
async function startSession(params: InitializeParams, ports: ServerPorts): Promise<Session> {
  await new Promise((resolve) => setImmediate(resolve));
  const [{ createSession }, { createFiles }] = await Promise.all([import("../session/session.ts"), import("../files/files.ts")]);
  const { trusted = false, settings: sent } = (params.initializationOptions ?? {}) as Partial<InitializationOptions>;
  const settings = readSettings(sent);
  const roots = (params.workspaceFolders ?? []).flatMap(({ uri }) => pathOf(uri) ?? []);
  const files = createFiles({ roots, liveGlobs: settings["live.files"] });
  return createSession({ settings, trusted, files, cluster: ports.loadCluster, now: ports.now, ...ports.timing });
}

/** YAML and JSON files on disk hold saved live objects and kustomizations. */
function watchFiles(connection: Connection): void {
  const watchers = [{ globPattern: "**/*.{yaml,yml,json}" }, { globPattern: "**/Kustomization" }];
  connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => undefined);
}
