/**
 * What stands at a field path: its type, its value, and which ancestor makes it one with its surroundings.
 * Unknown types answer undefined; a path the value lacks answers undefined.
 */
import { elementText, type FieldPath, type PathElement } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, type ValueList } from "../fieldpath/value.ts";
import type { ListType, SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { indexItems } from "../typed/indexItems.ts";

/** The type at a path, undefined where the schema does not reach. */
export function typeAtPath(root: SchemaType, path: FieldPath): SchemaType | undefined {
  let type: SchemaType | undefined = root;
  for (const element of path) type = type && below(type, element);
  return type;
}

/** The value at a path. */
export function valueAtPath(root: Value | undefined, path: FieldPath, rootType: SchemaType): Value | undefined {
  let value = root;
  let type: SchemaType | undefined = rootType;
  for (const element of path) {
    if (value === undefined) return undefined;
    value = step(value, element, type);
    type = type && below(type, element);
  }
  return value;
}

/** The outermost ancestor that the schema makes one leaf with all below it; undefined where there is none. */
export function atomicAncestor(root: SchemaType, path: FieldPath): FieldPath | undefined {
  let type: SchemaType | undefined = root;
  for (const [i, element] of path.entries()) {
    if (type === undefined) return undefined;
    if (i > 0 && isAtomic(type, element.kind === "field" ? "map" : "list")) return path.slice(0, i);
    type = below(type, element);
  }
  return undefined;
}

/** How lists and maps of this place merge, in Kubernetes' words; undefined for scalars and for plain granular maps. */
export function mergeKind(type: SchemaType | undefined, value: Value | undefined): string | undefined {
  if (type === undefined) return undefined;
  if (isList(value)) {
    const list = resolve(type)?.list;
    if (list === undefined) return undefined;
    if (list.relationship === "atomic") return "atomic list";
    return list.keys.length === 0 ? "set" : `list keyed by ${list.keys.join(", ")}`;
  }
  return isMap(value) && isAtomic(type, "map") ? "atomic map" : undefined;
}

function isAtomic(type: SchemaType, shape: "map" | "list"): boolean {
  return resolve(type)?.[shape]?.relationship === "atomic";
}

function below(type: SchemaType, element: PathElement): SchemaType | undefined {
  return element.kind === "field" ? fieldType(type, element.name) : elementType(type);
}

function step(value: Value, element: PathElement, type: SchemaType | undefined): Value | undefined {
  if (element.kind === "field") return isMap(value) ? value.get(element.name) : undefined;
  if (!isList(value)) return undefined;
  if (element.kind === "index") return value[element.index];
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
