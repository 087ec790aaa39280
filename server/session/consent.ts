/**
 * The clusters behind a lock: for a context that the person did not connect to nothing is requested and nothing executed; only the
 * kubeconfig is read. The session gets no other way to a cluster, so there is no way around it.
 */
import type { Connectable, LiveAnswer } from "../../shared/ownership/snapshot.ts";
import * as reaching from "../../shared/ownership/words/reaching.ts";
import type { Cluster, ClusterAnswer, ClusterTarget, TargetDescription } from "../cluster/ports.ts";

export interface Consent {
  /** Whether the person connected to it, or lets everything be asked. */
  allows(cluster: Connectable): boolean;
  /** The person's connections, all of them. */
  connect(identities: readonly string[]): void;
  /** `auto` asks every context. */
  configure(mode: "ask" | "auto" | "off"): void;
  /** The cluster, locked. */
  lock(cluster: Cluster): Cluster;
}

export interface ConsentOptions {
  /** Undefined where the editor has no way to connect: then the setting alone decides. */
  readonly connected: readonly string[] | undefined;
  readonly mode: "ask" | "auto" | "off";
  /** What a target means that somebody asks. */
  readonly onAsk: (target: ClusterTarget, description: TargetDescription) => void;
}

export function createConsent({ connected: initial, mode: initialMode, onAsk }: ConsentOptions): Consent {
  const notConnected = initial === undefined ? reaching.notConnectedSet : reaching.notConnectedRun;
  let connected = new Set(initial);
  let mode = initialMode;

  const allows = ({ identity }: Connectable): boolean => mode === "auto" || (mode === "ask" && connected.has(identity));

  /** Why a target may not be asked, if so. */
  function refusal(cluster: Cluster, target: ClusterTarget): Extract<LiveAnswer, { readonly state: "off" }> | undefined {
    if (mode === "off") return { state: "off", message: reaching.switchedOff };
    const description = cluster.describe(target);
    onAsk(target, description);
    const found = connectableOf(description);
    if ("problem" in found) return { state: "off", message: found.problem };
    if (allows(found)) return undefined;
    return { state: "off", message: notConnected(found.context), connect: found };
  }

  return {
    allows,
    connect(identities) {
      connected = new Set(identities);
    },
    configure(next) {
      mode = next;
    },
    lock: (cluster) => ({
      describe: (target) => cluster.describe(target),
      get: async (target, key, signal) =>
        refusal(cluster, target) ?? withOrigins(await cluster.get(target, key, signal), target, cluster.describe(target)),
      hurry: (target, key) => {
        if (refusal(cluster, target) === undefined) cluster.hurry(target, key);
      },
      watch(target, key, listener) {
        if (refusal(cluster, target) === undefined) {
          const answer = (found: ClusterAnswer): void => listener.answer(withOrigins(found, target, cluster.describe(target)));
          return cluster.watch(target, key, { ...listener, answer });
        }
        queueMicrotask(() => listener.ended());
        return () => undefined;
      },
      kind: async (target, apiVersion, kind, signal) =>
        refusal(cluster, target) === undefined ? cluster.kind(target, apiVersion, kind, signal) : undefined,
      dryRun: async (target, key, request, signal) => refusal(cluster, target) ?? cluster.dryRun(target, key, request, signal),
      refresh: () => cluster.refresh(),
      dispose: () => cluster.dispose(),
    }),
  };
}

/** The answer with what of its place was chosen and what merely assumed. */
function withOrigins(answer: ClusterAnswer, target: ClusterTarget, description: TargetDescription): ClusterAnswer {
  if (answer.state === "off" || answer.source.from === "file" || "problem" in description) return answer;
  const { contexts } = description;
  const namespaceFrom = target.namespaceFrom ?? description.namespaceFrom;
  const contextAssumed = contexts > 1 && target.context === undefined;
  const kubeconfig = target.kubeconfig === undefined ? {} : { kubeconfig: target.kubeconfig };
  return { ...answer, source: { ...answer.source, ...kubeconfig, ...(contextAssumed && { contextAssumed }), namespaceFrom } };
}

/** What the person would connect to. A context that means another server or runs another program is another. */
export function connectableOf(description: TargetDescription): Connectable | { readonly problem: string } {
  if ("problem" in description) return description;
  const { context, server, executes } = description;
  return { context, server, executes, identity: JSON.stringify([context, server, executes ?? ""]) };
}
