/** The files that `-f` and `--live` name, read as kubectl reads them: folders in order of names, UTF-8 with or without a BOM. */
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import * as words from "../../shared/ownership/words/commandLine.ts";

export interface Input {
  /** As it was given, or below the folder that was given. */
  readonly name: string;
  /** Absolute; undefined for stdin. */
  readonly path: string | undefined;
  readonly text: string;
}

export interface Inputs {
  readonly inputs: readonly Input[];
  /** One sentence for each name that could not be read. */
  readonly problems: readonly string[];
}

/** The extensions that are looked for in folders, as kubectl does. */
export const extensions: readonly string[] = [".yaml", ".yml", ".json"];

/** Reads every name: a file, a folder, or `-` for stdin. A file named twice is read once. */
export async function readInputs(
  names: readonly string[],
  options: { readonly cwd: string; readonly recursive: boolean; readonly stdin: () => Promise<Uint8Array> },
): Promise<Inputs> {
  const inputs: Input[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  const add = async (name: string, file: string | undefined): Promise<void> => {
    if (seen.has(file ?? "-")) return;
    seen.add(file ?? "-");
    try {
      const bytes = file === undefined ? await options.stdin() : await readFile(file);
      inputs.push({ name, path: file, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) });
    } catch (error) {
      problems.push(words.cannotRead(name, reasonOf(error)));
    }
  };

  for (const name of names) {
    if (name === "-") {
      await add("<stdin>", undefined);
      continue;
    }
    const listed = await listFiles(name, options);
    if ("problem" in listed) problems.push(listed.problem);
    else for (const file of listed.files) await add(file, path.resolve(options.cwd, file));
  }
  return { inputs, problems };
}

async function listFiles(
  name: string,
  options: { readonly cwd: string; readonly recursive: boolean },
): Promise<{ readonly files: readonly string[] } | { readonly problem: string }> {
  const given = path.resolve(options.cwd, name);
  try {
    if (!(await stat(given)).isDirectory()) return { files: [name] };
    const entries = await readdir(given, { withFileTypes: true, recursive: options.recursive });
    const files = entries
      .filter((entry) => !entry.isDirectory() && extensions.includes(path.extname(entry.name)))
      .map((entry) => path.join(name, path.relative(given, path.join(entry.parentPath, entry.name))))
      .sort();
    if (files.length > 0) return { files };
    const reason = (options.recursive ? words.noFileInFolder : words.noFileInFolderItself)(extensions.join(", "));
    return { problem: words.cannotRead(name, reason) };
  } catch (error) {
    return { problem: words.cannotRead(name, reasonOf(error)) };
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return words.noSuchFile;
  if (code === "EACCES" || code === "EPERM") return words.permissionDenied;
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return words.notUtf8;
  return error instanceof Error ? error.message : String(error);
}
