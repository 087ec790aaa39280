/** What is known of kinds: bundled ones at once, others as the cluster taught them; what nobody described is deduced, and marked so. */
import { resetFieldsOf } from "../../shared/apply/resetFields.ts";
import type { KindInfo } from "../../shared/ownership/snapshot.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import { deducedType } from "../../shared/schema/deduced.ts";
import type { Cluster, ClusterKind, ClusterTarget } from "../cluster/ports.ts";

export interface Kinds {
  info(target: ClusterTarget, apiVersion: string, kind: string): KindInfo;
  /** Changes whenever the info does. */
  version(target: ClusterTarget, apiVersion: string, kind: string): number;
  /** Asks the cluster for a kind that isn't bundled, each time: it remembers what it may. */
  learn(cluster: Cluster, target: ClusterTarget, apiVersion: string, kind: string, signal: AbortSignal): Promise<void>;
  /** The clusters may describe them otherwise now. */
  forget(): void;
}

export function createKinds(): Kinds {
  const learnt = new Map<string, ClusterKind>();
  const infos = new Map<string, KindInfo>();
  const versions = new Map<string, number>();

  function make(target: ClusterTarget, apiVersion: string, kind: string): KindInfo {
    const bundled = bundledKind(apiVersion, kind);
    const known = bundled ?? learnt.get(keyOf(target, apiVersion, kind));
    const subresources = known?.subresources ?? [];
    return {
      type: known?.type ?? deducedType,
      schemaSource: bundled !== undefined ? "bundled" : known?.type === undefined ? "deduced" : "server",
      typeAt: (version) => bundledKind(version, kind)?.type ?? learnt.get(keyOf(target, version, kind))?.type,
      resetFields: resetFieldsOf(apiVersion, kind, "", subresources.includes("status")),
      namespaced: known?.namespaced ?? true,
      subresources,
    };
  }

  return {
    info(target, apiVersion, kind) {
      const key = keyOf(target, apiVersion, kind);
      const info = infos.get(key) ?? make(target, apiVersion, kind);
      infos.set(key, info);
      return info;
    },
    version: (target, apiVersion, kind) => versions.get(keyOf(target, apiVersion, kind)) ?? 0,
    async learn(cluster, target, apiVersion, kind, signal) {
      if (bundledKind(apiVersion, kind) !== undefined) return;
      const key = keyOf(target, apiVersion, kind);
      const found = await cluster.kind(target, apiVersion, kind, signal);
      const known = learnt.get(key);
      if (found === undefined || (known?.type === found.type && known?.resource === found.resource)) return;
      learnt.set(key, found);
      infos.delete(key);
      versions.set(key, (versions.get(key) ?? 0) + 1);
    },
    forget() {
      for (const key of learnt.keys()) {
        infos.delete(key);
        versions.set(key, (versions.get(key) ?? 0) + 1);
      }
      learnt.clear();
    },
  };
}

/** A cluster has one description of a kind, whatever the namespace. */
function keyOf({ kubeconfig, context }: ClusterTarget, apiVersion: string, kind: string): string {
  return [kubeconfig ?? "", context ?? "", apiVersion, kind].join("\n");
}
