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
}

/** Client to server: the workspace was trusted. Until then nothing is executed and no kubeconfig is read. */
export const trustedNotification = "fieldOwnership/trusted";

/** Client to server: which documents are visible now; only those ask the cluster. */
export const visibleNotification = "fieldOwnership/visible";
export interface VisibleParams {
  readonly uris: readonly string[];
}

export interface InitializationOptions {
  readonly trusted: boolean;
  readonly settings: unknown;
}
