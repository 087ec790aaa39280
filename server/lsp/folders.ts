/** The workspace folders as the session knows them, and the settings of each: every folder may mean another cluster. */
import type { Connection, WorkspaceFolder } from "vscode-languageserver";
import type { Settings } from "../../shared/settings.ts";
import type { FolderSettings } from "../session/model.ts";
import { pathOf } from "./pathOf.ts";
import { readSettings } from "./readSettings.ts";

export interface AllSettings {
  readonly settings: Settings;
  readonly folders: readonly FolderSettings[];
}

/** The paths of the folders that lie on disk. */
export function rootsOf(folders: readonly WorkspaceFolder[] | null | undefined): string[] {
  return (folders ?? []).flatMap(({ uri }) => pathOf(uri) ?? []);
}

/** Asks the editor for its settings, of the window and of each folder; undefined where it does not answer. */
export async function askSettings(connection: Connection, folders: readonly WorkspaceFolder[]): Promise<AllSettings | undefined> {
  const onDisk = folders.filter(({ uri }) => pathOf(uri) !== undefined);
  const section = "fieldOwnership";
  try {
    const items = [{ section }, ...onDisk.map(({ uri }) => ({ scopeUri: uri, section }))];
    const [own, ...each] = (await connection.workspace.getConfiguration(items)) as readonly unknown[];
    if (own === undefined || own === null) return undefined;
    const paths = rootsOf(onDisk);
    return {
      settings: readSettings(own),
      folders: paths.map((path, index) => ({ path, settings: readSettings(each[index] ?? own) })),
    };
  } catch {
    return undefined;
  }
}
