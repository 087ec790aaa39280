/** The way to the clusters: loaded at the first need, behind the person's consent, and only in a trusted workspace. */
import type { TargetAnswer } from "../../shared/messages.ts";
import * as reaching from "../../shared/ownership/words/reaching.ts";
import type { Settings } from "../../shared/settings.ts";
import type { Cluster, ClusterTarget } from "../cluster/ports.ts";
import { connectableOf, createConsent } from "./consent.ts";
import { createMeanings } from "./meanings.ts";
import type { SessionOptions } from "./model.ts";
import { targetId } from "./targets.ts";

/** How often kubeconfigs are looked at for changes. */
const lookMs = 1_000;

export interface Clusters {
  /** Undefined where there is none: offline. */
  readonly load: (() => Promise<Cluster>) | undefined;
  /** Undefined until the workspace is trusted, and where clusters are switched off, too. */
  loadAllowed(): Promise<Cluster> | undefined;
  /** The clusters, if they were ever needed. */
  loaded(): Promise<Cluster> | undefined;
  /** What a target means, and whether it may be asked. */
  targetOf(target: ClusterTarget): Promise<TargetAnswer>;
  /** Calls back when one of the targets came to mean something else than when it was asked. Returns how to stop it. */
  watch(targets: () => readonly ClusterTarget[], onChange: () => void): () => void;
  connect(identities: readonly string[]): void;
  configure(settings: Settings): void;
  trust(): void;
}

export function createClusters({ cluster, connected, settings, ...options }: SessionOptions): Clusters {
  const meanings = createMeanings();
  const consent = createConsent({ connected, mode: settings["cluster.connect"], onAsk: meanings.note });
  let { trusted } = options;
  let mode = settings["cluster.connect"];
  let room: Promise<Cluster> | undefined;

  const load = cluster && ((): Promise<Cluster> => (room ??= cluster().then(consent.lock)));

  return {
    load,
    loadAllowed: () => (trusted && mode !== "off" ? load?.() : undefined),
    loaded: () => room,
    async targetOf(target) {
      if (!trusted) return { problem: reaching.untrusted };
      const loaded = mode === "off" ? undefined : await load?.();
      if (loaded === undefined) return { problem: reaching.switchedOff };
      const found = connectableOf(loaded.describe(target));
      return "problem" in found ? found : { ...found, connected: consent.allows(found) };
    },
    watch(targets, onChange) {
      const look = async (): Promise<void> => {
        const cluster = await room;
        if (cluster === undefined) return;
        const distinct = new Map(targets().map((target) => [targetId(target), target])).values();
        if ([...distinct].filter((target) => meanings.isOther(target, cluster.describe(target))).length > 0) onChange();
      };
      const looking = setInterval(() => void look().catch(() => undefined), lookMs);
      return () => clearInterval(looking);
    },
    connect: consent.connect,
    configure(next) {
      mode = next["cluster.connect"];
      consent.configure(mode);
    },
    trust() {
      trusted = true;
    },
  };
}
