/**
 * Kinds that definitions in the workspace describe, and the Namespaces that it holds. Looking through all of a workspace takes a while, so
 * it is done only once a kind is asked for that nobody else described, or a namespace is missing, and no answer waits for it.
 */
import type { CustomKind } from "../../shared/schema/fromCrd.ts";
import type { Files } from "../files/files.ts";
import { createDiskLooks } from "./diskLooks.ts";

export interface Definitions {
  /** What is known of a kind now; undefined also while nobody has looked yet. */
  kind(apiVersion: string, kind: string): CustomKind | undefined;
  /** Whether the workspace holds a Namespace of this name; undefined while nobody has looked yet. */
  hasNamespace(name: string): boolean | undefined;
  /** Until the workspace was looked through once. */
  searched(): Promise<void>;
  /** Files changed on disk. */
  filesChanged(): void;
  /** Until no look is under way. */
  done(): Promise<void>;
}

/** `onChange`: definitions came, went or changed. */
export function createDefinitions(files: Files, onChange: () => void): Definitions {
  const looks = createDiskLooks({ refresh: () => files.refreshCustomKinds() }, onChange);
  let [wanted, isSearched] = [false, false];

  function want(): void {
    if (!wanted) looks.look();
    wanted = true;
  }

  return {
    kind(apiVersion, kind) {
      want();
      return files.customKind(apiVersion, kind);
    },
    hasNamespace: (name) => (isSearched ? files.hasNamespace(name) : undefined),
    async searched() {
      if (isSearched) return;
      want();
      await looks.done();
      isSearched = true;
      onChange();
    },
    filesChanged() {
      if (wanted) looks.look();
    },
    done: () => looks.done(),
  };
}
