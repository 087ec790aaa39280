/**
 * Field path → its places in the text: more than one where a key is written twice, list items are equal, or a merge key writes it too.
 * Invariant: places come in text order; the answer depends on the text and the schema only.
 */
import { equalPaths, type FieldPath, type PathElement } from "../fieldpath/pathElement.ts";
import type { SchemaType } from "../schema/model.ts";
import { fieldType } from "../schema/resolve.ts";
import { type Entry, targetOf, type YamlNode } from "../yaml/node.ts";
import { itemsAt, itemType, type Written, writesOf } from "./fieldTree.ts";
import type { FieldLocation, ManifestObject, Range } from "./model.ts";

/** The places of a path; none where the text does not hold it. `[]` is the object itself. */
export function locate(object: Pick<ManifestObject, "source">, path: FieldPath, type: SchemaType): readonly FieldLocation[] {
  const { root } = object.source;
  if (path.length === 0) {
    const range = { start: root.start, end: root.end };
    return [{ path, ordinal: 0, key: undefined, value: range, entry: range, through: undefined, anchor: undefined, effective: true }];
  }
  const last = lastAsked.get(root);
  if (last !== undefined && last.type === type && equalPaths(last.path, path)) return last.found;
  const places: FieldLocation[] = [];
  descend(root, path, 0, type, { through: undefined, use: undefined, effective: true }, places);
  const found = places.sort((a, b) => a.value.start - b.value.start).map((location, ordinal) => ({ ...location, ordinal }));
  lastAsked.set(root, { path, type, found });
  return found;
}

/** Of many equal items each is asked for by its ordinal: the same path again and again. */
const lastAsked: WeakMap<YamlNode, { readonly path: FieldPath; readonly type: SchemaType; readonly found: readonly FieldLocation[] }> =
  new WeakMap();

/** How a node was reached. */
interface Way {
  readonly through: FieldLocation["through"];
  /** Where the anchor is used. */
  readonly use: Range | undefined;
  readonly effective: boolean;
}

function descend(node: YamlNode, path: FieldPath, depth: number, type: SchemaType | undefined, way: Way, found: FieldLocation[]): void {
  const below: Way = node.kind === "alias" && way.through === undefined ? { ...way, through: "alias", use: rangeOf(node) } : way;
  const element = path[depth] as PathElement;
  for (const { entry, merge, effective } of stepsTo(node, element, type)) {
    const merged: Way =
      merge !== undefined && below.through === undefined ? { ...below, through: "merge", use: rangeOfEntry(merge) } : below;
    const next: Way = { ...merged, effective: merged.effective && effective };
    if (depth === path.length - 1) found.push(locationOf(path, entry, next));
    else descend(entry.value, path, depth + 1, typeBelow(element, type), next, found);
  }
}

function stepsTo(node: YamlNode, element: PathElement, type: SchemaType | undefined): readonly Written[] {
  const target = targetOf(node);
  if (target.kind === "map") return element.kind === "field" ? writesOf(target, element.name) : [];
  if (target.kind === "scalar" || element.kind === "field") return [];
  return itemsAt(target, element, type).map((entry) => ({ entry, merge: undefined, effective: true }));
}

function typeBelow(element: PathElement, type: SchemaType | undefined): SchemaType | undefined {
  if (type === undefined) return undefined;
  return element.kind === "field" ? fieldType(type, element.name) : itemType(type);
}

function locationOf(path: FieldPath, entry: Entry, { through, use, effective }: Way): FieldLocation {
  const own = rangeOfEntry(entry);
  if (through !== undefined && use !== undefined) {
    return { path, ordinal: 0, key: undefined, value: use, entry: use, through, anchor: own, effective };
  }
  return {
    path,
    ordinal: 0,
    key: entry.key === undefined ? undefined : rangeOf(entry.key),
    value: rangeOf(entry.value),
    entry: own,
    through: undefined,
    anchor: entry.value.kind === "alias" ? rangeOf(entry.value.target) : undefined,
    effective,
  };
}

function rangeOf({ start, end }: YamlNode): Range {
  return { start, end };
}

function rangeOfEntry({ start, key, value }: Entry): Range {
  return { start, end: Math.max(value.end, key?.end ?? 0) };
}
