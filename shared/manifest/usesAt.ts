/**
 * The other fields that the text at an offset stands for: where aliases and merge keys use what is anchored around it.
 * Invariant: only uses that count; a key that is written over where it is merged is not used there.
 */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import type { SchemaType } from "../schema/model.ts";
import type { YamlNode } from "../yaml/node.ts";
import { locate } from "./locate.ts";
import type { ManifestObject } from "./model.ts";
import { pathAt } from "./pathAt.ts";

/** `path`: of the field at the offset itself. */
export function usesAt(object: ManifestObject, offset: number, path: FieldPath, type: SchemaType): readonly FieldPath[] {
  const anchored = anchoredAt(object.source.root, offset);
  const own = anchored && pathAt(object, anchored.start, type)?.path;
  if (anchored === undefined || own === undefined || own.length > path.length) return [];
  const below = path.slice(own.length);
  return anchored.uses.flatMap((alias) => {
    const use = pathAt(object, alias.start, type)?.path;
    if (use === undefined || below.length === 0) return use === undefined ? [] : [use];
    const field = [...use, ...below];
    return locate(object, field, type).some(({ effective, through }) => effective && through !== undefined) ? [field] : [];
  });
}

/** The innermost node around an offset that aliases stand for. */
function anchoredAt(root: YamlNode, offset: number): YamlNode | undefined {
  let found: YamlNode | undefined;
  for (let node: YamlNode | undefined = root; node !== undefined; ) {
    if (node.uses.length > 0) found = node;
    const entries: readonly { readonly value: YamlNode }[] = node.kind === "map" || node.kind === "list" ? node.entries : [];
    node = entries.find(({ value }) => value.start <= offset && offset <= value.end)?.value;
  }
  return found;
}
