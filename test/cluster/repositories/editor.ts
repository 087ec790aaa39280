/** A repository in an editor: every file open, settings at their defaults. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pathFromData } from "../../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import type { LspClient } from "../../support/lspClient.ts";
import { startLanguageServer } from "../languageServer.ts";

/** A finding as an editor gets it. */
export interface Squiggle {
  readonly file: string;
  readonly code: string;
  readonly path: string;
}

export interface OpenRepository {
  /** What is shown in all files, once the objects of these were compared. */
  squiggles(compared: readonly string[]): Promise<readonly Squiggle[]>;
  /** Types: the text of the file becomes another. */
  change(file: string, change: (text: string) => string): Promise<void>;
  close(): Promise<void>;
}

export async function openRepository(folder: string, files: readonly string[], kubeconfig: string): Promise<OpenRepository> {
  const uriOf = (file: string): string => pathToFileURL(join(folder, file)).href;
  const editor = await startLanguageServer({
    folderUri: pathToFileURL(folder).href,
    settings: { cluster: { connect: "auto", kubeconfig } },
  });
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  for (const [file, text] of texts) await editor.open(uriOf(file), text);
  return {
    async squiggles(compared) {
      const statusOf = (file: string): string => editor.statuses.get(uriOf(file))?.text ?? "reading";
      await editor.until(
        async () => compared.filter((file) => statusOf(file).startsWith("reading")),
        (waiting) => waiting.length === 0,
      );
      const found: Squiggle[] = [];
      for (const file of files) found.push(...(await shownIn(editor, file, uriOf(file))));
      return found;
    },
    async change(file, change) {
      const text = change(texts.get(file) ?? "");
      texts.set(file, text);
      await editor.change(uriOf(file), text);
    },
    close: () => editor.stop(),
  };
}

async function shownIn(editor: LspClient, file: string, uri: string): Promise<readonly Squiggle[]> {
  return (await editor.diagnostics(uri)).map(({ code, data }) => {
    const path = pathFromData((data as { path: string[] }).path);
    return { file, code: String(code), path: path === undefined ? "(unreadable)" : printPath(path) };
  });
}
