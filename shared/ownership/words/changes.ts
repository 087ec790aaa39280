/** What an apply makes of a live value. Each goes on after a colon, or begins a line of a hover. Values come shortened. */
import { counted } from "../words.ts";

export const liveAndHere = (live: string, here: string): string => `live ${live}, here ${here}`;

export const onlyHere = (here: string): string => `no live value, here ${here}`;

export const nothing = "nothing";

/** `cause`: why both mean the same. */
export const thoughSame = (change: string, cause: string): string => `${change} (${cause})`;

/** `deeds`: "removes its only item ("a") and adds 1 ("b")". */
export const thisFile = (deeds: string): string => `this file ${deeds}`;

export const sameReordered = (items: number): string => `the same ${counted(items, "item")} in another order`;

export const removesOnly = (sample: string): string => `removes its only item (${sample})`;

export const removesAll = (count: number, samples: string): string => `removes its ${count} items (${samples})`;

export const removesSome = (count: number, total: number, samples: string): string => `removes ${count} of its ${total} items (${samples})`;

export const keeps = (count: number): string => `keeps ${count}`;

export const adds = (count: number, samples: string): string => `adds ${count} (${samples})`;

/** `entries`: of a map. */
export const drops = (entries: string): string => `drops ${entries}`;

export const changes = (entries: string): string => `changes ${entries}`;

export const addsEntries = (entries: string): string => `adds ${entries}`;

export const entry = (key: string, value: string): string => `${key}: ${value}`;

export const changedEntry = (key: string, from: string, to: string): string => `${key} from ${from} to ${to}`;
