/** Titles of fixes that are a command to copy. Names and paths come as they are to be shown. */
import { counted } from "../words.ts";

export const takesOver = (path: string, owners: string): string =>
  `Copy the kubectl command that takes just ${path} over from ${owners} (forces)`;

export const handsOver = (record: string, fields: number, to: string): string =>
  `Copy the kubectl command that hands over to ${to} what ${record} holds (${counted(fields, "field")}, no value changes)`;

export const removesLive = (what: string): string => `Copy the kubectl command that removes ${what} from the live object`;
