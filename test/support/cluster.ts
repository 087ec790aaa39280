/** A cluster that the test plays: what its kubeconfig says, who was asked for what, and what it answers. */

import type { Cluster, ClusterTarget, ObjectKey, TargetDescription } from "../../server/cluster/ports.ts";
import type { Value } from "../../shared/fieldpath/value.ts";
import type { LiveSource } from "../../shared/ownership/snapshot.ts";

const record: Value = new Map<string, Value>([
  ["manager", "ci"],
  ["operation", "Apply"],
  ["apiVersion", "v1"],
  ["fieldsType", "FieldsV1"],
  ["fieldsV1", new Map()],
]);

function namespaceObject(name: string, phase: string): Value {
  return new Map<string, Value>([
    ["apiVersion", "v1"],
    ["kind", "Namespace"],
    [
      "metadata",
      new Map<string, Value>([
        ["name", name],
        ["managedFields", [record]],
      ]),
    ],
    ["status", new Map([["phase", phase]])],
  ]);
}

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

/** Answers 404 to everything but namespaces: all of them are there, but for those that are named here. */
export function playedCluster(namespaces: Readonly<Record<string, "missing" | "terminating">> = {}): PlayedCluster {
  const asked: string[] = [];
  let said = description;
  let described = 0;
  const sourceOf = (target: ClusterTarget, key: ObjectKey): LiveSource => ({
    from: "cluster",
    context: target.context ?? said.context,
    namespace: key.namespace ?? target.namespace ?? said.namespace,
    namespaceAssumed: key.namespace === undefined,
  });
  const cluster: Cluster = {
    describe: (target) => {
      described++;
      return { ...said, context: target.context ?? said.context };
    },
    get: async (target, key) => {
      asked.push(`${target.context ?? said.context}: ${key.name}`);
      const source = sourceOf(target, key);
      if (key.kind !== "Namespace" || namespaces[key.name] === "missing") return { state: "absent", source };
      const phase = namespaces[key.name] === "terminating" ? "Terminating" : "Active";
      return { state: "live", object: namespaceObject(key.name, phase), source, readAt: 0 };
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
