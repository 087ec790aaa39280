/**
 * The path element of a list's item: its merge keys in a keyed list, its value in a set.
 * Invariant: a key that the item leaves out takes the default of its field; without default it is left out of the element too.
 * Counterpart in Go: typed `listItemToPathElement`.
 */
import { compareNames } from "../fieldpath/compare.ts";
import { elementText, type KeyField, type PathElement } from "../fieldpath/pathElement.ts";
import { quote } from "../fieldpath/printPath.ts";
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import type { ListType, Schema } from "../schema/model.ts";
import { resolveRef } from "../schema/resolve.ts";

export interface ItemElement {
  readonly element: PathElement;
  /** Equal for equal elements and different for different ones: for indexing long lists. */
  readonly id: string;
}

/** Why an item has no element. */
export interface NoElement {
  readonly problem: string;
}

/** The element of an item of an associative list, or why it has none. */
export function itemElement(item: Value, list: ListType, schema: Schema): ItemElement | NoElement {
  if (list.relationship !== "associative") return { problem: "invalid indexing of non-associative list" };
  return list.keys.length > 0 ? keyedItem(item, list, schema) : setItem(item);
}

/** `itemElement` of each item; remembered with the list, since every walk of an apply asks for the same ones. */
export function itemElements(items: ValueList, list: ListType, schema: Schema): readonly (ItemElement | NoElement)[] {
  const known = remembered.get(items);
  if (known?.list === list && known.schema === schema) return known.elements;
  const elements = items.map((item) => itemElement(item, list, schema));
  remembered.set(items, { list, schema, elements });
  return elements;
}

/** Whether `itemElement` found none. */
export function isProblem(answer: ItemElement | NoElement): answer is NoElement {
  return "problem" in answer;
}

interface Remembered {
  readonly list: ListType;
  readonly schema: Schema;
  readonly elements: readonly (ItemElement | NoElement)[];
}
const remembered = new WeakMap<ValueList, Remembered>();

function keyedItem(item: Value, list: ListType, schema: Schema): ItemElement | NoElement {
  if (item === null) return { problem: "associative list with keys may not have a null element" };
  if (!(item instanceof Map)) return { problem: "associative list with keys may not have non-map elements" };
  const keys: KeyField[] = [];
  for (const name of list.keys) {
    const value = (item as ValueMap).get(name) ?? (item.has(name) ? null : keyDefault(name, list, schema));
    if (value !== undefined) keys.push({ name, value });
  }
  if (keys.length === 0) {
    const names = `[${list.keys.map(quote).join(" ")}]`;
    const problem = `associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any key fields)`;
    return { problem };
  }
  if (keys.length > 1) keys.sort((a, b) => compareNames(a.name, b.name));
  return identified({ kind: "key", keys });
}

function keyDefault(name: string, list: ListType, schema: Schema): Value | undefined {
  return resolveRef(schema, list.element)?.map?.fields.get(name)?.default ?? undefined;
}

function setItem(item: Value): ItemElement | NoElement {
  if (item === null) return { problem: "associative list without keys has an element that's an explicit null" };
  if (item instanceof Map) return { problem: "associative list without keys has an element that's a map type" };
  if (Array.isArray(item)) return { problem: "not supported: associative list with lists as elements" };
  return identified({ kind: "value", value: item });
}

/** −0 equals 0 but prints differently. */
function identified(element: PathElement): ItemElement {
  const isNegativeZero =
    element.kind === "value"
      ? Object.is(element.value, -0)
      : element.kind === "key" && element.keys.some((key) => Object.is(key.value, -0));
  return { element, id: isNegativeZero ? elementText(withoutNegativeZero(element)) : elementText(element) };
}

function withoutNegativeZero(element: PathElement): PathElement {
  if (element.kind === "value") return { kind: "value", value: 0 };
  if (element.kind !== "key") return element;
  return { kind: "key", keys: element.keys.map((key) => (key.value === 0 ? { name: key.name, value: 0 } : key)) };
}
