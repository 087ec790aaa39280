/**
 * One step down a tree, by path element: the entries of a map that write a key, the items of a list that a path element names.
 * Invariant: in a map, later writes win; what `<<` writes counts at the place of the `<<`.
 */

import { printJson } from "../fieldpath/json.ts";
import { comparePathElements, type PathElement } from "../fieldpath/pathElement.ts";
import type { ListType, SchemaType } from "../schema/model.ts";
import { elementType, resolve, shapeOf } from "../schema/resolve.ts";
import { isProblem, itemElement } from "../typed/listItem.ts";
import { type Entry, type ListNode, type MapNode, targetOf, type YamlNode } from "../yaml/node.ts";

/** A place where something is written. */
export interface Written {
  readonly entry: Entry;
  /** The `<<` entry of the map through which it comes. */
  readonly merge: Entry | undefined;
  /** False where something written later replaces it. */
  readonly effective: boolean;
}

/** The places that write a key of a map, in the order in which they are read. */
export function writesOf(map: MapNode, name: string): Written[] {
  const found: Written[] = [];
  for (const entry of entriesFor(map, name)) {
    if (entry.merge !== true) {
      if (entry.name === name) found.push({ entry, merge: undefined, effective: true });
      continue;
    }
    for (const source of mergeSources(entry)) {
      const target = targetOf(source);
      if (target.kind === "map") for (const inner of writesOf(target, name)) found.push({ ...inner, merge: entry });
    }
  }
  const winner = found.findLastIndex((write) => write.effective);
  return found.map((write, index) => (index === winner || !write.effective ? write : { ...write, effective: false }));
}

/** The entries that may write the key: a long map is searched once, for all its keys. */
function entriesFor(map: MapNode, name: string): readonly Entry[] {
  if (map.entries.length < 16 || map.value === undefined) return map.entries;
  let index = byName.get(map);
  if (index === undefined) {
    index = map.entries.some(({ merge }) => merge === true) ? undefined : grouped(map.entries, (entry) => entry.name ?? "");
    byName.set(map, index ?? null);
  }
  return index == null ? map.entries : (index.get(name) ?? []);
}

/** The maps that a `<<` entry merges, in the order in which they are written: the first of a list comes last and wins. */
function mergeSources(entry: Entry): readonly YamlNode[] {
  return entry.value.kind === "list" ? entry.value.entries.map((item) => item.value).reverse() : [entry.value];
}

/** The path elements of a list's items: by merge keys or value in an associative list, else by index. */
export function elementsOf(list: ListNode, type: SchemaType | undefined): readonly PathElement[] {
  const listType = listTypeOf(list, type);
  const known = elements.get(list);
  if (known !== undefined && known.listType === listType) return known.elements;
  const fresh = (list.value ?? []).map((item, index): PathElement => {
    const answer = listType?.relationship === "associative" && type !== undefined ? itemElement(item, listType, type.schema) : undefined;
    return answer === undefined || isProblem(answer) ? { kind: "index", index } : answer.element;
  });
  elements.set(list, { listType, elements: fresh });
  return fresh;
}

/** The items that a path element names. */
export function itemsAt(list: ListNode, element: PathElement, type: SchemaType | undefined): Entry[] {
  const all = elementsOf(list, type);
  const isIt = (at: PathElement): boolean => comparePathElements(at, element) === 0;
  if (all.length < 16) return list.entries.filter((_, index) => isIt(all[index] as PathElement));
  let index = byElement.get(all);
  if (index === undefined) {
    index = grouped([...all.entries()], ([, at]) => nameOf(at));
    byElement.set(all, index);
  }
  const found = index.get(nameOf(element)) ?? [];
  return found.filter(([, at]) => isIt(at)).map(([at]) => list.entries[at] as Entry);
}

/** The type of a list's items. */
export function itemType(type: SchemaType | undefined): SchemaType | undefined {
  return type === undefined ? undefined : elementType(type);
}

/** Equal for equal elements, also where one is from FieldsV1, whose numbers print otherwise. */
function nameOf(element: PathElement): string {
  if (element.kind === "key") return element.keys.map(({ name, value }) => `${name}=${printJson(value)}`).join();
  return element.kind === "value" ? printJson(element.value) : String(element.kind === "field" ? element.name : element.index);
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** Null where a merge key (`<<`) writes into the map: then its own entries do not tell all. */
const byName: WeakMap<MapNode, ReadonlyMap<string, readonly Entry[]> | null> = new WeakMap();
const byElement: WeakMap<readonly PathElement[], ReadonlyMap<string, readonly (readonly [number, PathElement])[]>> = new WeakMap();
const elements: WeakMap<ListNode, { readonly listType: ListType | undefined; readonly elements: readonly PathElement[] }> = new WeakMap();

function listTypeOf(list: ListNode, type: SchemaType | undefined): ListType | undefined {
  const atom = type === undefined ? undefined : resolve(type);
  const shape = atom === undefined ? undefined : shapeOf(atom, list.value ?? []);
  return shape?.kind === "list" ? shape.list : undefined;
}
