/** What is said of CustomResourceDefinitions: which lists merge as a whole, and what a change does to the records of the kind's objects. */
import { plural } from "../words.ts";

/** `nameField`: what tells its items apart. */
export const listIsAtomic = (list: string, nameField: string, object: string): string =>
  `${list} has no x-kubernetes-list-type, so it is atomic: whoever sets one item owns the whole list, though ${nameField} tells its items apart (${object}).`;

interface Version {
  readonly version: string;
  readonly count: number;
  readonly object: string;
}

/** `lists`: the first of them. */
export const listsAreAtomic = ({ version, count, lists, object }: Version & Record<"lists", string>): string =>
  `${count} lists of version ${version} have a required name in each item and no x-kubernetes-list-type (${lists}): each is atomic, so whoever sets one item owns the whole list (${object}).`;

interface Merging {
  readonly field: string;
  /** How it merges: "atomic", "merged by name", "a set". */
  readonly live: string;
  readonly here: string;
  readonly object: string;
}

export const listBecomesAtomic = ({ field, live, here, object }: Merging): string =>
  `${field} is ${live} in the live definition and ${here} here. Whoever holds an item of it then holds the whole list: the next apply of each conflicts with the others, and a forced one deletes what they put there (${object}).`;

export const mapBecomesAtomic = ({ field, live, here, object }: Merging): string =>
  `${field} is ${live} in the live definition and ${here} here. Whoever holds a key of it then holds the whole map: the next apply of each conflicts with the others, and a forced one deletes what they put there (${object}).`;

export const listBecomesGranular = ({ field, live, here, object }: Merging): string =>
  `${field} is ${live} in the live definition and ${here} here. Its owner keeps only what it applies next: what that lacks stays in the list without an owner, and until then others take over an item without a conflict (${object}).`;

export const mapBecomesGranular = ({ field, live, here, object }: Merging): string =>
  `${field} is ${live} in the live definition and ${here} here. Its owner keeps only what it applies next: what that lacks stays in the map without an owner, and until then others take over a key without a conflict (${object}).`;

export const listIsRekeyed = ({ field, live, here, object }: Merging): string =>
  `${field} is ${live} in the live definition and ${here} here. What was recorded by the old keys means nothing any more: others take over items without a conflict, and items that a manifest drops stay (${object}).`;

/** `places`: the first of them. */
export const manyMergeOtherwise = ({ version, count, places, object }: Version & Record<"places", string>): string =>
  `${count} lists and maps of version ${version} merge otherwise than in the live definition (${places}): what is recorded of who owns what in them means something else then (${object}).`;

interface Gone {
  readonly versions: string;
  readonly count: number;
  readonly object: string;
}

/** `stored`: versions that the server still counts on. */
export const goneAndRefused = ({ versions, count, object, stored }: Gone & Record<"stored", string>): string =>
  plural(
    count,
    `${versions} is in the live definition and not here. The API server refuses that while status.storedVersions names ${stored} (${object}).`,
    `${versions} are in the live definition and not here. The API server refuses that while status.storedVersions names ${stored} (${object}).`,
  );

export const gone = ({ versions, count, object }: Gone): string =>
  plural(
    count,
    `${versions} is in the live definition and not here. Where a record in an object's managedFields is at such a version, every server-side apply of that object fails then, with force too; served: false keeps it readable (${object}).`,
    `${versions} are in the live definition and not here. Where a record in an object's managedFields is at such a version, every server-side apply of that object fails then, with force too; served: false keeps it readable (${object}).`,
  );

export const unserved = (version: string, object: string): string =>
  `${version} is served now and would not be any more: kubectl finds no kind for manifests at ${version} then. Records at it stay readable as long as the definition lists it (${object}).`;
