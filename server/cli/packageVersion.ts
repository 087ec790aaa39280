import { readFileSync } from "node:fs";
import path from "node:path";

/** The version in the package.json nearest above a file: the same question for the sources, the bundle and the npm package. */
export function packageVersion(file: string): string {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const version = versionIn(path.join(folder, "package.json"));
    if (version !== undefined) return version;
    if (folder === path.dirname(folder)) return "unknown";
  }
}

function versionIn(file: string): string | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    const version = typeof content === "object" && content !== null && "version" in content ? content.version : undefined;
    return typeof version === "string" ? version : undefined;
  } catch {
    // No package.json here, or an unreadable one: the next folder up.
    return undefined;
  }
}
