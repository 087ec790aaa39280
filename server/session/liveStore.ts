/**
 * What is known of live objects: saved files first, then the cluster. Answers are looked up at once; only `ask` reaches out.
 * Invariants: one read per object at a time; a read that nobody needs any more changes nothing; every change gives a new version.
 */
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { Settings } from "../../shared/settings.ts";
import type { Cluster, ClusterTarget, ObjectKey } from "../cluster/ports.ts";
import type { Files, SavedObject } from "../files/files.ts";
import type { Kinds } from "./kinds.ts";
import { fromCluster, fromFile, isSame, noSaved, untrustedMessage, versionsToRead, withVersions } from "./liveAnswers.ts";
import { recent } from "./recent.ts";
import { targetId } from "./targets.ts";

export interface LiveStore {
  answer(target: ClusterTarget, key: ObjectKey): LiveAnswer;
  /** Changes whenever the answer does; cheaper than the answer. */
  version(target: ClusterTarget, key: ObjectKey): string;
  /** Whether asking could bring more than is known. */
  wants(target: ClusterTarget, key: ObjectKey, olderThan: number): boolean;
  /** Reads from the cluster; resolves when answered. Does nothing for objects that are saved in files. */
  ask(target: ClusterTarget, key: ObjectKey): Promise<void>;
  /** The read under way, if any. */
  flight(target: ClusterTarget, key: ObjectKey): Promise<void> | undefined;
  configure(settings: Settings): void;
  trust(): void;
  /** Saved objects were read again. */
  filesChanged(): void;
  /** Forgets all objects but these (see `idIn`), and stops reading them. */
  keepOnly(ids: ReadonlySet<string>): void;
  dispose(): void;
}

export interface LiveStoreOptions {
  readonly files: Files;
  readonly kinds: Kinds;
  readonly loadCluster: (() => Promise<Cluster>) | undefined;
  readonly settings: Settings;
  readonly trusted: boolean;
  readonly now: () => number;
  /** An answer arrived. */
  readonly onChange: (target: ClusterTarget, key: ObjectKey) => void;
}

/** Objects are the same where this is. */
export function idIn(target: ClusterTarget, key: ObjectKey): string {
  return `${targetId(target)}\n${idOf(key)}`;
}

/** Objects of one cluster are the same where this is. */
export function idOf({ apiVersion, kind, namespace, name }: ObjectKey): string {
  return [apiVersion, kind, namespace ?? "", name].join("\n");
}

interface Read {
  answer: LiveAnswer;
  version: number;
  /** `now()` of the last answer. */
  at: number;
  flight: Promise<void> | undefined;
  abort: AbortController;
}

/** Decoded saved objects that are kept; the others are decoded again when needed. */
const decodedLimit = 64;

export function createLiveStore(options: LiveStoreOptions): LiveStore {
  const reads = new Map<string, Read>();
  const saved = new Map<string, SavedObject | undefined>();
  const decoded = recent<string, { readonly version: string; readonly answer: LiveAnswer }>(decodedLimit);
  let { settings, trusted } = options;
  let cluster: Promise<Cluster> | undefined;
  let versions = 0;

  function savedOf(target: ClusterTarget, key: ObjectKey): SavedObject | undefined {
    const id = idIn(target, key);
    if (!saved.has(id)) saved.set(id, options.files.saved({ ...key, namespace: key.namespace ?? target.namespace }));
    return saved.get(id);
  }

  /** Why the cluster may not be asked, if so. */
  function refusal(key: ObjectKey): Extract<LiveAnswer, { readonly state: "untrusted" | "off" }> | undefined {
    if (options.loadCluster === undefined || settings["cluster.connect"] === "off")
      return { state: "off", message: noSaved(key, settings) };
    if (!trusted) return { state: "untrusted", message: untrustedMessage };
    return undefined;
  }

  async function read(target: ClusterTarget, key: ObjectKey, signal: AbortSignal): Promise<LiveAnswer> {
    cluster ??= options.loadCluster?.();
    const room = await cluster;
    if (room === undefined) return { state: "off", message: "No cluster" };
    await options.kinds.learn(room, target, key.apiVersion, key.kind, signal);
    const answer = fromCluster(await room.get(target, key, signal));
    const asServed = versionsToRead(answer, key).map(async (apiVersion) => {
      await options.kinds.learn(room, target, apiVersion, key.kind, signal);
      return [apiVersion, fromCluster(await room.get(target, { ...key, apiVersion }, signal))] as const;
    });
    return withVersions(answer, await Promise.all(asServed));
  }

  return {
    answer(target, key) {
      const file = savedOf(target, key);
      const id = idIn(target, key);
      if (file === undefined) return reads.get(id)?.answer ?? refusal(key) ?? { state: "pending" };
      const known = decoded.get(id);
      if (known?.version === file.version) return known.answer;
      const answer = fromFile(file);
      decoded.set(id, { version: file.version, answer });
      return answer;
    },
    version(target, key) {
      const file = savedOf(target, key);
      if (file !== undefined) return file.version;
      return String(reads.get(idIn(target, key))?.version ?? refusal(key)?.state ?? "pending");
    },
    wants(target, key, olderThan) {
      if (savedOf(target, key) !== undefined || refusal(key) !== undefined) return false;
      const known = reads.get(idIn(target, key));
      return known === undefined || (known.flight === undefined && options.now() - known.at >= olderThan);
    },
    async ask(target, key) {
      if (savedOf(target, key) !== undefined || refusal(key) !== undefined) return;
      const id = idIn(target, key);
      const before = reads.get(id);
      if (before?.flight !== undefined) return before.flight;
      const entry: Read = before ?? {
        answer: { state: "pending" },
        version: ++versions,
        at: 0,
        flight: undefined,
        abort: new AbortController(),
      };
      reads.set(id, entry);
      entry.flight = read(target, key, entry.abort.signal)
        .catch((): LiveAnswer => ({ state: "off", message: "The cluster could not be asked" }))
        .then((answer) => {
          if (reads.get(id) !== entry) return;
          const changed = !isSame(entry.answer, answer);
          entry.flight = undefined;
          entry.at = options.now();
          entry.answer = answer;
          if (!changed) return;
          entry.version = ++versions;
          options.onChange(target, key);
        });
      return entry.flight;
    },
    flight: (target, key) => reads.get(idIn(target, key))?.flight,
    configure(next) {
      settings = next;
      saved.clear();
      decoded.clear();
      forget(reads, new Set());
    },
    trust() {
      trusted = true;
    },
    filesChanged() {
      saved.clear();
    },
    keepOnly(ids) {
      forget(reads, ids);
      for (const id of saved.keys()) if (!ids.has(id)) saved.delete(id);
    },
    dispose() {
      forget(reads, new Set());
      void cluster?.then((room) => room.dispose()).catch(() => undefined);
    },
  };
}

function forget(reads: Map<string, Read>, but: ReadonlySet<string>): void {
  for (const [id, { abort }] of reads) {
    if (but.has(id)) continue;
    abort.abort();
    reads.delete(id);
  }
}
