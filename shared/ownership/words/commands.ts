/** Titles of fixes that are a command to copy. Names and paths come as they are to be shown. */
import { counted } from "../words.ts";

/** `afterwards`: which of the owners is known to write it again, and when; empty where none is. */
export const takesOver = (path: string, owners: string, afterwards: readonly string[]): string =>
  `Copy the kubectl command that takes just ${path} over from ${owners} (${["forces", ...afterwards].join("; ")})`;

/** `afterwards`: what the next apply then does to fields that the file lacks; empty for nothing. */
export const handsOver = (record: string, fields: number, to: string, afterwards: readonly string[]): string =>
  `Copy the kubectl command that hands over to ${to} what ${record} holds (${[counted(fields, "field"), ...afterwards].join("; ")})`;

export const thenRemoves = (fields: string): string => `the next apply then removes ${fields}`;

export const thenResets = (fields: string): string => `the next apply then removes ${fields}, or resets to a default`;

export const removesLive = (what: string): string => `Copy the kubectl command that removes ${what} from the live object`;
