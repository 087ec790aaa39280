/**
 * What is known of live objects: saved files first, then the cluster. Answers are looked up at once; only `ask` reaches out.
 * Invariant: every change of an answer is a change of its version.
 */
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import * as reaching from "../../shared/ownership/words/reaching.ts";
import type { Settings } from "../../shared/settings.ts";
import type { Cluster, ClusterTarget, ObjectKey } from "../cluster/ports.ts";
import type { Files, SavedObject } from "../files/files.ts";
import type { Kinds } from "./kinds.ts";
import { fromFile, noSaved } from "./liveAnswers.ts";
import { createLiveReads } from "./liveReads.ts";
import { recent } from "./recent.ts";
import { targetId } from "./targets.ts";

export interface LiveStore {
  answer(target: ClusterTarget, key: ObjectKey): LiveAnswer;
  /** The namespace in which a cluster lacks the object; undefined where it has it, nobody knows, or the kind has no namespaces. */
  absentFrom(target: ClusterTarget, key: ObjectKey): string | undefined;
  /** Changes whenever the answer does; cheaper than the answer. */
  version(target: ClusterTarget, key: ObjectKey): string;
  /** Whether asking could bring more than is known. */
  wants(target: ClusterTarget, key: ObjectKey, olderThan: number): boolean;
  /** Reads from the cluster; resolves when answered. Does nothing for objects that are saved in files. `urgent`: somebody waits for it. */
  ask(target: ClusterTarget, key: ObjectKey, urgent?: boolean): Promise<void>;
  /** The read under way, if any. */
  flight(target: ClusterTarget, key: ObjectKey): Promise<void> | undefined;
  /** These are watched where the cluster lets us, and no others. */
  keepFresh(objects: readonly { readonly target: ClusterTarget; readonly key: ObjectKey }[]): void;
  /** Objects that could not be read again are older by now, which is to be told. */
  growOlder(): void;
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

/** Decoded saved objects that are kept; the others are decoded again when needed. */
const decodedLimit = 64;

export function createLiveStore(options: LiveStoreOptions): LiveStore {
  let cluster: Promise<Cluster> | undefined;
  const reads = createLiveReads({
    cluster: () => (cluster ??= options.loadCluster?.()),
    kinds: options.kinds,
    now: options.now,
    onChange: ({ target, key }) => options.onChange(target, key),
  });
  const saved = new Map<string, SavedObject | undefined>();
  const decoded = recent<string, { readonly version: string; readonly answer: LiveAnswer }>(decodedLimit);
  let { settings, trusted } = options;

  function savedOf(target: ClusterTarget, key: ObjectKey): SavedObject | undefined {
    const id = idIn(target, key);
    if (!saved.has(id)) saved.set(id, options.files.saved({ ...key, namespace: key.namespace ?? target.namespace }));
    return saved.get(id);
  }

  /** Why the cluster may not be asked, if so. */
  function refusal(key: ObjectKey): Extract<LiveAnswer, { readonly state: "untrusted" | "off" }> | undefined {
    if (options.loadCluster === undefined || settings["cluster.connect"] === "off")
      return { state: "off", message: noSaved(key, settings) };
    if (!trusted) return { state: "untrusted", message: reaching.untrusted };
    return undefined;
  }

  /** Saved objects win over the cluster's. */
  function mayAsk(target: ClusterTarget, key: ObjectKey): boolean {
    return savedOf(target, key) === undefined && refusal(key) === undefined;
  }

  return {
    answer(target, key) {
      const file = savedOf(target, key);
      const id = idIn(target, key);
      if (file === undefined) return reads.answer(id) ?? refusal(key) ?? { state: "pending" };
      const known = decoded.get(id);
      if (known?.version === file.version) return known.answer;
      const answer = fromFile(file);
      decoded.set(id, { version: file.version, answer });
      return answer;
    },
    absentFrom(target, key) {
      if (savedOf(target, key) !== undefined) return undefined;
      const answer = reads.answer(idIn(target, key));
      return answer?.state === "absent" && answer.source.from === "cluster" ? answer.source.namespace : undefined;
    },
    version(target, key) {
      const file = savedOf(target, key);
      if (file !== undefined) return file.version;
      return String(reads.version(idIn(target, key)) ?? refusal(key)?.state ?? "pending");
    },
    wants: (target, key, olderThan) => mayAsk(target, key) && reads.isDue(idIn(target, key), olderThan),
    async ask(target, key, urgent = false) {
      if (mayAsk(target, key)) await reads.ask({ id: idIn(target, key), target, key }, urgent);
    },
    flight: (target, key) => reads.flight(idIn(target, key)),
    keepFresh(objects) {
      const asked = objects.filter(({ target, key }) => mayAsk(target, key));
      reads.keepFresh(asked.map(({ target, key }) => ({ id: idIn(target, key), target, key })));
    },
    growOlder: () => reads.growOlder(),
    configure(next) {
      settings = next;
      saved.clear();
      decoded.clear();
      reads.keepOnly(new Set());
    },
    trust() {
      trusted = true;
    },
    filesChanged() {
      saved.clear();
    },
    keepOnly(ids) {
      reads.keepOnly(ids);
      for (const id of saved.keys()) if (!ids.has(id)) saved.delete(id);
    },
    dispose() {
      reads.keepOnly(new Set());
      void cluster?.then((room) => room.dispose()).catch(() => undefined);
    },
  };
}
