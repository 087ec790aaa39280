import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A folder of its own with these files, by relative path. */
export function folderWith(files: Readonly<Record<string, string>> = {}): {
  readonly root: string;
  readonly write: (name: string, text: string) => string;
} {
  const root = mkdtempSync(path.join(os.tmpdir(), "field-ownership-"));
  const write = (name: string, text: string): string => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { root, write };
}
