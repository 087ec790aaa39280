import type { DecodedObject, ManagedFieldsEntry } from "../apply/model.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import type { FieldSet } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";
import type { ManifestDocument, ManifestObject } from "../manifest/model.ts";
import type { SchemaType } from "../schema/model.ts";
import type { Severity } from "./finding.ts";

/** Everything a feature, rule or fix may know about one object of a document: frozen for one text version and one live version. */
export interface Snapshot {
  readonly document: ManifestDocument;
  readonly object: ManifestObject;
  readonly live: LiveAnswer;
  readonly kind: KindInfo;
  readonly as: Applier;
  /** What earlier texts of the file gave the object, as far as they are known; read only where something is missing now. */
  readonly earlier?: () => readonly Value[];
  /** What stands in the way of creating it, where there is no live object: one would prove its namespace. */
  readonly namespaceTrouble?: "missing" | "terminating";
  /** The namespace that the apply says by a flag, as `kubectl -n` does: what names another is refused. */
  readonly namespaceFlag?: string;
  /** The same file, or what is checked with it, defines the kind. */
  readonly definesKind?: boolean;
  /**
   * The file, or what is checked with it, names the object several times: what the one right before this one says, undefined for the first,
   * and how many come after it; `beforeIn`: the file in which the one before stands, where it is another.
   */
  readonly twins?: { readonly before: Value | undefined; readonly after: number; readonly beforeIn?: string };
  /** Milliseconds since the epoch; ages are told from it. */
  readonly now: number;
  /** The severities that the person chose, by the rule's code. */
  readonly levels: Levels;
  /** What is to be kept silent in this file. */
  readonly ignores: readonly Ignore[];
  readonly names: Names;
}

/** What the person says of managers' names; one that ends with `*` stands for all that begin so. */
export interface Names {
  /** What stands behind a name. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Names that are ours, beside that of whoever applies. */
  readonly us: readonly string[];
}

export type Levels = Readonly<Record<string, Level>>;
export type Level = Severity | "off";

/** Findings of this code, of one field or of all. */
export interface Ignore {
  readonly code: string;
  /** Printed as kubectl does. */
  readonly field: string | undefined;
}

/** What is known of the object's kind. */
export interface KindInfo {
  /** The schema at the manifest's apiVersion. */
  readonly type: SchemaType;
  /**
   * Where the schema is from: the cluster, which checks by it what is applied; the bundled one, until the cluster has told its own; a
   * definition in the workspace, which the cluster may not have yet. "deduced" makes every answer that rests on it `server decides`.
   */
  readonly schemaSource: "bundled" | "server" | "workspace" | "deduced";
  /** Schema at another apiVersion of the same kind, undefined where none is known. */
  readonly typeAt: (apiVersion: string) => SchemaType | undefined;
  /** Fields that the main endpoint resets before ownership is recorded: status, for most kinds that have it as a subresource. */
  readonly resetFields: FieldSet;
  readonly namespaced: boolean;
  readonly subresources: readonly string[];
  /** All versions at which the cluster serves a custom kind, where it told. */
  readonly served?: readonly string[];
}

/** Where a live object was read. */
export type LiveSource =
  | {
      readonly from: "cluster";
      readonly context: string;
      /** Path of the kubeconfig, where another than kubectl's own is chosen. */
      readonly kubeconfig?: string;
      /** The kubeconfig has several contexts, and nobody chose one: its current one was taken. */
      readonly contextAssumed?: boolean;
      readonly namespace: string | undefined;
      /** The manifest names none. */
      readonly namespaceAssumed: boolean;
      /** Where an assumed namespace is from; `path`: `.field-ownership.yaml`; `default`: neither settings nor context name one. */
      readonly namespaceFrom?: "path" | "setting" | "context" | "default" | "pod";
    }
  | { readonly from: "file"; readonly file: string };

/** A live object with its ownership decoded, once per uid and resourceVersion. */
export type LiveObject = DecodedObject;

/** The live object, or why there is none to compare with. Each state carries what a person needs to know. */
export type LiveAnswer =
  | {
      readonly state: "live";
      readonly live: LiveObject;
      readonly source: LiveSource;
      /** Milliseconds since the epoch. */
      readonly readAt: number;
      /** Why it could not be read again: it may be another by now. Absent where it is known to be the newest. */
      readonly stale?: Stale;
      /** Fields that went from one manager to another since it is looked at, the latest last. */
      readonly handOvers?: readonly HandOver[];
    }
  /** A saved file without managedFields: nothing is known about owners. */
  | { readonly state: "ownersUnknown"; readonly live: LiveObject; readonly source: LiveSource; readonly readAt: number }
  | { readonly state: "absent"; readonly source: LiveSource }
  | {
      /** `ownersNotTracked`: its API server keeps no record, so nobody can apply it server-side. */
      readonly state: "denied" | "signedOut" | "unreachable" | "slow" | "noSuchKind" | "ownersNotTracked";
      readonly source: LiveSource;
      readonly message: string;
    }
  /** Asked, no answer yet. */
  | { readonly state: "pending" }
  | { readonly state: "untrusted"; readonly message: string }
  /** No kubeconfig, no context, not connected, or switched off; the message says which and what to do. */
  | { readonly state: "off"; readonly message: string /** Connecting to it would help. */; readonly connect?: Connectable };

/** A field that somebody took from somebody else by writing another value. */
export interface HandOver {
  readonly path: FieldPath;
  readonly times: number;
  /** Who had part in it, the present owner last. */
  readonly between: readonly Omit<ManagedFieldsEntry, "fields">[];
}

export interface Stale {
  readonly state: "signedOut" | "unreachable" | "slow";
  readonly message: string;
}

/** A context that nobody may ask before the person connected to it. */
export interface Connectable {
  readonly context: string;
  /** Address of its server. */
  readonly server: string;
  /** The program that signs in, undefined where none is needed. */
  readonly executes: string | undefined;
  /** Equal as long as context, server and program are: what is remembered. */
  readonly identity: string;
}

export type ApplyWith = "server-side" | "client-side" | "helm3";

/** Who applies the manifest, and how we know (undecided: no claim about conflicts may be made). */
export type Applier =
  | {
      readonly decided: true;
      readonly manager: string;
      readonly with: ApplyWith;
      /** Null where forcing has no meaning: client-side and Helm 3. */
      readonly force: boolean | null;
      readonly inferred: boolean;
      /** Whether it is configured that the manager sends more than this file says of the object, or no more. */
      readonly partial?: boolean;
      /** "inferred: holds 12 of 13 fields" */
      readonly evidence: string;
    }
  | {
      readonly decided: false;
      /** False where the object may be another's of the same name: then hovers only, no `who-applies`. */
      readonly ask: boolean;
      /** Whoever holds fields of the file on the main resource, most first; hands and controllers too. */
      readonly candidates: readonly { readonly manager: string; readonly fields: number }[];
      readonly evidence: string;
    };

/** What the server answered to the dry run of an apply. */
export type DryRunOutcome =
  /** The object as it would be stored. */
  | { readonly kind: "accepted"; readonly object: Value }
  /** `causes`: of a conflict, who holds which field, in the server's words. */
  | { readonly kind: "refused"; readonly code: number; readonly message: string; readonly causes: readonly Cause[] };

/** One field of a refusal, as the server says it. */
export interface Cause {
  readonly message: string;
  readonly field: string;
}
