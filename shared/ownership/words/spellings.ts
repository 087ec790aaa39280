/** What two values that mean the same differ in. */
import { listed } from "../words.ts";

/** Behind both values, in brackets. */
export const ofScalar = {
  numberOrText: "the same, once as a number and once as text",
  amount: "same amount, other spelling",
  duration: "same duration, other spelling",
  bytes: "same bytes, other base64 text",
  defaults: "the same with the server's defaults",
} as const;

const within = {
  numberOrText: "a number that is text there",
  amount: "the spelling of an amount",
  duration: "the spelling of a duration",
  bytes: "the text of the same bytes",
  defaults: "defaults that the server filled in",
} as const;

/** Of a list or map; `causes`: why. */
export const ofWhole = (causes: readonly (keyof typeof within)[]): string =>
  `this file means the same as the live object, which differs in ${listed(causes.map((cause) => within[cause]))} only`;

interface Spelling {
  readonly field: string;
  /** Both values and the cause: "live "1Gi", here 1073741824 (same amount, other spelling)". */
  readonly change: string;
  readonly manager: string;
  readonly object: string;
}

export const spelling = ({ field, change, manager, object }: Spelling): string =>
  `${field}: ${change}. Applying as ${manager} writes it anew and changes nothing else (${object}).`;
