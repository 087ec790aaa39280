/** Names and shapes of the messages that only our own client and server exchange. */

/** Server to client: what the status bar shows for a document; sent when it changes. */
export const statusNotification = "fieldOwnership/status";
export interface StatusParams {
  readonly uri: string;
  /** Absent: nothing to show for this document. */
  readonly status?: Status;
}
export interface Status {
  /** "context / namespace · as manager", or the reason why there is no live object. */
  readonly text: string;
  /** Markdown. */
  readonly tooltip: string;
  readonly severity: "normal" | "warning" | "error";
  /** What a click does, where it isn't to show more. */
  readonly action?: "connect";
}

/** Client to server: the workspace was trusted. Until then nothing is executed and no kubeconfig is read. */
export const trustedNotification = "fieldOwnership/trusted";

/** Client to server: which documents are visible now; only those ask the cluster. */
export const visibleNotification = "fieldOwnership/visible";
export interface VisibleParams {
  readonly uris: readonly string[];
}

/** Client to server: the cluster that a document is compared with. */
export const targetRequest = "fieldOwnership/target";
export interface TargetParams {
  readonly uri: string;
}
export type TargetAnswer = TargetCluster | { readonly problem: string };
export interface TargetCluster {
  readonly context: string;
  /** Address of its server. */
  readonly server: string;
  /** What the person connects to: another server or sign-in program for the same context makes another. */
  readonly identity: string;
  readonly connected: boolean;
}

/** Client to server: the identities of all that the person is connected to. Nothing else is asked while `cluster.connect` is `ask`. */
export const connectedNotification = "fieldOwnership/connected";
export interface ConnectedParams {
  readonly identities: readonly string[];
}

export interface InitializationOptions {
  readonly trusted: boolean;
  /** Absent: the editor cannot connect, the person says `auto` in its settings. */
  readonly connected?: readonly string[];
  readonly settings: unknown;
}
