/** What is said of fields that others hold with another value. Managers come with operation, subresource and age. */
import { counted } from "../words.ts";
import { atomic } from "./owning.ts";

/** `change`: "live 5, here 3". */
export const contested = (field: string, owners: string, change: string): string => `${field} is owned by ${owners}: ${change}`;

/** `kind`: "atomic list". */
export const contestedWhole = (field: string, kind: string, owners: string, change: string): string =>
  `${field} is one ${kind}, owned by ${owners}: ${change}`;

/** `note`: who that is. */
export const noted = (owner: string, note: string): string => `${owner}, ${note}`;

interface Outcome {
  /** What is contested, in one of the sentences above. */
  readonly contested: string;
  readonly manager: string;
  readonly object: string;
}

export const applyConflict = ({ contested, manager, object }: Outcome): string =>
  `${contested}. Applying as ${manager} is refused (${object}).`;

export const applyConflictWithUsToo = ({ contested, manager, object }: Outcome): string =>
  `${contested}. Applying as ${manager} is refused: you under another operation or name are another owner too (${object}).`;

/** `others`: "helm via Update"; `remedy`: how to take it over. */
export const selfConflict = ({ contested, manager, object, others, remedy }: Outcome & Record<"others" | "remedy", string>): string =>
  `${contested}. You apply as ${manager} via Apply, and ${others}, though it is you, is another owner: the apply is refused (${object}). Take it over once with ${remedy}.`;

export const viaOperation = (manager: string, operation: string): string => `${manager} via ${operation}`;

export const forceByHelm = "helm upgrade --force-conflicts";

export const forceByPulumi = "the annotation pulumi.com/patchForce";

export const forceByKubectl = "kubectl apply --server-side --force-conflicts";

export const forceByKubectlAs = (manager: string): string => `kubectl apply --server-side --force-conflicts --field-manager=${manager}`;

/** `afterwards`: whether they come back for it. */
export const takesOver = ({ contested, manager, object, afterwards }: Outcome & Record<"afterwards", string>): string =>
  `${contested}. Applying as ${manager} takes it over by force; ${afterwards} (${object}).`;

interface Replacement {
  readonly field: string;
  readonly owners: string;
  readonly manager: string;
  readonly object: string;
  readonly count: number;
  /** The first of what is lost. */
  readonly lost: string;
  readonly afterwards: string;
}

export const replacesList = ({ field, owners, manager, object, count, lost, afterwards }: Replacement): string =>
  `${field} is one ${atomic.list}, owned by ${owners}. Applying as ${manager} replaces it by force, which removes ${counted(count, "item")} (${lost}); ${afterwards} (${object}).`;

export const replacesMap = ({ field, owners, manager, object, count, lost, afterwards }: Replacement): string =>
  `${field} is one ${atomic.map}, owned by ${owners}. Applying as ${manager} replaces it by force, which removes ${counted(count, "key")} (${lost}); ${afterwards} (${object}).`;

/** Beside places inside an atomic list or map. */
export const notInLiveList = "not in the live list";

export const notInLiveMap = "not in the live map";

export const differsFromLiveMap = "differs from the live map";

/** Beside the place of a value that is written elsewhere. */
export const standsAtAnchor = "the value stands here, at its anchor";
