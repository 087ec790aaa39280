/**
 * The object as a whole and where it was read, in whole sentences, without the full stop where the place of use may add to them. Names come
 * as they are to be shown.
 */

/** `finalizers`: what it waits for, if anything. */
export function isBeingDeleted(since: string, finalizers?: string): string {
  return finalizers === undefined
    ? `It is being deleted, asked for ${since}`
    : `It is being deleted, asked for ${since}, and waits for ${finalizers}`;
}

export const notAllThatIsSent = (manager: string): string => `This file is not all that ${manager} sends: nothing is said of what it lacks`;

export const controllerBehind = (generation: number, observed: number): string =>
  `Its controller is behind: generation ${generation}, observed ${observed}`;

export const schemaFromWorkspace = "How its lists merge is taken from a CustomResourceDefinition in the workspace";

export const schemaNotKnown = "How its lists merge is not known: neither a cluster nor the workspace has its schema";

export const liveFrom = (source: string): string => `Live: ${source}`;

/** `read`: "read 3 min ago". */
export const liveReadFrom = (source: string, read: string): string => `Live: ${source}, ${read}`;

export const asBecause = (manager: string, evidence: string): string => `as ${manager}, ${evidence}`;

/** `read`: "read 3 min ago", or why it is stale. */
export const liveObjectFrom = (source: string, read: string): string => `Live object from ${source}, ${read}`;

export const stale = (age: string, reason: string): string => `stale, read ${age}: ${reason}`;

export const read = (age: string): string => `read ${age}`;

export const written = (age: string): string => `written ${age}`;

export const ownersUnknown = (source: string): string => `Owners unknown: ${source} was saved without --show-managed-fields`;

export const wouldBeCreated = (source: string): string => `No live object in ${source}: an apply creates it`;

export const ownersNotTracked = (source: string, reason: string): string => `Owners not tracked in ${source}: ${reason}`;

export const readingLive = "Reading the live object";

export const noLive = (reason: string): string => `No live object: ${reason}`;

export const noLiveFrom = (source: string, reason: string): string => `No live object from ${source}: ${reason}`;

export const appliedAs = (manager: string, evidence: string): string => `As ${manager}, ${evidence}`;

export const whoAppliesNotKnown = (evidence: string): string => `Who applies is not known: ${evidence}`;
