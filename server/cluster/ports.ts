import type { Value } from "../../shared/fieldpath/value.ts";
import type { LiveSource } from "../../shared/ownership/snapshot.ts";
import type { SchemaType } from "../../shared/schema/model.ts";

/** Which object of which kind. An absent namespace is the context's. */
export interface ObjectKey {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** What a cluster says of one object: an answer or a state, never an exception. */
export type ClusterAnswer =
  | { readonly state: "live"; readonly object: Value; readonly source: LiveSource; readonly readAt: number }
  | { readonly state: "absent"; readonly source: LiveSource }
  | {
      readonly state: "denied" | "signedOut" | "unreachable" | "slow" | "noSuchKind";
      readonly source: LiveSource;
      readonly message: string;
    }
  | { readonly state: "off"; readonly message: string };

/** A kind as discovery and OpenAPI describe it. */
export interface ClusterKind {
  readonly namespaced: boolean;
  /** Path of the resource, for example "deployments". */
  readonly resource: string;
  readonly subresources: readonly string[];
  /** Undefined where the server publishes no schema for it. */
  readonly type: SchemaType | undefined;
}

export interface ClusterTarget {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly namespace: string | undefined;
}

/** The cluster as the session sees it. Reads only. */
export interface Cluster {
  /** One GET; single flight per object; at most 4 at a time; answers within 5 s. */
  get(target: ClusterTarget, key: ObjectKey, signal: AbortSignal): Promise<ClusterAnswer>;
  /** Scope, subresources and schema of a kind; undefined where the cluster does not know it or cannot be asked. */
  kind(target: ClusterTarget, apiVersion: string, kind: string, signal: AbortSignal): Promise<ClusterKind | undefined>;
  dispose(): void;
}
