/**
 * Kinds that definitions in the workspace describe. Looking through all of a workspace takes a while, so it is done only once a kind is asked
 * for that nobody else described, and nothing waits for it.
 */
import type { CustomKind } from "../../shared/schema/fromCrd.ts";
import type { Files } from "../files/files.ts";
import { createDiskLooks } from "./diskLooks.ts";

export interface Definitions {
  /** What is known of a kind now; undefined also while nobody has looked yet. */
  kind(apiVersion: string, kind: string): CustomKind | undefined;
  /** Files changed on disk. */
  filesChanged(): void;
  /** Until no look is under way. */
  done(): Promise<void>;
}

/** `onChange`: definitions came, went or changed. */
export function createDefinitions(files: Files, onChange: () => void): Definitions {
  const looks = createDiskLooks({ refresh: () => files.refreshCustomKinds() }, onChange);
  let wanted = false;
  return {
    kind(apiVersion, kind) {
      if (!wanted) looks.look();
      wanted = true;
      return files.customKind(apiVersion, kind);
    },
    filesChanged() {
      if (wanted) looks.look();
    },
    done: () => looks.done(),
  };
}
