/** What is said of live fields that the file lacks, has moved, or has in another order. Managers come with operation, subresource and age. */
import { counted, plural } from "../words.ts";

interface Loss {
  readonly manager: string;
  readonly object: string;
}

/** Deeds: "deletes .spec.a and resets .spec.b to its default 1". `count`: of all fields. */
export function removesFields({ manager, object, deeds, count }: Loss & { readonly deeds: string; readonly count: number }): string {
  return plural(
    count,
    `Applying as ${manager} ${deeds}: it is not in this file any more, and nobody else holds it (${object}).`,
    `Applying as ${manager} ${deeds}: they are not in this file any more, and nobody else holds them (${object}).`,
  );
}

export const deletes = (fields: string): string => `deletes ${fields}`;

export const deletesValue = (field: string, value: string): string => `deletes ${field} (live ${value})`;

export const resets = (field: string, value: string, fallback: string): string =>
  `resets ${field} from ${value} to its default ${fallback}`;

export const deletesWithOthers = (field: string, owners: string): string => `deletes ${field} with what is held in it by ${owners}`;

export const deletesOrResets = (fields: string, count: number): string =>
  plural(count, `deletes ${fields} or resets it to a default`, `deletes ${fields} or resets them to a default`);

export const defaultNotKnown = (fields: string): string => `the default of ${fields} is not known`;

export const freesObject = (sentence: string): string => `${sentence} The object is being deleted: it disappears with its last finalizer.`;

export const keepsField = ({ manager, object, field, value, keepers }: Loss & Record<"field" | "value" | "keepers", string>): string =>
  `${field} is not in this file any more. Applying as ${manager} leaves it at ${value}, held by ${keepers} too (${object}).`;

export const keepsFields = ({
  manager,
  object,
  fields,
  count,
  keepers,
}: Loss & Record<"fields" | "keepers", string> & { readonly count: number }): string =>
  `${counted(count, "field")} are not in this file any more: ${fields}. Applying as ${manager} leaves them as they are, held by ${keepers} too (${object}).`;

/** `record`: whose record it is of the list as one. */
export function keepsItems({
  manager,
  object,
  items,
  count,
  record,
  list,
}: Loss & Record<"items" | "record" | "list", string> & { readonly count: number }): string {
  return plural(
    count,
    `${items} is not in this file any more. Applying as ${manager} leaves it, since ${record} recorded ${list} when it was atomic (or empty), which covers no items (${object}).`,
    `${items} are not in this file any more. Applying as ${manager} leaves them, since ${record} recorded ${list} when it was atomic (or empty), which covers no items (${object}).`,
  );
}

interface Left extends Loss {
  readonly owners: string;
}

/** `outcome`: one of the sentences below. */
export const leftField = ({
  object,
  owners,
  field,
  value,
  outcome,
}: Omit<Left, "manager"> & Record<"field" | "value" | "outcome", string>): string =>
  `${field} (live ${value}) is left from ${owners}, and this file lacks it. ${outcome} (${object}).`;

export const leftFields = ({
  object,
  owners,
  fields,
  count,
  outcome,
}: Omit<Left, "manager"> & Record<"fields" | "outcome", string> & { readonly count: number }): string =>
  `${counted(count, "field")} are left from ${owners}, and this file lacks them: ${fields}. ${outcome} (${object}).`;

export const leftGoes = (count: number): string =>
  plural(
    count,
    "It goes at the next kubectl apply --server-side, which takes that record over; other appliers leave it",
    "They go at the next kubectl apply --server-side, which takes that record over; other appliers leave them",
  );

export const leftStays = (manager: string, count: number): string =>
  plural(
    count,
    `Applying as ${manager} leaves it: that record is yours, but another owner's for the server`,
    `Applying as ${manager} leaves them: that record is yours, but another owner's for the server`,
  );

/** `change`: "live 5, here 3". */
export const editedByHand = ({ manager, object, field, hand, change }: Loss & Record<"field" | "hand" | "change", string>): string =>
  `${field} was set by ${hand}: ${change}. Applying as ${manager} puts back what the file says (${object}).`;

/** `outcome`: one of the sentences below. */
export const addedByHand = ({
  object,
  field,
  value,
  hand,
  outcome,
}: Omit<Loss, "manager"> & Record<"field" | "value" | "hand" | "outcome", string>): string =>
  `${field} was set to ${value} by ${hand}, and this file lacks it. ${outcome} (${object}).`;

export const addedFieldsByHand = ({
  object,
  fields,
  count,
  hands,
  outcome,
}: Omit<Loss, "manager"> & Record<"fields" | "hands" | "outcome", string> & { readonly count: number }): string =>
  `${counted(count, "field")} that this file lacks were set by ${hands}: ${fields}. ${outcome} (${object}).`;

export const handEditGoes = (manager: string, count: number): string =>
  plural(
    count,
    `Applying as ${manager} deletes it, since an earlier apply had sent it`,
    `Applying as ${manager} deletes them, since an earlier apply had sent them`,
  );

/** By Flux. */
export const takenOver = (manager: string, count: number): string =>
  plural(
    count,
    `Applying as ${manager} deletes it, since Flux takes over what kubectl set`,
    `Applying as ${manager} deletes them, since Flux takes over what kubectl set`,
  );

export const handEditStays = (manager: string, count: number): string =>
  plural(count, `Applying as ${manager} leaves it as it is`, `Applying as ${manager} leaves them as they are`);

interface Moved extends Loss {
  readonly list: string;
  /** The item by its old and by its new key. */
  readonly from: string;
  readonly to: string;
}

export const movedBeside = ({ manager, object, list, from, to, owners }: Moved & Record<"owners", string>): string =>
  `The key of this item of ${list} was ${from} and is ${to} now. Applying as ${manager} adds a second item, and the old one stays, held by ${owners} too (${object}).`;

export const movedOver = ({ manager, object, list, from, to, owners }: Moved & Record<"owners", string>): string =>
  `The key of this item of ${list} was ${from} and is ${to} now. Applying as ${manager} puts a new item in its place; what was held in the old one by ${owners} is gone (${object}).`;

export const moved = ({ manager, object, list, from, to }: Moved): string =>
  `The key of this item of ${list} was ${from} and is ${to} now. Applying as ${manager} puts a new item in its place (${object}).`;

export const thenTwoPorts = (sentence: string, name: string): string =>
  `${sentence} The server then refuses two ports of the name ${name}.`;

export const thenNoImage = (sentence: string, kind: string): string =>
  `${sentence} The server then refuses the ${kind}: the new container has no image.`;

interface Reordered extends Loss {
  readonly list: string;
  readonly others: string;
}

export const reordersList = ({ manager, object, list, others }: Reordered): string =>
  `${list} has the same items in another order in the live object, listed by ${others} too. Applying as ${manager} reorders them, the next apply of the other puts them back (${object}).`;

export const reordersAndRollsOut = ({ manager, object, list, others }: Reordered): string =>
  `${list} has the same items in another order in the live object, listed by ${others} too. Applying as ${manager} reorders them, the next apply of the other puts them back, and each time the pods are rolled out again (${object}).`;

export const writeOnlyFields = (keys: string, count: number, object: string): string =>
  plural(
    count,
    `${keys} was sent in stringData before and is no longer here: nobody owns what stringData wrote, so data keeps it for ever (${object}).`,
    `${keys} were sent in stringData before and are no longer here: nobody owns what stringData wrote, so data keeps them for ever (${object}).`,
  );
