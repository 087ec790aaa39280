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
  /** Whether the workspace describes a kind; undefined while nobody has looked yet. */
  hasKind(apiVersion: string, kind: string): boolean | undefined;
  /** Whether it holds a Namespace of this name, likewise. */
  hasNamespace(name: string): boolean | undefined;
  /** Looks, if nobody has yet; resolves when that is done. */
  searched(): Promise<void>;
  /** Files changed on disk. */
  filesChanged(): void;
  /** Until no look is under way. */
  settled(): Promise<void>;
}

/** `onChange`: definitions came, went or changed, or it is known now that there are none, where that was asked. */
export function createDefinitions(files: Files, onChange: () => void): Definitions {
  const looks = createDiskLooks({ refresh: () => files.refreshCustomKinds() }, onChange);
  let first: Promise<void> | undefined;
  let [isSearched, isAwaited] = [false, false];

  function searched(): Promise<void> {
    if (first === undefined) looks.look();
    first ??= looks.done().then(() => {
      isSearched = true;
      if (isAwaited) onChange();
    });
    return first;
  }

  function onceSearched(answer: () => boolean): boolean | undefined {
    if (isSearched) return answer();
    isAwaited = true;
    return undefined;
  }

  return {
    searched,
    kind(apiVersion, kind) {
      void searched();
      return files.customKind(apiVersion, kind);
    },
    hasKind(apiVersion, kind) {
      void searched();
      return onceSearched(() => files.customKind(apiVersion, kind) !== undefined);
    },
    hasNamespace: (name) => onceSearched(() => files.hasNamespace(name)),
    filesChanged() {
      if (first !== undefined) looks.look();
    },
    async settled() {
      await first;
      await looks.done();
    },
  };
}
