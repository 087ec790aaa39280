import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** A folder of its own with these files, by relative path; it is removed after the suite. */
export function folderWith(files: Readonly<Record<string, string>> = {}): {
  readonly root: string;
  /** A mode of 0o755 makes a program. */
  readonly write: (name: string, text: string, mode?: number) => string;
} {
  const root = mkdtempSync(path.join(os.tmpdir(), "field-ownership-"));
  roots.push(root);
  const write = (name: string, text: string, mode = 0o644): string => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { root, write };
}

const roots: string[] = [];
afterAll(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});
