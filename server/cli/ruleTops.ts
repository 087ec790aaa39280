/** How far up a `.field-ownership.yaml` is looked for: to the top of the repository, so that it does not matter where one stands in it. */
import { existsSync } from "node:fs";
import path from "node:path";
import { isWithin } from "../files/walk.ts";

/** Without a repository: to the current folder for files below it, else no further than the file's own. */
export function ruleTops(files: readonly (string | undefined)[], cwd: string): readonly string[] {
  const folders = new Set(files.flatMap((file) => (file === undefined ? [] : [path.dirname(file)])));
  return [...new Set([...folders].map((folder) => repositoryTop(folder) ?? (isWithin(folder, cwd) ? cwd : folder)))];
}

function repositoryTop(folder: string): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, ".git"))) return at;
    if (at === path.dirname(at)) return undefined;
  }
}
