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

/** Client to server: nothing that is remembered counts any more; live objects, kinds and files are read again. */
export const refreshNotification = "fieldOwnership/refresh";

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

/** Client to server: what a dry run of the object at a position would send where; sends nothing. */
export const verifyPlanRequest = "fieldOwnership/verifyPlan";
/** Client to server: send it. */
export const verifyRequest = "fieldOwnership/verify";
export interface VerifyParams {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}
/** With what the person agreed to: where it is no longer what would be sent, nothing is. */
export interface VerifySendParams extends VerifyParams {
  readonly agreed: PlannedDryRun;
}
/** What would be sent where, in words. */
export interface PlannedDryRun {
  readonly object: string;
  readonly context: string;
  /** Address of its server. */
  readonly server: string;
  /** "team-cd", "team-cd with force" */
  readonly as: string;
}
/** The question to put to the person, or why nothing can be sent. */
export type VerifyPlanAnswer =
  | { readonly question: string; readonly detail: string; readonly plan: PlannedDryRun }
  | { readonly problem: string };
export interface VerifyAnswer {
  /** One sentence. */
  readonly summary: string;
  /** One sentence per difference. */
  readonly details: readonly string[];
  readonly severity: "information" | "warning";
}

/** The command of the lens above an object, and of a link in a hover; its arguments are the VerifyParams. */
export const verifyCommand = "fieldOwnership.verify";

/** Commands of links in hovers. */
export const refreshCommand = "fieldOwnership.refresh";
export const connectCommand = "fieldOwnership.connect";
export const applyFixCommand = "fieldOwnership.applyFix";

/** Client to server: make the edits of a fix, one of those that are offered at the position; answers why it could not, or null. */
export const applyFixRequest = "fieldOwnership/applyFix";
export interface ApplyFixParams extends VerifyParams {
  readonly title: string;
}

/** The command of a fix that is a command line for the person's own terminal; its argument are the CopyParams. */
export const copyCommand = "fieldOwnership.copyText";
export interface CopyParams {
  readonly text: string;
}

export interface InitializationOptions {
  readonly trusted: boolean;
  /** Absent: the editor cannot connect, the person says `auto` in its settings. */
  readonly connected?: readonly string[];
  readonly settings: unknown;
  /** URI of the folder with a page CODE.md for each rule; absent: there are none at hand. */
  readonly ruleDocs?: string;
}
