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

export function startSession(
  tree: Readonly<Record<string, string>> = {},
  options: { readonly settings?: object; readonly cluster?: Cluster; readonly quietMs?: number } = {},
): SessionFixture {
  const { root, write } = folderWith(tree);
  const { cluster, quietMs = 20 } = options;
  const session = createSession({
    settings: readSettings({ live: { files: ["live/**"] }, cluster: { connect: cluster === undefined ? "off" : "auto" }, ...options.settings }),
    trusted: true,
    files: createFiles({ roots: [root], liveGlobs: [] }),
    now: () => Date.parse("2026-01-02T00:00:00Z"),
    quietMs,
    ...(cluster === undefined ? {} : { cluster: async () => cluster }),
  });
  return { session, root, write, open: (name, text) => session.open({ uri: name, path: path.join(root, name), text, version: 1 }) };
}
