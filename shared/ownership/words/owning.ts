/** Who owns what, in whole sentences, without the full stop. Names come as they are to be shown: plain, or as code in a hover. */
import { counted } from "../words.ts";

export const ownedBy = (owners: string): string => `Owned by ${owners}`;

/** `details`: operation, subresource, age. */
export const owner = (manager: string, details: string): string => `${manager} (${details})`;

export const unsureOwner = (manager: string, details: string, version: string): string =>
  `${manager} (${details}), unsure: recorded at ${version}`;

export const noOwner = "No owner: no manager is on record for it";

/** Of a live object without records. */
export const noOwnership =
  "No ownership is recorded: with the first apply all that is there becomes before-first-apply's, a name of the server's";

export const noManager = "No manager is on record";

export const fieldsBelow = (holders: string): string => `Fields below: ${holders}`;

export const fieldsOwnedBy = (holders: string): string => `Fields are owned by ${holders}`;

export const holder = (manager: string, fields: number): string => `${manager} ${counted(fields, "field")}`;

/** What merges as one. */
export const atomic = { list: "atomic list", map: "atomic map" } as const;

/** `kind`: "atomic list". */
export const partOf = (kind: string, path: string): string => `Part of ${kind} ${path}`;

export const recordedWhole = (managers: string): string =>
  `${managers}: recorded when the list was atomic (or empty), does not cover items`;

/** `problems`: why, of each. */
export const unreadable = (problems: string): string => `The API server cannot read all records of ownership: ${problems}`;

export const lost = "Written again below: kubectl sends the last one only, so this one is lost";

export const newItem = (keys: string): string => `New list item, by its key ${keys}`;

export const newItemWithDefaults = (keys: string, defaults: string): string => `New list item, by its key ${keys} (${defaults})`;

export const keyDefault = (key: string, value: string): string => `${key} defaults to ${value}`;

export const standsForToo = (paths: string): string => `Stands for ${paths} too`;

export const newestRecord = (change: string, manager: string, age: string): string =>
  `${change}; the newest record is that of ${manager}, ${age}`;

export const usByOperation = (manager: string, operation: string): string =>
  `${manager} by ${operation} is us too, but another owner for the API server`;

export const usByName = (manager: string): string => `${manager} under that name is us too, but another owner for the API server`;

/** `what`: "writes it again at its next adjustment". */
export const afterwards = (manager: string, what: string): string => `${manager} ${what}`;

export const appliesAgain = (manager: string): string => `the next apply as ${manager} is then refused, or takes it back`;

export const mayWriteAgain = (manager: string): string => `${manager} may write it again`;

/** `who`: "a HorizontalPodAutoscaler"; `afterwards`: "writes it again at its next adjustment". */
export const managerIs = (manager: string, who: string): string => `${manager}: ${who}`;

export const managerReturns = (manager: string, who: string, afterwards: string): string => `${manager}: ${who}; ${afterwards}`;

export const managerAdvice = (manager: string, who: string, afterwards: string, advice: string): string =>
  `${manager}: ${who}; ${afterwards}. To do: ${advice}`;
