import path from "node:path";
import { fileURLToPath } from "node:url";

/** The path of a file's URI; undefined for buffers that no file holds. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? path.normalize(fileURLToPath(uri)) : undefined;
  } catch {
    return undefined;
  }
}
