/** Files of certificates and tokens, read again when they changed. Counterpart in Go: client-go's CachedFileTokenSource, which looks once a minute. */
import { readFile, stat } from "node:fs/promises";

export interface FileContents {
  /** Rejects as Node does where the file cannot be read. */
  text(file: string): Promise<string>;
  /** What is known may be stale although the file looks the same. */
  forget(): void;
}

export function fileContents(): FileContents {
  const known = new Map<string, { readonly stamp: string; readonly text: string }>();
  return {
    async text(file) {
      const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
      const stamp = `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
      const last = known.get(file);
      if (last?.stamp === stamp) return last.text;
      const text = await readFile(file, "utf8");
      known.set(file, { stamp, text });
      return text;
    },
    forget: () => known.clear(),
  };
}
