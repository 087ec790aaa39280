/**
 * The items of an associative list by their path element, in order of first appearance.
 * Invariant: two items share an entry exactly if their elements are equal.
 * Counterpart in Go: typed `compareWalker.indexListPathElements`.
 */
import type { PathElement } from "../fieldpath/pathElement.ts";
import type { Value, ValueList } from "../fieldpath/value.ts";
import type { ListType, Schema } from "../schema/model.ts";
import { isProblem, itemElements } from "./listItem.ts";

export interface IndexedItems {
  readonly element: PathElement;
  /** More than one where several items share their element. */
  readonly items: Value[];
}

/** Items without an element, which no valid list holds, are left out and reported. */
export function indexItems(list: ValueList, type: ListType, schema: Schema, onInvalid?: () => void): ReadonlyMap<string, IndexedItems> {
  const index = new Map<string, IndexedItems>();
  for (const [at, answer] of itemElements(list, type, schema).entries()) {
    const item = list[at] ?? null;
    if (isProblem(answer)) {
      onInvalid?.();
      continue;
    }
    const known = index.get(answer.id);
    if (known === undefined) index.set(answer.id, { element: answer.element, items: [item] });
    else known.items.push(item);
  }
  return index;
}
