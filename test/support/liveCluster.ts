/** A played cluster that has objects. */
import type { Cluster, ClusterKind, ObjectKey } from "../../server/cluster/ports.ts";
import type { Value } from "../../shared/fieldpath/value.ts";
import { type PlayedCluster, playedCluster } from "./cluster.ts";

/** Has these live objects, as just read at a moment, and knows these kinds; else as the played one. */
export function liveCluster(
  live: (key: ObjectKey) => Value | undefined,
  kind: (apiVersion: string, kind: string) => ClusterKind | undefined,
  readAt: number,
): PlayedCluster {
  const played = playedCluster();
  const cluster: Cluster = {
    ...played.cluster,
    get: async (target, key, signal) => {
      const answer = await played.cluster.get(target, key, signal);
      const object = live(key);
      return object === undefined || answer.state !== "absent" ? answer : { state: "live", object, source: answer.source, readAt };
    },
    kind: async (_target, apiVersion, name) => kind(apiVersion, name),
  };
  return { ...played, cluster };
}
