/** A session on a folder of its own, offline unless a cluster is given. */
import path from "node:path";
import type { Cluster } from "../../server/cluster/ports.ts";
import { createFiles } from "../../server/files/files.ts";
import { readSettings } from "../../server/lsp/readSettings.ts";
import type { Session } from "../../server/session/model.ts";
import { createSession } from "../../server/session/session.ts";
import { folderWith } from "./folder.ts";

export interface SessionFixture {
  readonly session: Session;
  readonly root: string;
  readonly write: (name: string, text: string) => string;
  /** Opens a file of the folder, on disk or not, under its name. */
  open(name: string, text: string): void;
}

export interface SessionOverrides {
  /** Nested, as an editor sends them below `fieldOwnership`. */
  readonly settings?: object;
  /** By folder below the root. */
  readonly folders?: Readonly<Record<string, object>>;
  readonly cluster?: Cluster;
  readonly connected?: readonly string[] | undefined;
  readonly trusted?: boolean;
  readonly flags?: boolean;
  readonly quietMs?: number;
  readonly keepsFresh?: boolean;
  readonly now?: () => number;
}

export function startSession(tree: Readonly<Record<string, string>> = {}, options: SessionOverrides = {}): SessionFixture {
  const { root, write } = folderWith(tree);
  const { cluster, connected, folders = {}, trusted = true, flags = false, quietMs = 20, keepsFresh = false } = options;
  const { now = () => Date.parse("2026-01-02T00:00:00Z") } = options;
  const session = createSession({
    settings: readSettings({
      live: { files: ["live/**"] },
      cluster: { connect: cluster === undefined ? "off" : "auto" },
      ...options.settings,
    }),
    folders: Object.entries(folders).map(([name, settings]) => ({ path: path.join(root, name), settings: readSettings(settings) })),
    trusted,
    flags,
    ...(connected && { connected }),
    files: createFiles({ roots: [root], liveGlobs: [] }),
    now,
    quietMs,
    keepsFresh,
    ...(cluster === undefined ? {} : { cluster: async () => cluster }),
  });
  return { session, root, write, open: (name, text) => session.open({ uri: name, path: path.join(root, name), text, version: 1 }) };
}
