/** How the schema merges what stands at a field path, and which ancestor makes it one with its surroundings. */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { resolve } from "../schema/resolve.ts";
import { typeBelow } from "../typed/atPath.ts";
import { keyedList, set } from "./words/names.ts";
import { atomic } from "./words/owning.ts";

/** The outermost ancestor that the schema makes one leaf with all below it; undefined where there is none. */
export function atomicAncestor(root: SchemaType, path: FieldPath): FieldPath | undefined {
  let type: SchemaType | undefined = root;
  for (const [i, element] of path.entries()) {
    if (type === undefined) return undefined;
    if (i > 0 && isAtomic(type, element.kind === "field" ? "map" : "list")) return path.slice(0, i);
    type = typeBelow(type, element);
  }
  return undefined;
}

/** How lists and maps of this place merge, in Kubernetes' words; undefined for scalars and for plain granular maps. */
export function mergeKind(type: SchemaType | undefined, value: Value | undefined): string | undefined {
  if (type === undefined) return undefined;
  if (isList(value)) {
    const list = resolve(type)?.list;
    if (list === undefined) return undefined;
    if (list.relationship === "atomic") return atomic.list;
    return list.keys.length === 0 ? set : keyedList(list.keys.join(", "));
  }
  return isMap(value) && isAtomic(type, "map") ? atomic.map : undefined;
}

function isAtomic(type: SchemaType, shape: "map" | "list"): boolean {
  return resolve(type)?.[shape]?.relationship === "atomic";
}
