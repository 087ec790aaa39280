/** What the session takes and gives: the vocabulary that the language server and the command line share. */
import type { Range, TextEdit } from "../../shared/manifest/model.ts";
import type { RulesProblem } from "../../shared/manifest/pathRule.ts";
import type { PlannedDryRun, Status, TargetAnswer } from "../../shared/messages.ts";
import type { Finding } from "../../shared/ownership/finding.ts";
import type { Applier, KindInfo, LiveAnswer, Snapshot } from "../../shared/ownership/snapshot.ts";
import type { Settings } from "../../shared/settings.ts";
import type { Cluster, ObjectKey } from "../cluster/ports.ts";
import type { HoverAction } from "../features/hoverActions.ts";
import type { Files } from "../files/files.ts";
import type { PlacedLens, VerifyReport } from "./verifications.ts";
import type { VerifyPlan } from "./verifying.ts";

/** A file as it is opened: its text is taken for saved. */
export interface SourceFile {
  /** Whatever the caller knows the file by; every answer is asked for with it. */
  readonly uri: string;
  /** Its path on disk; undefined where it has none (an unsaved buffer, stdin). */
  readonly path: string | undefined;
  readonly text: string;
  readonly version: number;
}

export interface SessionOptions {
  readonly settings: Settings;
  /** Of workspace folders that have their own. */
  readonly folders?: readonly FolderSettings[];
  /** The settings are the flags of a command line: they win over `.field-ownership.yaml`. */
  readonly flags?: boolean;
  /** The open files are applied together, in the order in which they were opened, as `kubectl apply -f A -f B` does. Default false. */
  readonly together?: boolean;
  /** Until trusted, `cluster` is not called. */
  readonly trusted: boolean;
  /** Identities of the clusters that the person is connected to; absent where the editor has no way to connect. */
  readonly connected?: readonly string[];
  readonly files: Files;
  /** Loads the cluster room, once, at the first request that needs it. Absent: offline. */
  readonly cluster?: () => Promise<Cluster>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long after the last edit the cluster is asked, in ms; 0 asks at once. Default 300. */
  readonly quietMs?: number;
  /** How many objects of one file are asked for without an edit or hover there. Default 50. */
  readonly objectsPerFile?: number;
  /** Somebody looks on: objects of visible files are watched, or read again every 30 s. Default false: asked once. */
  readonly keepsFresh?: boolean;
}

/** The settings of one workspace folder. */
export interface FolderSettings {
  readonly path: string;
  readonly settings: Settings;
}

/** Another place that a finding is about; `uri`: in another file, applied together with this one. */
export interface PlacedNote {
  readonly message: string;
  readonly range: Range;
  readonly uri?: string;
}

/** A finding with its place in the file: ranges are offsets in the whole text, not in its document. */
export interface PlacedFinding extends Finding {
  readonly related: readonly PlacedNote[];
  readonly object: ObjectKey;
  /** Index of the document in the file, and of the object in the document (a List has several). */
  readonly document: number;
  readonly item: number;
}

/** One object of a file: with whom it was compared and what an apply would do. */
export interface ObjectReport {
  readonly object: ObjectKey;
  /** The object's place in the file. */
  readonly range: Range;
  readonly as: Applier;
  readonly live: LiveAnswer;
  /** Where the schema is from that it was judged by. */
  readonly schemaSource: KindInfo["schemaSource"];
  /** Undefined where there is nothing to compare with. */
  readonly verdict: "unchanged" | "changes" | "creates" | "conflict" | "refused" | "undecided" | undefined;
  /** What the API server answers where it refuses, byte for byte; undefined where it does not, or where that cannot be foreseen. */
  readonly serverMessage: string | undefined;
}

/** A document that is not compared, and why, in one sentence. */
export interface SkippedDocument {
  readonly range: Range;
  readonly reason: string;
  /** The text itself is wrong, as opposed to not being ours. */
  readonly broken: boolean;
}

export interface PlacedSnapshot {
  readonly snapshot: Snapshot;
  /** Offset of the snapshot's document in the file. */
  readonly start: number;
}

export interface PlacedHover {
  readonly markdown: string;
  readonly range: Range | undefined;
  readonly actions: readonly HoverAction[];
  /** Fixes in the text of the findings there, as far as those are known already. */
  readonly fixes: readonly Pick<PlacedFix, "id" | "title">[];
}

/** A quick-fix with its edits, computed from the text it is asked for. */
export interface PlacedFix {
  readonly id: string;
  readonly title: string;
  readonly preferred: boolean;
  /** Findings that it resolves. */
  readonly findings: readonly PlacedFinding[];
  readonly edits: readonly TextEdit[];
  /** A command for the person's own terminal, instead of edits. */
  readonly copies?: string;
  readonly version: number;
}

/** The one pipeline: documents and ports in, answers out. An answer is always about the newest text. */
export interface Session {
  open(file: SourceFile): void;
  change(uri: string, text: string, version: number): void;
  save(uri: string): void;
  close(uri: string): void;
  /** Only visible files ask the cluster. */
  setVisible(uris: readonly string[]): void;
  configure(settings: Settings, folders?: readonly FolderSettings[]): void;
  /** The workspace was trusted: from now on the cluster may be asked. */
  trust(): void;
  /** The workspace has other folders now. */
  setRoots(roots: readonly string[]): void;
  /** The person's connections, all of them: others are not asked any more. */
  connect(identities: readonly string[]): void;
  /** Files changed on disk: saved live objects, kustomizations and `.field-ownership.yaml` are read again. */
  filesChanged(): void;
  /** Nothing that is remembered counts any more: objects, kinds and files are read again. */
  refresh(): void;

  diagnosticsOf(uri: string): Promise<readonly PlacedFinding[]>;
  objectsOf(uri: string): Promise<readonly ObjectReport[]>;
  skippedOf(uri: string): Promise<readonly SkippedDocument[]>;
  snapshotsOf(uri: string): Promise<readonly PlacedSnapshot[]>;
  /** Waits at most 250 ms for a live object that was not read yet. */
  hoverAt(uri: string, offset: number): Promise<PlacedHover | undefined>;
  fixesAt(uri: string, range: Range): Promise<readonly PlacedFix[]>;
  /** All that is safe to fix in a file, in one; undefined where there is nothing. */
  fixAllOf(uri: string): Promise<PlacedFix | undefined>;
  /** What the `.field-ownership.yaml` that holds for a file says in vain, with its place. */
  ruleWarningsOf(uri: string): readonly string[];
  /** What is wrong with a `.field-ownership.yaml`, in its newest text; nothing for other files. */
  rulesProblemsOf(uri: string): Promise<readonly RulesProblem[]>;
  /** What stands above each object that a server could be asked about. */
  lensesOf(uri: string): Promise<readonly PlacedLens[]>;
  /** What a dry run of the object at an offset would send, and where to; said before it is sent. */
  verifyPlanAt(uri: string, offset: number): Promise<VerifyPlan>;
  /** Sends the dry run, which changes nothing on the server, and compares its answer with the prediction. */
  verifyAt(uri: string, offset: number, agreed: PlannedDryRun): Promise<VerifyReport>;
  /** Undefined where the file holds nothing of ours. */
  statusOf(uri: string): Promise<Status | undefined>;
  /** The cluster that a file is compared with, as its kubeconfig describes it. */
  targetOf(uri: string): Promise<TargetAnswer>;
  /** Until every live object of the visible file that may be asked for was answered, whatever the answer. */
  settled(uri: string): Promise<void>;
  /** Called when answers about these files changed without an edit. Returns how to stop it. */
  onRefresh(listener: (uris: readonly string[]) => void): () => void;
  dispose(): void;
}
