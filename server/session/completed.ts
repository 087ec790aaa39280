/** A cluster's answer with all that is needed to judge it: records may be kept at other versions of the kind. */
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { Cluster, ClusterAnswer, ClusterTarget, ObjectKey } from "../cluster/ports.ts";
import type { Kinds } from "./kinds.ts";
import { fromCluster, unlessUntracked, versionsToRead, withVersions } from "./liveAnswers.ts";

/** An object of a cluster. */
export interface Address {
  /** Equal for the same object. */
  readonly id: string;
  readonly target: ClusterTarget;
  readonly key: ObjectKey;
}

/** Asks for the object as other versions show it, and for their schemas, where its records name them. */
export async function completed(
  { cluster, kinds }: { readonly cluster: Cluster; readonly kinds: Pick<Kinds, "learn" | "described"> },
  { target, key }: Address,
  found: ClusterAnswer,
  signal: AbortSignal,
): Promise<LiveAnswer> {
  const answer = unlessUntracked(fromCluster(found), key, kinds.described(target, key.apiVersion, key.kind));
  const asServed = versionsToRead(answer, key).map(async (apiVersion) => {
    await kinds.learn(cluster, target, apiVersion, key.kind, signal);
    return [apiVersion, fromCluster(await cluster.get(target, { ...key, apiVersion }, signal))] as const;
  });
  return withVersions(answer, await Promise.all(asServed));
}
