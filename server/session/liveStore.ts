/**
 * What is known of live objects: saved files first, then the cluster. Answers are looked up at once; only `ask` reaches out.
 * Invariants: one read per object at a time; a read that nobody needs any more changes nothing; every change gives a new version.
 */
import { isMap, stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { decodeLive } from "../../shared/ownership/decodeLive.ts";
import { maskSecret } from "../../shared/ownership/maskSecret.ts";
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { Settings } from "../../shared/settings.ts";
import type { Cluster, ClusterAnswer, ClusterTarget, ObjectKey } from "../cluster/ports.ts";
import type { Files, SavedObject } from "../files/files.ts";
import { processDigest } from "../files/processDigest.ts";
import type { Kinds } from "./kinds.ts";
import { recent } from "./recent.ts";

export interface LiveStore {
  answer(key: ObjectKey): LiveAnswer;
  /** Changes whenever the answer does; cheaper than the answer. */
  version(key: ObjectKey): string;
  /** Whether asking could bring more than is known. */
  wants(key: ObjectKey, olderThan: number): boolean;
  /** Reads from the cluster; resolves when answered. Does nothing for objects that are saved in files. */
  ask(key: ObjectKey): Promise<void>;
  /** The read under way, if any. */
  flight(key: ObjectKey): Promise<void> | undefined;
  configure(settings: Settings): void;
  trust(): void;
  /** Saved objects were read again. */
  filesChanged(): void;
  /** Forgets all objects but these, and stops reading them. */
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
  readonly onChange: (id: string) => void;
}

/** Objects are the same where this is. */
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

  function savedOf(key: ObjectKey): SavedObject | undefined {
    const id = idOf(key);
    if (!saved.has(id))
      saved.set(id, options.files.saved({ ...key, namespace: key.namespace ?? (settings["cluster.namespace"] || undefined) }));
    return saved.get(id);
  }

  /** Why the cluster may not be asked, if so. */
  function refusal(key: ObjectKey): Extract<LiveAnswer, { readonly state: "untrusted" | "off" }> | undefined {
    if (options.loadCluster === undefined || !settings["cluster.enabled"]) return { state: "off", message: noSaved(key, settings) };
    if (!trusted) return { state: "untrusted", message: "The workspace isn't trusted: no kubeconfig is read and no cluster is asked" };
    return undefined;
  }

  async function read(key: ObjectKey, signal: AbortSignal): Promise<LiveAnswer> {
    cluster ??= options.loadCluster?.();
    const room = await cluster;
    if (room === undefined) return { state: "off", message: "No cluster" };
    const target = targetOf(settings);
    await options.kinds.learn(room, target, key.apiVersion, key.kind, signal);
    const answer = await room.get(target, key, signal);
    if (answer.state === "live") await learnVersions(room, target, key, answer.object, signal);
    return fromCluster(answer);
  }

  /** Records may be kept at other versions of the kind: their schemas are needed to read them. */
  async function learnVersions(room: Cluster, target: ClusterTarget, key: ObjectKey, object: Value, signal: AbortSignal): Promise<void> {
    const versionsOf = new Set(decodeLive(object).managedFields.map((entry) => entry.apiVersion));
    for (const apiVersion of versionsOf) await options.kinds.learn(room, target, apiVersion, key.kind, signal);
  }

  return {
    answer(key) {
      const file = savedOf(key);
      if (file === undefined) return reads.get(idOf(key))?.answer ?? refusal(key) ?? { state: "pending" };
      const known = decoded.get(idOf(key));
      if (known?.version === file.version) return known.answer;
      const answer = fromFile(file);
      decoded.set(idOf(key), { version: file.version, answer });
      return answer;
    },
    version(key) {
      const file = savedOf(key);
      if (file !== undefined) return file.version;
      return String(reads.get(idOf(key))?.version ?? refusal(key)?.state ?? "pending");
    },
    wants(key, olderThan) {
      if (savedOf(key) !== undefined || refusal(key) !== undefined) return false;
      const known = reads.get(idOf(key));
      return known === undefined || (known.flight === undefined && options.now() - known.at >= olderThan);
    },
    async ask(key) {
      if (savedOf(key) !== undefined || refusal(key) !== undefined) return;
      const id = idOf(key);
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
      entry.flight = read(key, entry.abort.signal)
        .catch((): LiveAnswer => ({ state: "off", message: "The cluster could not be asked" }))
        .then((answer) => {
          if (reads.get(id) !== entry) return;
          const changed = !isSame(entry.answer, answer);
          entry.flight = undefined;
          entry.at = options.now();
          entry.answer = answer;
          if (!changed) return;
          entry.version = ++versions;
          options.onChange(id);
        });
      return entry.flight;
    },
    flight: (key) => reads.get(idOf(key))?.flight,
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

function targetOf(settings: Settings): ClusterTarget {
  return {
    kubeconfig: settings["cluster.kubeconfig"] || undefined,
    context: settings["cluster.context"] || undefined,
    namespace: settings["cluster.namespace"] || undefined,
  };
}

function fromCluster(answer: ClusterAnswer): LiveAnswer {
  if (answer.state !== "live") return answer;
  return { state: "live", live: decodeLive(maskSecret(answer.object, processDigest)), source: answer.source, readAt: answer.readAt };
}

/** A saved object without managedFields was saved without `--show-managed-fields`, as kubectl does by default. */
function fromFile({ file, readAt, value }: SavedObject): LiveAnswer {
  const object = maskSecret(value(), processDigest);
  const metadata = isMap(object) ? object.get("metadata") : undefined;
  const recorded = isMap(metadata) && metadata.has("managedFields");
  return { state: recorded ? "live" : "ownersUnknown", live: decodeLive(object), source: { from: "file", file }, readAt };
}

/** The same version of the same object, or the same reason: nothing to tell anybody. */
function isSame(before: LiveAnswer, after: LiveAnswer): boolean {
  if (before.state !== after.state) return false;
  if (!("live" in before) || !("live" in after)) return JSON.stringify(before) === JSON.stringify(after);
  const identity = ({ object }: { readonly object: Value }): string =>
    [stringAt(object, "metadata", "uid"), stringAt(object, "metadata", "resourceVersion")].join(" ");
  return identity(before.live) === identity(after.live);
}

function noSaved({ kind, name }: ObjectKey, settings: Settings): string {
  const reads = settings["cluster.enabled"] ? "no cluster is asked here" : "fieldOwnership.cluster.enabled is off";
  return settings["live.files"].length === 0
    ? `No live object: ${reads}`
    : `No saved live object ${kind} "${name}" in fieldOwnership.live.files, and ${reads}`;
}
