/** What is said of manifests that the server, or kubectl, refuses whatever their owners say. */
import { counted } from "../words.ts";

/** `by`: whose word it is, where that is not the server's own. */
export function refused(manager: string, object: string, by: string | undefined): string {
  return by === undefined ? `Applying as ${manager} is refused (${object}).` : `Applying as ${manager} is refused by ${by} (${object}).`;
}

/** The same where nobody knows who applies. */
export function anyRefused(object: string, by: string | undefined): string {
  return by === undefined ? `Applying this is refused (${object}).` : `Applying this is refused by ${by} (${object}).`;
}

export const refusedByKubectl = "kubectl refuses it.";

export const judgedBy = (by: string): string => `judged by ${by}`;

export const definitionHere = "the definition in this workspace";

export const bundledSchema = (version: string): string => `Kubernetes ${version}'s schema`;

/** `refusal`: one of the sentences above. */
export const unknownField = (field: string, kind: string, refusal: string): string => `${field} is no field of ${kind}. ${refusal}`;

export const unknownFieldMeant = (field: string, kind: string, meant: string, refusal: string): string =>
  `${field} is no field of ${kind}: did you mean ${meant}? ${refusal}`;

interface Mistyped {
  readonly field: string;
  /** One of `typeNames`. */
  readonly expected: string;
  readonly refusal: string;
}

export const typeNames = {
  list: "a list",
  map: "a map",
  numeric: "a number",
  string: "a string",
  boolean: "true or false",
  untyped: "a single value",
} as const;

export const wrongType = ({ field, expected, refusal, found }: Mistyped & Record<"found", string>): string =>
  `${field} must be ${expected}, and is ${found}. ${refusal}`;

/** `sent`: true or false, one of the two below, or of `typeNames` where the value is hidden. */
export const wrongTypeSent = ({ field, expected, refusal, sent }: Mistyped & Record<"sent", string>): string =>
  `${field} must be ${expected}, and kubectl sends ${sent}. ${refusal}`;

export const wrongTypeRead = ({ field, expected, refusal, sent, text }: Mistyped & Record<"sent" | "text", string>): string =>
  `${field} must be ${expected}, but in YAML 1.1 ${text} is none: kubectl sends ${sent}. ${refusal}`;

export const sentString = (value: string): string => `the string ${value}`;

export const sentNumber = (value: string): string => `the number ${value}`;

/** Of a hidden value. */
export const aBoolean = "a boolean";

export const duplicateItem = (item: string, list: string, refusal: string): string => `${item} is already in ${list}. ${refusal}`;

export const theFirstOne = "the first one";

export const itemIsNoValue = (list: string, refusal: string): string =>
  `an item of ${list} is no single value, and only those can be told apart. ${refusal}`;

export const itemIsNoMap = (list: string, keys: string, refusal: string): string =>
  `an item of ${list} is no map, so it has no ${keys}. ${refusal}`;

export const itemHasNoKey = (list: string, keys: string, refusal: string): string =>
  `an item of ${list} has no ${keys}, by which the items are told apart. ${refusal}`;

interface Frozen {
  readonly field: string;
  readonly reason: string;
  /** One of the two below. */
  readonly outcome: string;
  readonly object: string;
}

/** `change`: "live 1, here 2". */
export const immutable = ({ field, reason, change, outcome, object }: Frozen & Record<"change", string>): string =>
  `${field} never changes (${reason}): ${change}. ${outcome} (${object}).`;

export const immutableAbsent = ({ field, reason, here, outcome, object }: Frozen & Record<"here", string>): string =>
  `${field} never changes (${reason}): not there in the live object, here ${here}. ${outcome} (${object}).`;

export const immutableLeftOut = ({ field, reason, live, outcome, object }: Frozen & Record<"live", string>): string =>
  `${field} never changes (${reason}): live ${live}, and without it here the apply removes it. ${outcome} (${object}).`;

export const itemCounts = (live: number, here: number): string => `live ${counted(live, "item")}, here ${counted(here, "item")}`;

/** `deployer`: "Flux", `because`: the annotation and its value. */
export const isMadeAnew = (deployer: string, because: string): string =>
  `${deployer} deletes the object and makes it anew, as ${because} tells it to`;

export const ruleOfDefinition = "a rule of its definition";

/** The field is part of another that never changes as a whole. */
export const partOfFrozen = (field: string, whole: string): string => `${field}, which is part of ${whole},`;

/** `refusal`: one of the two below. */
export const setByServerOnly = (field: string, refusal: string, object: string): string =>
  `${field} is written by the server only: ${refusal} (${object}).`;

export const ofAnotherObject = (field: string, refusal: string, object: string): string =>
  `${field} is that of another object than the live one: ${refusal} (${object}).`;

export const asIsRefused = (manager: string): string => `Applying as ${manager} is refused`;

export const serverSideIsRefused = "a server-side apply is refused";

export const setByServerIgnored = (field: string, object: string): string =>
  `${field} is written by the server only and ignored here (${object}).`;

export const ignoredHere = (field: string, object: string): string => `${field} is set by the server and ignored here (${object}).`;

export const nullCountsAsSet = (field: string, object: string): string =>
  `${field} is null, as generators write it, but counts as set: whoever else applies this text conflicts with you (${object}).`;

interface Versions {
  readonly live: string;
  readonly pinned: string;
  readonly object: string;
}

export const staleVersion = ({ live, pinned, object, manager }: Versions & Record<"manager", string>): string =>
  `The live object is at resourceVersion ${live}, not ${pinned}: Applying as ${manager} is refused, with force too (${object}).`;

export const staleVersionForAll = ({ live, pinned, object }: Versions): string =>
  `The live object is at resourceVersion ${live}, not ${pinned}: applying this is refused, with force too (${object}).`;

export const unservedRecord = (object: string, owner: string, version: string): string =>
  `${object}: the record of ${owner} is at ${version}, which the server does not serve any more. If the definition has dropped it, every server-side apply fails, with force too.`;

export const definitionDecides = (version: string): string => `only the server knows whether its definition still lists ${version}`;

export const unreadableRecords = (object: string, count: number, first: string): string =>
  `${object}: the API server cannot read ${counted(count, "record")} in managedFields (${first}), so every server-side apply fails, with force too.`;

export const unknownKind = ({ context, kind, version, object }: Record<"context" | "kind" | "version" | "object", string>): string =>
  `Context ${context} has no kind ${kind} at ${version}: applying ${object} is refused.`;

export const namespaceMismatch = (named: string, given: string, object: string): string =>
  `The manifest names namespace ${named}, and -n says ${given}: kubectl refuses ${object}.`;

export const namespaceMissing = (context: string, namespace: string, object: string): string =>
  `Context ${context} has no namespace ${namespace}: creating ${object} is refused.`;

export const namespaceTerminating = (namespace: string, context: string, object: string): string =>
  `Namespace ${namespace} of context ${context} is being deleted: creating ${object} is refused.`;

export const finalizerTooLate = (finalizer: string, object: string): string =>
  `The finalizer ${finalizer} is new, and an object that is being deleted takes none: the apply is refused (${object}).`;

export const generateNameRefused = (object: string): string =>
  `kubectl apply refuses ${object}: the server makes its name up (generateName). Use kubectl create, or give it a name.`;

interface Exclusion {
  readonly field: string;
  /** What it excludes. */
  readonly stays: string;
  readonly manager: string;
  readonly object: string;
}

export const excludesOwnerless = ({ field, stays, manager, object }: Exclusion): string =>
  `${field} excludes ${stays}, which this file lacks but which stays, since nobody owns it. Applying as ${manager} is refused (${object}).`;

export const excludes = ({ field, stays, owners, manager, object }: Exclusion & Record<"owners", string>): string =>
  `${field} excludes ${stays}, which this file lacks but which stays, held by ${owners}. Applying as ${manager} is refused (${object}).`;
