/** What is said of values that are not what they look like, or that are somebody else's to write. */

export const filledIn = (field: string, by: string, object: string): string =>
  `${field} is filled in by ${by}: what stands here claims the field for you (${object}). Leave it out.`;

export const filledByAggregation = "the control plane, from the roles that aggregationRule selects";

export const filledByServer = "the API server, which allocates one";

export const filledByInjectors = "whoever injects certificate authorities";

export const filledByAnnotation = (annotation: string): string => `the injector that the annotation ${annotation} asks`;

/** `written`: null, `{}` or `[]`. */
export const emptiesNothing = (field: string, written: string, owners: string, object: string): string =>
  `${field}: ${written} empties nothing: what is there is owned by ${owners} and stays (${object}).`;

export const becomesDefault = (field: string, written: string, fallback: string, object: string): string =>
  `${field}: ${written} becomes ${fallback}, the server's default, and stays yours (${object}).`;

export const readByYaml11 = (field: string, text: string, sent: string, object: string): string =>
  `${field}: kubectl reads ${text} as YAML 1.1 and sends ${sent} (${object}).`;

interface Partial {
  readonly item: string;
  readonly list: string;
  readonly missing: string;
  readonly other: string;
  readonly object: string;
}

export const partialBesideLive = ({ item, list, missing, other, object }: Partial): string =>
  `${item} of ${list} has no ${missing}, so it is another item than ${other} of the live object (${object}).`;

export const partialBesideOwn = ({ item, list, missing, other, object }: Partial): string =>
  `${item} of ${list} has no ${missing}, so it is another item than ${other} of this file (${object}).`;

/** `problem`: what is wrong with the text, a sentence without its full stop. */
export const textProblem = (problem: string, object: string): string => `${problem} (${object}).`;
