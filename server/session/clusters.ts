/** The way to the clusters: loaded at the first need, behind the person's consent, and only in a trusted workspace. */
import type { TargetAnswer } from "../../shared/messages.ts";
import type { Settings } from "../../shared/settings.ts";
import type { Cluster, ClusterTarget } from "../cluster/ports.ts";
import { connectableOf, createConsent } from "./consent.ts";
import { untrustedMessage } from "./liveAnswers.ts";
import type { SessionOptions } from "./model.ts";

export interface Clusters {
  /** Undefined where there is none: offline. */
  readonly load: (() => Promise<Cluster>) | undefined;
  /** Undefined until the workspace is trusted, too. */
  loadTrusted(): Promise<Cluster> | undefined;
  /** The clusters, if they were ever needed. */
  loaded(): Promise<Cluster> | undefined;
  /** What a target means, and whether it may be asked. */
  targetOf(target: ClusterTarget): Promise<TargetAnswer>;
  connect(identities: readonly string[]): void;
  configure(settings: Settings): void;
  trust(): void;
}

export function createClusters({ cluster, connected, settings, ...options }: SessionOptions): Clusters {
  const consent = createConsent(connected, settings["cluster.connect"]);
  let { trusted } = options;
  let mode = settings["cluster.connect"];
  let room: Promise<Cluster> | undefined;

  const load = cluster && ((): Promise<Cluster> => (room ??= cluster().then(consent.lock)));

  return {
    load,
    loadTrusted: () => (trusted ? load?.() : undefined),
    loaded: () => room,
    async targetOf(target) {
      if (!trusted) return { problem: untrustedMessage };
      const loaded = mode === "off" ? undefined : await load?.();
      if (loaded === undefined) return { problem: "fieldOwnership.cluster.connect is off" };
      const found = connectableOf(loaded.describe(target));
      return "problem" in found ? found : { ...found, connected: consent.allows(found) };
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
