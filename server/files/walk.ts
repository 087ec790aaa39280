/** Files below a folder that match a glob. Folders that hold no manifests of the workspace's own are left out, and so are endless trees. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fixedFolder, parseGlob } from "./glob.ts";

const skipped: ReadonlySet<string> = new Set([".git", "node_modules"]);
const mostEntries = 50_000;

/** Absolute paths, sorted. A folder that cannot be read has no files. */
export async function filesMatching(globs: readonly string[], roots: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const glob of globs.flatMap((one) => absoluteGlobs(one, roots))) {
    if (fixedFolder(glob) === glob) found.add(path.normalize(glob));
    else for (const file of await walk(glob)) found.add(file);
  }
  return [...found].sort();
}

/** Whether a file's path matches one of the globs, without looking at the disk. */
export function matchesAny(file: string, globs: readonly string[], roots: readonly string[]): boolean {
  const slashed = toSlashes(path.resolve(file));
  return globs.some((glob) => absoluteGlobs(glob, roots).some((absolute) => parseGlob(absolute).test(slashed)));
}

/** A file as people know it: relative to its root, where it lies in one. */
export function nameWithin(file: string, roots: readonly string[]): string {
  const within = roots
    .map((root) => path.relative(root, file))
    .find((relative) => !relative.startsWith("..") && !path.isAbsolute(relative));
  return within ?? file;
}

function absoluteGlobs(glob: string, roots: readonly string[]): readonly string[] {
  const slashed = toSlashes(glob).replace(/^\.\//, "");
  return path.isAbsolute(glob) ? [slashed] : roots.map((root) => `${toSlashes(path.resolve(root))}/${slashed}`);
}

async function walk(glob: string): Promise<readonly string[]> {
  const pattern = parseGlob(glob);
  const files: string[] = [];
  const folders = [fixedFolder(glob)];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined && entries < mostEntries; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      entries++;
      const full = `${folder.replace(/\/$/, "")}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) folders.push(full);
      } else if (pattern.test(full)) files.push(path.normalize(full));
    }
  }
  return files;
}

/** Whether a file or folder is a folder or lies below it. */
export function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The path as globs write it. */
export function toSlashes(file: string): string {
  return path.sep === "/" ? file : file.split(path.sep).join("/");
}
