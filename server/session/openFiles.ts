/** The open files, and what is said about each of them elsewhere: its role, its cluster, who applies it. */
import type { ClusterTarget, ObjectKey } from "../cluster/ports.ts";
import type { Files } from "../files/files.ts";
import { idIn, idOf } from "./liveStore.ts";
import type { SourceFile } from "./model.ts";
import type { Targeted } from "./namespaces.ts";
import { type OpenFile, openFile, type Surroundings } from "./openFile.ts";
import { type Targets, targetId } from "./targets.ts";

export interface OpenFiles {
  get(uri: string): OpenFile | undefined;
  all(): readonly OpenFile[];
  uris(): readonly string[];
  add(source: SourceFile): OpenFile;
  remove(uri: string): void;
  clear(): void;
  /** Settings or files may say something else about them now: whether they do of any, and whether one means another cluster. */
  lookAround(): { readonly changed: boolean; readonly moved: boolean };
  /** The files in which an object stands. */
  mentioning(target: ClusterTarget, key: ObjectKey): readonly string[];
  /** The files of the same folder, itself included. Files without a path are neighbours of nobody. */
  neighbours(file: OpenFile): readonly OpenFile[];
  /** The files that mean the same cluster, itself included, in the order in which they were opened. */
  inClusterOf(file: OpenFile): readonly OpenFile[];
  /** All their objects. */
  objects(): readonly Targeted[];
  /** What these are known by; see `idIn`. */
  ids(): ReadonlySet<string>;
}

export function createOpenFiles(disk: Files, targets: Targets): OpenFiles {
  const open = new Map<string, OpenFile>();

  function surroundingsOf(path: string | undefined): Surroundings {
    const rules = path === undefined ? undefined : disk.rulesOf(path);
    return {
      role: path === undefined ? { kind: "manifest" } : disk.roleOf(path),
      target: targets.of(path, rules),
      applier: targets.applier(path, rules),
      ruleWarnings: rules?.warnings ?? [],
      levels: targets.levels(path, rules),
      ignores: targets.ignores(rules),
      names: { aliases: rules?.aliases ?? {}, us: rules?.us ?? [] },
    };
  }

  const objects = (): readonly Targeted[] => [...open.values()].flatMap(objectsIn);

  return {
    get: (uri) => open.get(uri),
    all: () => [...open.values()],
    uris: () => [...open.keys()],
    add(source) {
      const file = openFile(source, surroundingsOf(source.path));
      open.set(source.uri, file);
      return file;
    },
    remove: (uri) => void open.delete(uri),
    clear: () => open.clear(),
    lookAround() {
      let [changed, moved] = [false, false];
      for (const file of open.values()) {
        const { role, target, applier, ruleWarnings, levels, ignores, names } = file;
        const next = surroundingsOf(file.path);
        moved ||= targetId(next.target) !== targetId(target);
        changed ||= JSON.stringify(next) !== JSON.stringify({ role, target, applier, ruleWarnings, levels, ignores, names });
        Object.assign(file, next);
      }
      return { changed, moved };
    },
    mentioning(target, key) {
      const id = idOf(key);
      const same = [...open.values()].filter((file) => targetId(file.target) === targetId(target));
      return same
        .filter(({ parts }) => parts.some(({ summary }) => summary?.objects.some((object) => object.id === id)))
        .map(({ uri }) => uri);
    },
    neighbours: (file) => [...open.values()].filter((other) => folderOf(other) === folderOf(file)),
    inClusterOf: ({ target }) => [...open.values()].filter((other) => isSameCluster(other.target, target)),
    objects,
    ids: () => new Set(objects().map(({ target, key }) => idIn(target, key))),
  };
}

function objectsIn({ target, parts }: OpenFile): readonly Targeted[] {
  return parts.flatMap(({ summary }) => summary?.objects.map(({ key }) => ({ target, key })) ?? []);
}

function isSameCluster(a: ClusterTarget, b: ClusterTarget): boolean {
  return a.kubeconfig === b.kubeconfig && a.context === b.context;
}

function folderOf({ path, uri }: OpenFile): string {
  return path === undefined ? uri : path.replace(/[^\\/]*$/, "");
}
