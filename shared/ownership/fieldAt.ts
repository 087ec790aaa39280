/**
 * What stands at a field path: its type, its value, and which ancestor makes it one with its surroundings.
 * Unknown types answer undefined; a path the value lacks answers undefined.
 */
import { comparePathElements, type FieldPath, type PathElement } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { isProblem, itemElement } from "../typed/listItem.ts";

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
  if (type === undefined || list === undefined) return undefined;
  return value.find((item) => {
    const own = itemElement(item, list, type.schema);
    return !isProblem(own) && comparePathElements(own.element, element) === 0;
  });
}
