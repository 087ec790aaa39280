/** Where a program is: a path as it is, a bare name by PATH. Counterpart in Go: os/exec.LookPath. */
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import type { Or } from "./kubeconfig.ts";

export function findProgram(command: string, env: Readonly<Record<string, string | undefined>>): Or<string> {
  if (path.isAbsolute(command)) {
    if (runs(command)) return { value: command };
    return { problem: exists(command) ? "is not executable" : "does not exist: install it, or correct exec.command in the kubeconfig" };
  }
  const searched = (env.PATH ?? env.Path ?? "").split(path.delimiter);
  const endings = process.platform === "win32" ? ["", ...(env.PATHEXT ?? ".EXE").split(";")] : [""];
  for (const folder of searched) {
    // Like Go, never from the working directory.
    if (!path.isAbsolute(folder)) continue;
    const found = endings.map((ending) => path.join(folder, command + ending)).find(runs);
    if (found !== undefined) return { value: found };
  }
  const list = searched.join(path.delimiter);
  return {
    problem: `was not found in PATH (${list.length > 300 ? `${list.slice(0, 300)}…` : list}): install it, or give its full path in the kubeconfig; an editor that was not started from a terminal may lack the shell's PATH`,
  };
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
