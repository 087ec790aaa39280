/**
 * Builds one node of a field set from steps in any order.
 * Invariant: what `build` returns is sorted and holds no element twice and no empty child; of two equal elements the first stays
 * (0 and −0 are equal and print differently), of their subtrees the last, as when FieldsV1 is read.
 * Counterpart in Go: fieldpath `PathElementSet.Insert`, `SetNodeMap.Descend`.
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
    return { members: sortedUnique(this.#members, self, self), children: sortedUnique(this.#children, childElement, withLater) };
  }
}

const self = (element: PathElement): PathElement => element;
const childElement = (child: FieldSetChild): PathElement => child.element;
const withLater = ({ element }: FieldSetChild, { set }: FieldSetChild): FieldSetChild => ({ element, set });

/** Most lists come sorted already, so that is looked at first. `join` makes one of two items whose elements are equal. */
function sortedUnique<T>(items: T[], elementOf: (item: T) => PathElement, join: (first: T, later: T) => T): readonly T[] {
  const compare = (a: T, b: T): number => comparePathElements(elementOf(a), elementOf(b));
  if (items.every((item, i) => i === 0 || compare(items[i - 1] as T, item) < 0)) return items;
  const unique: T[] = [];
  for (const item of items.sort(compare)) {
    const last = unique.at(-1);
    if (last === undefined || compare(last, item) !== 0) unique.push(item);
    else unique[unique.length - 1] = join(last, item);
  }
  return unique;
}
