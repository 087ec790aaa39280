import type { Value } from "../../shared/fieldpath/value.ts";
import type { DryRunOutcome, LiveAnswer, LiveSource } from "../../shared/ownership/snapshot.ts";
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
  | Extract<LiveAnswer, { readonly state: "off" }>;

/** A kind as discovery and OpenAPI describe it. */
export interface ClusterKind {
  readonly namespaced: boolean;
  /** Path of the resource, for example "deployments". */
  readonly resource: string;
  readonly subresources: readonly string[];
  /** What may be done to it at all. Without "patch" nobody applies it. */
  readonly verbs: readonly string[];
  /** Undefined where the server publishes no schema for it. */
  readonly type: SchemaType | undefined;
  /** All versions at which the server serves the kind; absent for built-in kinds, and where it did not tell of all. */
  readonly served?: readonly string[];
}

export interface ClusterTarget {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly namespace: string | undefined;
  /** The namespace is from a `.field-ownership.yaml`; else, where there is one, from a setting or flag. */
  readonly namespaceFrom?: "path";
}

/** Where the namespace of objects that name none comes from. */
export type NamespaceFrom = "setting" | "context" | "default" | "pod";

/** What a target means, as its kubeconfig says it: known without a request. */
export type TargetDescription =
  | {
      readonly context: string;
      readonly cluster: string;
      /** Address of the API server. */
      readonly server: string;
      /** Of objects that name none. */
      readonly namespace: string;
      readonly namespaceFrom: NamespaceFrom;
      /** How many contexts the kubeconfig has. */
      readonly contexts: number;
      /** The program that a request would run for credentials. */
      readonly executes: string | undefined;
    }
  | { readonly problem: string };

/** Who is told about a watched object. Never called after the watch was stopped. */
export interface WatchListener {
  /** The object is another, came or went. */
  answer(answer: ClusterAnswer): void;
  /** Whether what was told, or read since the watch began, is certain to be the newest. Until told so it is not. */
  fresh(isFresh: boolean): void;
  /** It cannot be watched, or not any more; asking again later may help. */
  ended(): void;
}

/** An apply that is only tried: `dryRun=All`. */
export interface DryRun {
  /** Whole, as it would be sent, the values of Secrets included. */
  readonly object: Value;
  readonly manager: string;
  readonly force: boolean;
  /** There is no live object: the apply would create it. */
  readonly creates: boolean;
}

/** What came of it. `denied`: the right to try is missing, and nothing was sent. */
export type DryRunAnswer =
  | { readonly state: "answered"; readonly outcome: DryRunOutcome }
  | { readonly state: "denied" | "signedOut" | "unreachable" | "slow" | "noSuchKind" | "off"; readonly message: string };

/** The cluster as the session sees it. Reads only. */
export interface Cluster {
  /** Reads the kubeconfig; requests nothing and executes nothing. */
  describe(target: ClusterTarget): TargetDescription;
  /**
   * The object as it is now. Single flight per object; many of one kind and namespace that are asked for within a tick come by LIST;
   * at most 4 requests at a time, what was asked last first.
   */
  get(target: ClusterTarget, key: ObjectKey, signal: AbortSignal): Promise<ClusterAnswer>;
  /** Somebody waits for this answer: where it is under way it goes before the others. */
  hurry(target: ClusterTarget, key: ObjectKey): void;
  /** Tells what happens to the object, as far as it may be watched, until stopped. At most 32 watches at a time. */
  watch(target: ClusterTarget, key: ObjectKey, listener: WatchListener): () => void;
  /** Scope, subresources and schema of a kind; undefined where the cluster does not know it or cannot be asked. */
  kind(target: ClusterTarget, apiVersion: string, kind: string, signal: AbortSignal): Promise<ClusterKind | undefined>;
  /** Asks the server what it would do with an apply, without doing it. Only where a person wants to know. */
  dryRun(target: ClusterTarget, key: ObjectKey, request: DryRun, signal: AbortSignal): Promise<DryRunAnswer>;
  /** Kinds may have come, gone or changed: the next question about one asks the server. */
  refresh(): void;
  dispose(): void;
}
