/**
 * The language server on one connection. `initialize` is answered before anything heavy is loaded; what the editor sends meanwhile
 * waits in order.
 */
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import type { InitializationOptions } from "../../shared/messages.ts";
import type { Cluster } from "../cluster/ports.ts";
import type { Session, SessionOptions } from "../session/model.ts";
import { abilitiesOf, isOurClient } from "./abilities.ts";
import { codeActionKinds } from "./codeActionKinds.ts";
import { type AllSettings, askSettings, rootsOf } from "./folders.ts";
import { handle } from "./handlers.ts";
import { readSettings } from "./readSettings.ts";

export interface ServerPorts {
  readonly loadCluster: () => Promise<Cluster>;
  readonly now: () => number;
  /** Other than the defaults in tests only. */
  readonly timing?: Pick<SessionOptions, "quietMs" | "objectsPerFile">;
}

const settingsMs = 2_000;

export function serve(connection: Connection, ports: ServerPorts): void {
  connection.onInitialize((params): InitializeResult => {
    const client = abilitiesOf(params);
    const initialized = new Promise<void>((resolve) => {
      connection.onInitialized(() => {
        if (client.watchesFiles) watchFiles(connection);
        resolve();
      });
    });
    const settings = initialized.then(() => (client.configuration ? firstSettings(connection, params) : undefined));
    const session = startSession(params, ports, settings);
    handle(connection, client, session, params.workspaceFolders ?? []);
    connection.onShutdown(async () => (await session).dispose());
    return {
      serverInfo: { name: "kubernetes-field-ownership" },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        hoverProvider: true,
        // Its command is our own client's: an editor without it would show a lens that does nothing.
        ...(isOurClient(params.initializationOptions) ? { codeLensProvider: {} } : {}),
        codeActionProvider: { codeActionKinds: [...codeActionKinds] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        ...(client.pulls ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } } : {}),
      },
    };
  });
}

/** Loads the session once the answer to `initialize` is on its way. */
async function startSession(params: InitializeParams, ports: ServerPorts, asked: Promise<AllSettings | undefined>): Promise<Session> {
  await new Promise((resolve) => setImmediate(resolve));
  const [{ createSession }, { createFiles }] = await Promise.all([import("../session/session.ts"), import("../files/files.ts")]);
  const { trusted = false, connected, settings: sent } = (params.initializationOptions ?? {}) as Partial<InitializationOptions>;
  // Before anything is asked it must be known of whom: a folder may mean another cluster than the window.
  const { settings, folders } = (await asked) ?? { settings: readSettings(sent), folders: [] };
  const roots = rootsOf(params.workspaceFolders);
  const files = createFiles({ roots, liveGlobs: settings["live.files"] });
  return createSession({
    settings,
    folders,
    trusted,
    ...(connected && { connected }),
    files,
    cluster: ports.loadCluster,
    now: ports.now,
    keepsFresh: true,
    ...ports.timing,
  });
}

/** An editor that does not answer in time is taken by what it sent at the start. */
function firstSettings(connection: Connection, { workspaceFolders }: InitializeParams): Promise<AllSettings | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), settingsMs).unref());
  return Promise.race([askSettings(connection, workspaceFolders ?? []), late]);
}

/** YAML and JSON files on disk hold saved live objects, kustomizations and `.field-ownership.yaml`. */
function watchFiles(connection: Connection): void {
  const watchers = [{ globPattern: "**/*.{yaml,yml,json}" }, { globPattern: "**/Kustomization" }];
  connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => undefined);
}
