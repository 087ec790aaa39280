/** The scalar that the text holds at a field path, as it is written: its quotes, or their absence, tell what kubectl made of it. */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import type { SchemaType } from "../schema/model.ts";
import { fieldType } from "../schema/resolve.ts";
import { type ScalarNode, targetOf, type YamlNode } from "../yaml/node.ts";
import { itemsAt, itemType, writesOf } from "./fieldTree.ts";
import type { ManifestObject } from "./model.ts";

/** A scalar of the text; `shared`: an edit of it would change other places, or its tag or anchor stands before it. */
export interface WrittenScalar {
  readonly node: ScalarNode;
  readonly shared: boolean;
}

/** The scalar that counts at a path, undefined where there is none. */
export function scalarAt({ source }: Pick<ManifestObject, "source">, path: FieldPath, type: SchemaType): WrittenScalar | undefined {
  let node: YamlNode = source.root;
  let at: SchemaType | undefined = type;
  let shared = false;
  for (const element of path) {
    const target = targetOf(node);
    if (target.kind === "scalar") return undefined;
    const write =
      target.kind === "map" && element.kind === "field" ? writesOf(target, element.name).find(({ effective }) => effective) : undefined;
    const entry = target.kind === "list" ? itemsAt(target, element, at)[0] : write?.entry;
    if (entry === undefined) return undefined;
    shared ||= target.uses.length > 0 || write?.merge !== undefined || entry.value.kind === "alias";
    node = entry.value;
    at = at === undefined ? undefined : element.kind === "field" ? fieldType(at, element.name) : itemType(at);
  }
  const scalar = targetOf(node);
  if (scalar.kind !== "scalar") return undefined;
  return { node: scalar, shared: shared || scalar.anchor !== undefined || scalar.tag !== undefined };
}
