/** A cluster that the test plays: what its kubeconfig says, who was asked for what, and what it answers. */
import type { Cluster, ClusterAnswer, ClusterTarget, ObjectKey, TargetDescription } from "../../server/cluster/ports.ts";

/** What a kubeconfig with one context says of it. */
export const description: Exclude<TargetDescription, { readonly problem: string }> = {
  context: "test",
  cluster: "test",
  server: "https://test.example:6443",
  namespace: "shop",
  namespaceFrom: "context",
  contexts: 1,
  executes: undefined,
};

export interface PlayedCluster {
  readonly cluster: Cluster;
  /** "prod: web", in order. */
  readonly asked: readonly string[];
  /** How often the kubeconfig was read. */
  described(): number;
  /** What the kubeconfig says from now on, of every context. */
  describeAs(next: Partial<typeof description>): void;
}

/** Answers 404 to everything. */
export function playedCluster(): PlayedCluster {
  const asked: string[] = [];
  let said = description;
  let described = 0;
  const absent = (target: ClusterTarget, key: ObjectKey): ClusterAnswer => ({
    state: "absent",
    source: {
      from: "cluster",
      context: target.context ?? said.context,
      namespace: key.namespace ?? target.namespace ?? said.namespace,
      namespaceAssumed: key.namespace === undefined,
    },
  });
  const cluster: Cluster = {
    describe: (target) => {
      described++;
      return { ...said, context: target.context ?? said.context };
    },
    get: async (target, key) => {
      asked.push(`${target.context ?? said.context}: ${key.name}`);
      return absent(target, key);
    },
    kind: async (target, _apiVersion, kind) => {
      asked.push(`${target.context ?? said.context}: kind ${kind}`);
      return undefined;
    },
    hurry: () => undefined,
    watch: () => () => undefined,
    dryRun: async () => ({ state: "off", message: "not played" }),
    refresh: () => undefined,
    dispose: () => undefined,
  };
  return {
    cluster,
    asked,
    described: () => described,
    describeAs(next) {
      said = { ...said, ...next };
    },
  };
}
