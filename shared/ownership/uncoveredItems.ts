/**
 * List items that the manifest lacks and that stay, although its manager once applied their list: it was atomic then (or empty), and such a
 * record of the list as one covers no items, so none goes.
 * Invariant: only items that nobody else holds, and only where the manifest still has other items of that list.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { difference, leaves, pathsOf } from "../fieldpath/set.ts";
import { isList, type Value } from "../fieldpath/value.ts";
import { touchesPlaceholder } from "../manifest/placeholders.ts";
import { elementType, resolve } from "../schema/resolve.ts";
import { typeAtPath, valueAtPath } from "../typed/atPath.ts";
import { isProblem, itemElements } from "../typed/listItem.ts";
import { fieldSetOf } from "../typed/toFieldSet.ts";
import { isPartial } from "./dropped.ts";
import { holds } from "./fileLeaves.ts";
import { once } from "./once.ts";
import { isApplyOf } from "./owners.ts";
import { predict } from "./predict.ts";
import type { Snapshot } from "./snapshot.ts";

/** One such list with its items. */
export interface UncoveredItems {
  readonly list: FieldPath;
  readonly items: readonly { readonly path: FieldPath; readonly live: Value }[];
  /** Our record. */
  readonly record: ManagedFieldsEntry;
}

/** The lists of a snapshot with items that stay so; computed once. */
export const uncoveredItems: (snapshot: Snapshot) => readonly UncoveredItems[] = once(find);

function find(snapshot: Snapshot): readonly UncoveredItems[] {
  const { as, kind, live, object, twins } = snapshot;
  if (twins !== undefined || kind.schemaSource === "deduced" || !as.decided || live.state !== "live") return [];
  const record = live.live.managedFields.find((entry) => isApplyOf(as.manager, entry) && entry.apiVersion === object.apiVersion);
  if (record === undefined || predict(snapshot).result === undefined || isPartial(snapshot)) return [];
  const sent = fieldSetOf(object.value, kind.type);
  return [...pathsOf(leaves(difference(record.fields, sent)))].flatMap((list) => {
    const type = typeAtPath(kind.type, list);
    const definition = type && resolve(type)?.list;
    const [current, written] = [live.live.object, object.value].map((value) => valueAtPath(value, list, kind.type));
    if (type === undefined || definition?.relationship !== "associative" || elementType(type) === undefined) return [];
    if (!isList(current) || !isList(written) || written.length === 0 || touchesPlaceholder(object, list, kind.type)) return [];
    const items = itemElements(current, definition, type.schema).flatMap((answer, index) => {
      const item = current[index];
      return isProblem(answer) || item === undefined ? [] : [{ path: [...list, answer.element], live: item }];
    });
    const stay = items.filter(({ path }) => {
      return !holds(sent, path) && !live.live.managedFields.some(({ fields }) => holds(fields, path));
    });
    return stay.length === 0 ? [] : [{ list, items: stay, record }];
  });
}
