/**
 * What an apply does to an object or a field, in whole sentences, without the full stop. Names come as they are to be shown: plain, or as
 * code in a hover. The manager is the one that applies.
 */
import { counted } from "../words.ts";

export const refusedHere = (manager: string): string => `Applying as ${manager} is refused here`;

export const refusedBecauseOf = (manager: string, paths: string): string => `Applying as ${manager} is refused because of ${paths}`;

export const refusedWith = (manager: string, message: string): string => `Applying as ${manager} is refused: ${message}`;

export const refusedByOwners = (manager: string, fields: number, owners: string): string =>
  `Applying as ${manager} is refused: ${counted(fields, "field")} held by ${owners}`;

export const createsIt = (manager: string): string => `Applying as ${manager} creates it`;

export const changesNothing = (manager: string): string => `Applying as ${manager} changes nothing`;

export const changesIt = (manager: string): string => `Applying as ${manager} changes it`;

export const addsIt = (manager: string): string => `Applying as ${manager} adds it`;

export const leavesIt = (manager: string): string => `Applying as ${manager} leaves the live value as it is`;

export const ignoresIt = "Ignored here: an apply leaves it as it is";

export const changesFields = (manager: string, fields: number): string => `Applying as ${manager} changes ${counted(fields, "field")}`;

/** `workload`: kind and name. */
export const rollsOut = (manager: string, fields: number, workload: string): string =>
  `Applying as ${manager} changes ${counted(fields, "field")}, rolls out ${workload} (template changed)`;

export const notPredicted = (manager: string, reason: string): string => `Applying as ${manager}: not predicted, ${reason}`;

export const takesByForce = (manager: string, owners: string): string => `Applying as ${manager} takes it from ${owners} by force`;

export const setsClientSide = (manager: string): string => `${manager} applies client-side: it sets this, whoever owns it`;

export const sameAndOwned = (manager: string): string => `Same value: ${manager} owns it already`;

export const sameAndShared = (manager: string): string => `Same value: as ${manager} you would share ownership`;

export const sameAndFree = (manager: string): string => `Same value: as ${manager} you would own it`;

/** Why only the server knows stands elsewhere. */
export const serverKnows = (manager: string): string => `Whether applying as ${manager} is refused, only the server knows`;

export const serverKnowsBecause = (manager: string, reasons: string): string =>
  `Whether applying as ${manager} is refused, only the server knows: ${reasons}`;

export const whoIsNotKnown = (evidence: string): string => `Who applies this file is not known: ${evidence}`;

/** What becomes of a live field that the file stops setting. */
export const staysKept = (value: string, keepers: string): string => `Without it here: stays ${value}, kept by ${keepers}`;

export const staysUnowned = (value: string): string => `Without it here: stays ${value}, since no manager owns it`;

export const goesWithRecord = "Without it here: goes at the next kubectl apply --server-side, which takes over the client-side record";

export const goes = "Without it here: deleted";

export const goesOrResets = "Without it here: deleted, unless the server fills in a default";

export const resetsTo = (value: string): string => `Without it here: resets to its default ${value}`;
