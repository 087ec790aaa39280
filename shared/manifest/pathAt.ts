/**
 * Offset in the text → the field path there.
 * Invariant: answers at keys, values, anchors, dashes and brackets; not in the blanks and comments between entries.
 */
import { type FieldPath, field, type PathElement } from "../fieldpath/pathElement.ts";
import type { SchemaType } from "../schema/model.ts";
import { fieldType } from "../schema/resolve.ts";
import type { CollectionNode, Entry, YamlNode } from "../yaml/node.ts";
import { elementsOf, itemType } from "./fieldTree.ts";
import { locate } from "./locate.ts";
import type { ManifestObject } from "./model.ts";

export interface PathAtOffset {
  readonly path: FieldPath;
  /** Which place of the path, in the numbering of `locate`. */
  readonly ordinal: number;
  readonly part: "key" | "value" | "item";
}

/** The path at an offset. An alias is the field that it stands for, `<<` and what it merges the map that it stands in. */
export function pathAt(object: ManifestObject, offset: number, type: SchemaType): PathAtOffset | undefined {
  const hit = descend(object.source.root, offset, [], type);
  if (hit === undefined) return undefined;
  const places = locate(object, hit.path, type);
  const ordinal = places.findIndex(({ entry }) => entry.start <= offset && offset <= entry.end);
  return { ...hit, ordinal: Math.max(ordinal, 0) };
}

type Hit = Omit<PathAtOffset, "ordinal">;

function descend(node: YamlNode, offset: number, path: FieldPath, type: SchemaType | undefined): Hit | undefined {
  if (node.kind === "alias" || node.kind === "scalar") return { path, part: "value" };
  const index = node.entries.findIndex((entry) => entry.start <= offset && offset <= entryEnd(entry));
  const entry = node.entries[index];
  if (entry === undefined) return node.flow || isOnAnchor(node, offset) ? { path, part: "value" } : undefined;
  if (entry.merge === true) return inMerge(entry, offset, path, type);
  const element = elementOf(node, entry, index, type);
  const below = [...path, element];
  const { key, value } = entry;
  if (value.start <= offset && offset <= value.end && value.end > value.start) {
    return descend(value, offset, below, typeBelow(node, element, type));
  }
  // The colon belongs to the key.
  if (key !== undefined) return offset <= key.end + 1 ? { path: below, part: "key" } : undefined;
  return offset <= entry.start + 1 ? { path: below, part: "item" } : undefined;
}

function isOnAnchor({ anchor, start }: CollectionNode, offset: number): boolean {
  return anchor !== undefined && start <= offset && offset <= start + 1 + anchor.length;
}

function entryEnd({ key, value }: Entry): number {
  return Math.max(value.end, (key?.end ?? -1) + 1);
}

/** What stands in a merged map is a field of the map that it is merged into. */
function inMerge({ value }: Entry, offset: number, path: FieldPath, type: SchemaType | undefined): Hit {
  const sources = value.kind === "list" ? value.entries.map((item) => item.value) : [value];
  const source = sources.find(({ start, end }) => start <= offset && offset <= end);
  return (source === undefined ? undefined : descend(source, offset, path, type)) ?? { path, part: "value" };
}

function elementOf(node: CollectionNode, entry: Entry, index: number, type: SchemaType | undefined): PathElement {
  return node.kind === "map" ? field(entry.name ?? "") : (elementsOf(node, type)[index] as PathElement);
}

function typeBelow(node: CollectionNode, element: PathElement, type: SchemaType | undefined): SchemaType | undefined {
  if (node.kind === "list") return itemType(type);
  return type !== undefined && element.kind === "field" ? fieldType(type, element.name) : undefined;
}
