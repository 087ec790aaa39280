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

export const lacksNamespace = (source: string): string => `No live object in ${source}: the namespace is not there, so an apply is refused`;

export const namespaceGoes = (source: string): string =>
  `No live object in ${source}: the namespace is being deleted, so an apply is refused`;

export const ownersNotTracked = (source: string, reason: string): string => `Owners not tracked in ${source}: ${reason}`;

export const readingLive = "Reading the live object";

export const noLive = (reason: string): string => `No live object: ${reason}`;

export const noLiveFrom = (source: string, reason: string): string => `No live object from ${source}: ${reason}`;

export const appliedAs = (manager: string, evidence: string): string => `As ${manager}, ${evidence}`;

/** `finalizers`: what it waits for, if anything. */
export function beingDeleted(object: string, since: string, finalizers: string | undefined): string {
  return finalizers === undefined
    ? `${object} is being deleted, asked for ${since}: what is applied now goes with it.`
    : `${object} is being deleted, asked for ${since}, and waits for ${finalizers}: what is applied now goes with it.`;
}

export const firstApply = (object: string): string =>
  `${object} has no record of who set what: with this first apply all that is there becomes before-first-apply's, a name of the server's.`;

export const thisFile = "this file";

export const saidBeforeAndLast = (object: string, file: string): string =>
  `${object} stands in ${file} before: this document is applied after it and has the last word.`;

export const saidBeforeAndLost = (object: string, file: string, lost: string): string =>
  `${object} stands in ${file} before: applying this document then deletes ${lost}, which only the earlier one sets.`;

export const askWho = (object: string, holders: string): string => `${object}: fields here are held by ${holders}. Who applies this file?`;

export const askWhoOfNobody = (object: string): string =>
  `${object}: no manager is on record for the fields of this file. Who applies this file?`;

export const holderCount = (manager: string, fields: number): string => `${manager} (${fields})`;

export const statusIgnoredHere = "status is ignored here: it is written through the status subresource only";

export const statusIgnored = (object: string): string => `${statusIgnoredHere} (${object}).`;

/** Behind the last of the findings that are shown. */
export const andMoreHere = (message: string, count: number): string => `${message} (and ${count} more in this object)`;
