/**
 * List items whose merge key the manifest changed: for the API server that is one item less and another one more.
 * Invariant: two items are taken for one only where exactly one of the old ones shares a value with the new one, keys apart.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { equalValues } from "../fieldpath/compare.ts";
import { equalPaths, type FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { resolve } from "../schema/resolve.ts";
import { typeAtPath, valueAtPath } from "../typed/atPath.ts";
import { indexItems } from "../typed/indexItems.ts";
import { type Dropped, droppedFields } from "./dropped.ts";
import { once } from "./once.ts";
import type { Snapshot } from "./snapshot.ts";

/** One item under its old and its new key. */
export interface MovedItem {
  readonly from: FieldPath;
  readonly to: FieldPath;
  readonly old: Value;
  readonly now: Value;
  /** Others who keep the old item; none: it goes. */
  readonly keepers: readonly ManagedFieldsEntry[];
  /** Others whose fields go with the old item. */
  readonly losers: readonly ManagedFieldsEntry[];
}

/** The moved items of a snapshot; computed once. */
export const movedItems: (snapshot: Snapshot) => readonly MovedItem[] = once(find);

/** What the manifest dropped, but for items that live on under another key. */
export function droppedForGood(snapshot: Snapshot): Dropped {
  const { removed, kept } = droppedFields(snapshot);
  const moved = movedItems(snapshot);
  const stays = ({ path }: { readonly path: FieldPath }): boolean => !moved.some(({ from }) => equalPaths(from, path));
  return moved.length === 0 ? { removed, kept } : { removed: removed.filter(stays), kept: kept.filter(stays) };
}

function find(snapshot: Snapshot): readonly MovedItem[] {
  const { removed, kept } = droppedFields(snapshot);
  const old = [
    ...removed.map(({ path, live, others }) => ({ from: path, old: live, keepers: [], losers: others })),
    ...kept.map(({ path, live, keepers }) => ({ from: path, old: live, keepers, losers: [] })),
  ].filter(({ from }) => from.at(-1)?.kind === "key");
  const byList = new Map<string, typeof old>();
  for (const item of old) {
    const list = printPath(item.from.slice(0, -1));
    byList.set(list, [...(byList.get(list) ?? []), item]);
  }
  return [...byList.values()].flatMap((items) => {
    const [first] = items;
    if (first === undefined) return [];
    return newItems(snapshot, first.from.slice(0, -1)).flatMap(({ path, value, keys }) => {
      const alike = items.filter(({ old: candidate }) => isAlike(candidate, value, keys));
      return alike.length === 1 ? alike.map((item) => ({ ...item, to: path, now: value })) : [];
    });
  });
}

/** The items that the manifest's list has and the live one lacks. */
function newItems({ object, kind, live }: Snapshot, at: FieldPath): readonly { path: FieldPath; value: Value; keys: readonly string[] }[] {
  const type = typeAtPath(kind.type, at);
  const written = itemsOf(object.value, at, kind.type);
  const before = live.state === "live" ? itemsOf(live.live.object, at, kind.type) : new Map();
  const keys = (type && resolve(type)?.list?.keys) ?? [];
  return [...written].flatMap(([id, { element, items }]) => {
    const [value] = items;
    return before.has(id) || value === undefined ? [] : [{ path: [...at, element], value, keys }];
  });
}

function itemsOf(value: Value, at: FieldPath, root: SchemaType): ReturnType<typeof indexItems> {
  const list = valueAtPath(value, at, root);
  const type = typeAtPath(root, at);
  const listType = type && resolve(type)?.list;
  return type === undefined || listType === undefined || !isList(list) ? new Map() : indexItems(list, listType, type.schema);
}

/** They share something beside their keys. */
function isAlike(old: Value, now: Value, keys: readonly string[]): boolean {
  if (!isMap(old) || !isMap(now)) return false;
  return [...now].some(([name, value]) => {
    const other = old.get(name);
    return other !== undefined && !keys.includes(name) && equalValues(other, value);
  });
}
