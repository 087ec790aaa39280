/**
 * Takes fields out of a manifest's text.
 * Invariants: what is left parses and is the old value without these fields and without the parents that this emptied; a field that is
 * written twice goes wherever it is written; text that an anchor shares with other fields is never touched; own-line comments stay,
 * those on the removed lines and those indented below the removed entry go.
 */
import type { FieldPath, PathElement } from "../fieldpath/pathElement.ts";
import type { SchemaType } from "../schema/model.ts";
import { fieldType } from "../schema/resolve.ts";
import type { CollectionNode, Entry, YamlNode } from "../yaml/node.ts";
import { itemsAt, itemType, writesOf } from "./fieldTree.ts";
import type { ManifestObject, TextEdit } from "./model.ts";
import { removalEdits } from "./removalEdits.ts";

export interface DroppedFields {
  /** In text order, without overlaps; worked out when they are asked for. */
  readonly edits: readonly TextEdit[];
  /** What was left in, and why, as the end of a sentence. */
  readonly refused: readonly { readonly path: FieldPath; readonly reason: string }[];
}

/** What to take out: a field wherever it is written, or one of several equal list items, or one of several writes of a key. */
export interface Removal {
  readonly path: FieldPath;
  /** Which of several; undefined: all. */
  readonly nth?: number | undefined;
}

/** The edits that take the fields at these paths out of the object's text. */
export function dropFields(object: ManifestObject, paths: readonly FieldPath[], type: SchemaType): DroppedFields {
  return drop(
    object,
    paths.map((path) => ({ path })),
    type,
  );
}

/** The edits that take one of several equal list items, or one of several writes of a key, out of the object's text. */
export function dropOne(object: ManifestObject, path: FieldPath, nth: number, type: SchemaType): DroppedFields {
  return drop(object, [{ path, nth }], type);
}

/** The edits for all of them at once: parents that they empty together go too. */
export function drop(object: ManifestObject, removals: readonly Removal[], type: SchemaType): DroppedFields {
  const { root, text } = object.source;
  const removed = new Removed();
  const refused: { readonly path: FieldPath; readonly reason: string }[] = [];
  for (const { path, nth } of removals) {
    try {
      removeAll(levelsTo(root, path, nth, type), removed);
      removed.keep();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      removed.undo();
      refused.push({ path, reason: error.message });
    }
  }
  let edits: readonly TextEdit[] | undefined;
  return {
    get edits() {
      edits ??= removed.entries.size === 0 ? [] : removalEdits(text, root, removed.entries);
      return edits;
    },
    refused,
  };
}

/** The entries that go, and how many of each collection; what was added since it was last kept can be undone. */
class Removed {
  readonly entries = new Set<Entry>();
  readonly #counts = new Map<CollectionNode, number>();
  #fresh: { readonly container: CollectionNode; readonly entry: Entry }[] = [];

  add(container: CollectionNode, entry: Entry): void {
    if (this.entries.has(entry)) return;
    this.entries.add(entry);
    this.#counts.set(container, this.#count(container) + 1);
    this.#fresh.push({ container, entry });
  }

  isEmpty(container: CollectionNode): boolean {
    return this.#count(container) === container.entries.length;
  }

  keep(): void {
    this.#fresh = [];
  }

  undo(): void {
    for (const { container, entry } of this.#fresh) {
      this.entries.delete(entry);
      this.#counts.set(container, this.#count(container) - 1);
    }
    this.#fresh = [];
  }

  #count(container: CollectionNode): number {
    return this.#counts.get(container) ?? 0;
  }
}

/** Why a field cannot be taken out; does not leave this file. */
class Refusal extends Error {}

/** A collection on the way to the field, and the entries in it that write the next step. */
interface Level {
  readonly container: CollectionNode;
  readonly entries: readonly Entry[];
}

/** The collections from the root to the field. Equal list items are all taken, and all must be collections on the way further down. */
function levelsTo(root: YamlNode, path: FieldPath, nth: number | undefined, type: SchemaType): Level[][] {
  let ways: { readonly node: YamlNode; readonly levels: Level[] }[] = [{ node: root, levels: [] }];
  let at: SchemaType | undefined = type;
  for (const [depth, element] of path.entries()) {
    const isLast = depth === path.length - 1;
    ways = ways.flatMap(({ node, levels }) => {
      if (node.kind === "alias") throw new Refusal(`it comes from the anchor &${node.name}`);
      if (node.kind === "scalar") return [];
      const all = entriesAt(node, element, at, isLast);
      const entries = isLast && nth !== undefined ? all.slice(nth, nth + 1) : all;
      if (entries.length === 0) return [];
      // Of a key that is written twice, the way leads through the one that counts.
      const onward = node.kind === "map" ? entries.slice(-1) : entries;
      const level = (taken: readonly Entry[]): Level[] => [...levels, { container: node, entries: taken }];
      if (isLast) return [{ node, levels: level(entries) }];
      return onward.map((entry) => ({ node: entry.value, levels: level(node.kind === "map" ? entries : [entry]) }));
    });
    at = at === undefined ? undefined : element.kind === "field" ? fieldType(at, element.name) : itemType(at);
  }
  if (ways.length === 0 || path.length === 0) throw new Refusal("the text does not hold it");
  return ways.map((way) => way.levels);
}

function entriesAt(node: CollectionNode, element: PathElement, type: SchemaType | undefined, isLast: boolean): readonly Entry[] {
  if (node.kind === "list") return element.kind === "field" ? [] : itemsAt(node, element, type);
  const writes = element.kind === "field" ? writesOf(node, element.name) : [];
  const merged = writes.some((write) => write.merge !== undefined && (isLast || write.effective));
  if (merged) throw new Refusal("it comes through a merge key (<<)");
  return writes.filter((write) => write.merge === undefined).map((write) => write.entry);
}

/** The field's entries, or those of the topmost parent that would be empty without them. */
function removeAll(ways: readonly Level[][], removed: Removed): void {
  for (const levels of ways) {
    let depth = levels.length - 1;
    take(levels, depth, removed);
    for (let level = levels[depth]; level !== undefined && removed.isEmpty(level.container); level = levels[depth]) {
      if (depth === 0) throw new Refusal("nothing of the object would be left");
      depth--;
      take(levels, depth, removed);
    }
  }
}

function take(levels: readonly Level[], depth: number, removed: Removed): void {
  const { container, entries } = levels[depth] as Level;
  for (const { container: parent } of levels.slice(0, depth + 1)) {
    if (parent.uses.length > 0) throw new Refusal(`it stands in the anchor &${parent.anchor}, which other fields use`);
  }
  const names = new Set(entries.map((entry) => entry.name));
  const isMergedToo =
    container.kind === "map" && [...names].some((name) => writesOf(container, name ?? "").some((write) => write.merge !== undefined));
  if (isMergedToo) throw new Refusal("a merge key (<<) would bring it back");
  for (const entry of entries) {
    const anchor = sharedAnchor(entry);
    if (anchor !== undefined) throw new Refusal(`it holds the anchor &${anchor}, which other fields use`);
    removed.add(container, entry);
  }
}

/** An anchor within the entry that is used outside of it. */
function sharedAnchor(entry: Entry): string | undefined {
  const isOutside = (use: YamlNode): boolean => use.start < entry.start || use.end > entry.value.end;
  const search = (node: YamlNode): string | undefined => {
    if (node.uses.some(isOutside)) return node.anchor;
    if (node.kind === "scalar" || node.kind === "alias") return undefined;
    for (const { key, value } of node.entries) {
      const found = (key === undefined ? undefined : search(key)) ?? search(value);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return (entry.key === undefined ? undefined : search(entry.key)) ?? search(entry.value);
}
