/**
 * Builds one node of a field set from steps in any order.
 * Invariant: what `build` returns is sorted and holds no element twice and no empty child; of two subtrees of one element the
 * later wins, as when FieldsV1 is read.
 */
import { comparePathElements, type PathElement } from "./pathElement.ts";
import { emptySet, type FieldSet, type FieldSetChild, isEmpty } from "./set.ts";

export class SetBuilder {
  readonly #members: PathElement[] = [];
  readonly #children: FieldSetChild[] = [];

  member(element: PathElement): void {
    this.#members.push(element);
  }

  child(element: PathElement, set: FieldSet): void {
    if (!isEmpty(set)) this.#children.push({ element, set });
  }

  build(): FieldSet {
    if (this.#members.length === 0 && this.#children.length === 0) return emptySet;
    return { members: sortedUnique(this.#members, self), children: sortedUnique(this.#children, childElement) };
  }
}

const self = (element: PathElement): PathElement => element;
const childElement = (child: FieldSetChild): PathElement => child.element;

/** Most lists come sorted already, so that is looked at first. */
function sortedUnique<T>(items: T[], elementOf: (item: T) => PathElement): readonly T[] {
  const compare = (a: T, b: T): number => comparePathElements(elementOf(a), elementOf(b));
  if (items.every((item, i) => i === 0 || compare(items[i - 1] as T, item) < 0)) return items;
  items.sort(compare);
  return items.filter((item, i) => i === items.length - 1 || compare(item, items[i + 1] as T) !== 0);
}
