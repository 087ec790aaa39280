/**
 * What is known of kinds. The cluster's word counts most, since it does the merging; then the bundled schema, or that of a definition in
 * the workspace; what nobody described is deduced, and marked so.
 * Invariant: a built-in kind is never waited for: its bundled schema serves until the server's is there, which seldom differs.
 */
import { resetFieldsOf } from "../../shared/apply/resetFields.ts";
import type { KindInfo } from "../../shared/ownership/snapshot.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import { deducedType } from "../../shared/schema/deduced.ts";
import type { CustomKind } from "../../shared/schema/fromCrd.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import type { Cluster, ClusterKind, ClusterTarget } from "../cluster/ports.ts";
import { recent } from "./recent.ts";

export interface Kinds {
  info(target: ClusterTarget, apiVersion: string, kind: string): KindInfo;
  /** The cluster's own words about a kind that isn't built in; undefined where it was not asked or did not answer. */
  described(target: ClusterTarget, apiVersion: string, kind: string): ClusterKind | undefined;
  /** Changes whenever the info does. */
  version(target: ClusterTarget, kind: string): number;
  /**
   * Asks the cluster for a kind, each time: it remembers what it may. Resolves when there is something to work with, at the latest after a
   * moment: what comes later is a change.
   */
  learn(cluster: Cluster, target: ClusterTarget, apiVersion: string, kind: string, signal: AbortSignal): Promise<void>;
  /** Asks again for the kinds that are still used. */
  relearn(isUsed: (target: ClusterTarget, kind: string) => boolean): void;
  /** Until the cluster has answered all that it was asked. */
  settled(): Promise<void>;
  /** Definitions in the workspace may be others now. */
  definitionsChanged(): void;
  /** The clusters may describe the kinds otherwise now, or are others. */
  forget(): void;
}

export interface KindsOptions {
  /** A kind that a definition in the workspace describes. */
  readonly custom: (apiVersion: string, kind: string) => CustomKind | undefined;
  /** What was known of some kind is something else now. */
  readonly onChange: () => void;
}

interface Asked {
  readonly cluster: Cluster;
  readonly target: ClusterTarget;
  readonly apiVersion: string;
  readonly kind: string;
}

/** How long a live object waits for the schema of its kind, which may be large. */
const patienceMs = 1_500;
/** More than anybody has open. While somebody types, each keystroke names another kind. */
const mostKinds = 500;

export function createKinds({ custom, onChange }: KindsOptions): Kinds {
  const asked = recent<string, Asked>(mostKinds);
  const learnt = new Map<string, ClusterKind>();
  const infos = recent<string, KindInfo>(mostKinds);
  const versions = new Map<string, number>();
  const flights = new Map<string, Promise<void>>();
  let abort = new AbortController();
  let changes = 0;
  /** The last change that may have been one of every kind. */
  let ofAll = 0;

  function make(target: ClusterTarget, apiVersion: string, kind: string): KindInfo {
    const { type, source } = schemaOf(target, apiVersion, kind);
    const known = learnt.get(keyOf(target, apiVersion, kind)) ?? bundledKind(apiVersion, kind) ?? custom(apiVersion, kind);
    const subresources = known?.subresources ?? [];
    const served = learnt.get(keyOf(target, apiVersion, kind))?.served;
    return {
      type,
      schemaSource: source,
      typeAt: (version) => {
        const found = schemaOf(target, version, kind);
        return found.source === "deduced" ? undefined : found.type;
      },
      resetFields: resetFieldsOf(apiVersion, kind, "", subresources.includes("status")),
      namespaced: known?.namespaced ?? true,
      subresources,
      ...(served !== undefined && { served }),
    };
  }

  function schemaOf(target: ClusterTarget, apiVersion: string, kind: string): { type: SchemaType; source: KindInfo["schemaSource"] } {
    const server = learnt.get(keyOf(target, apiVersion, kind))?.type;
    const bundled = bundledKind(apiVersion, kind)?.type;
    if (server !== undefined) return { type: server, source: "server" };
    if (bundled !== undefined) return { type: bundled, source: "bundled" };
    const type = custom(apiVersion, kind)?.type;
    return type === undefined || type === deducedType ? { type: deducedType, source: "deduced" } : { type, source: "workspace" };
  }

  /** Versions are counted for a kind as a whole, since an answer may rest on several of its apiVersions. */
  function changed({ target, apiVersion, kind }: Asked): void {
    infos.delete(keyOf(target, apiVersion, kind));
    versions.set(keyOf(target, "", kind), ++changes);
  }

  async function ask(key: string, one: Asked, signal: AbortSignal): Promise<void> {
    const found = await one.cluster.kind(one.target, one.apiVersion, one.kind, signal);
    const known = learnt.get(key);
    if (signal.aborted || found === undefined || (known !== undefined && isSame(known, found))) return;
    learnt.set(key, found);
    changed(one);
    onChange();
  }

  function flightOf(key: string, one: Asked): Promise<void> {
    const under = flights.get(key);
    if (under !== undefined) return under;
    const flight = ask(key, one, abort.signal)
      .catch(() => undefined)
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    flights.set(key, flight);
    return flight;
  }

  return {
    info(target, apiVersion, kind) {
      const key = keyOf(target, apiVersion, kind);
      const info = infos.get(key) ?? make(target, apiVersion, kind);
      infos.set(key, info);
      return info;
    },
    described: (target, apiVersion, kind) =>
      bundledKind(apiVersion, kind) === undefined ? learnt.get(keyOf(target, apiVersion, kind)) : undefined,
    version: (target, kind) => Math.max(ofAll, versions.get(keyOf(target, "", kind)) ?? 0),
    async learn(cluster, target, apiVersion, kind, signal) {
      const key = keyOf(target, apiVersion, kind);
      const one = { cluster, target, apiVersion, kind };
      asked.set(key, one);
      const flight = flightOf(key, one);
      const known = bundledKind(apiVersion, kind) !== undefined || learnt.has(key);
      if (!known) await atMost(patienceMs, flight, signal);
    },
    relearn(isUsed) {
      for (const one of asked.values()) {
        if (isUsed(one.target, one.kind)) void flightOf(keyOf(one.target, one.apiVersion, one.kind), one);
      }
    },
    async settled() {
      while (flights.size > 0) await Promise.all(flights.values());
    },
    definitionsChanged() {
      ofAll = ++changes;
      infos.clear();
      onChange();
    },
    forget() {
      abort.abort();
      abort = new AbortController();
      flights.clear();
      ofAll = ++changes;
      for (const known of [asked, learnt, infos, versions]) known.clear();
    },
  };
}

/** Until it is done, nobody waits any more, or it takes too long. */
function atMost(ms: number, done: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    void done.then(end);
  });
}

function isSame(a: ClusterKind, b: ClusterKind): boolean {
  const rest = ({ type, ...others }: ClusterKind): string => JSON.stringify(others);
  return a.type === b.type && rest(a) === rest(b);
}

/** A cluster has one description of a kind, whatever the namespace. */
function keyOf({ kubeconfig, context }: ClusterTarget, apiVersion: string, kind: string): string {
  return [kubeconfig ?? "", context ?? "", apiVersion, kind].join("\n");
}
