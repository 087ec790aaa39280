/**
 * What stands at a field path: its type and its value.
 * Invariant: where the schema does not reach, or the value lacks the path, the answer is undefined.
 * No counterpart in Go: the server never asks for one path.
 */
import { elementText, type FieldPath, type PathElement } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, type ValueList } from "../fieldpath/value.ts";
import type { ListType, SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { indexItems } from "./indexItems.ts";

/** The type at a path, undefined where the schema does not reach. */
export function typeAtPath(root: SchemaType, path: FieldPath): SchemaType | undefined {
  let type: SchemaType | undefined = root;
  for (const element of path) type = type && typeBelow(type, element);
  return type;
}

/** The type of one step down. */
export function typeBelow(type: SchemaType, element: PathElement): SchemaType | undefined {
  return element.kind === "field" ? fieldType(type, element.name) : elementType(type);
}

/** The value at a path. */
export function valueAtPath(root: Value | undefined, path: FieldPath, rootType: SchemaType): Value | undefined {
  let value = root;
  let type: SchemaType | undefined = rootType;
  for (const element of path) {
    if (value === undefined) return undefined;
    value = valueBelow(value, element, type);
    type = type && typeBelow(type, element);
  }
  return value;
}

function valueBelow(value: Value, element: PathElement, type: SchemaType | undefined): Value | undefined {
  if (element.kind === "field") return isMap(value) ? value.get(element.name) : undefined;
  if (!isList(value)) return undefined;
  if (element.kind === "index") return value[Number(element.index)];
  const list = type && resolve(type)?.list;
  return type === undefined || list === undefined ? undefined : itemsOf(value, list, type).get(elementText(element))?.items[0];
}

/** The items of a list by their element's text; kept with the list, since many paths are asked of one. */
function itemsOf(value: ValueList, list: ListType, { schema }: SchemaType): ReturnType<typeof indexItems> {
  const known = indexes.get(value);
  if (known?.list === list) return known.items;
  const items = indexItems(value, list, schema);
  indexes.set(value, { list, items });
  return items;
}

const indexes = new WeakMap<ValueList, { readonly list: ListType; readonly items: ReturnType<typeof indexItems> }>();
