/**
 * Walks over lists that are sorted by path element and hold none twice.
 * Invariant: a long list beside a short one costs little: where only common elements count, gaps are leapt over.
 * Counterpart in Go: the loops of fieldpath `PathElementSet` and `SetNodeMap`.
 */
import { comparePathElements, type PathElement } from "./pathElement.ts";

/** How an item tells its element. */
type ElementOf<T> = (item: T) => PathElement;

/** The item of an element. */
export function find<T>(list: readonly T[], elementOf: ElementOf<T>, element: PathElement): T | undefined {
  const item = list[search(list, elementOf, element, 0, list.length)];
  return item !== undefined && comparePathElements(elementOf(item), element) === 0 ? item : undefined;
}

/** All items in order; `both` makes one of two that share their element. */
export function merged<T>(a: readonly T[], b: readonly T[], elementOf: ElementOf<T>, both: (left: T, right: T) => T): readonly T[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const all: T[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] as T;
    const right = b[j] as T;
    const order = comparePathElements(elementOf(left), elementOf(right));
    all.push(order === 0 ? both(left, right) : order < 0 ? left : right);
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  for (; i < a.length; i++) all.push(a[i] as T);
  for (; j < b.length; j++) all.push(b[j] as T);
  return all;
}

/** What `both` makes of each pair of items that share their element; undefined: nothing. */
export function common<T>(
  a: readonly T[],
  b: readonly T[],
  elementOf: ElementOf<T>,
  both: (left: T, right: T) => T | undefined,
): readonly T[] {
  const found: T[] = [];
  meet(a, b, elementOf, (i, j) => {
    const item = both(a[i] as T, b[j] as T);
    if (item !== undefined) found.push(item);
  });
  return found;
}

/** `a` with what `both` makes of each item whose element `b` has too; undefined: it goes. `a` itself where nothing changes. */
export function replaced<T>(
  a: readonly T[],
  b: readonly T[],
  elementOf: ElementOf<T>,
  both: (left: T, right: T) => T | undefined,
): readonly T[] {
  if (a.length === 0 || b.length === 0) return a;
  const rest: T[] = [];
  let copied = 0;
  meet(a, b, elementOf, (i, j) => {
    const item = both(a[i] as T, b[j] as T);
    if (item === a[i]) return;
    for (; copied < i; copied++) rest.push(a[copied] as T);
    if (item !== undefined) rest.push(item);
    copied = i + 1;
  });
  if (copied === 0) return a;
  for (; copied < a.length; copied++) rest.push(a[copied] as T);
  return rest;
}

/** Visits the places of each element that both lists hold. */
function meet<T>(a: readonly T[], b: readonly T[], elementOf: ElementOf<T>, visit: (i: number, j: number) => void): void {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = elementOf(a[i] as T);
    const right = elementOf(b[j] as T);
    const order = comparePathElements(left, right);
    if (order === 0) visit(i++, j++);
    else if (order < 0) i = leap(a, elementOf, right, i + 1);
    else j = leap(b, elementOf, left, j + 1);
  }
}

/** The first place from `from` on whose element is not smaller, found in steps that double. */
function leap<T>(list: readonly T[], elementOf: ElementOf<T>, element: PathElement, from: number): number {
  let low = from;
  let step = 1;
  for (let at = from; at < list.length && comparePathElements(elementOf(list[at] as T), element) < 0; at += step) {
    low = at + 1;
    step *= 2;
  }
  return search(list, elementOf, element, low, Math.min(low + step - 1, list.length));
}

/** The first place in `low` … `high` whose element is not smaller; `high` where none is. */
function search<T>(list: readonly T[], elementOf: ElementOf<T>, element: PathElement, low: number, high: number): number {
  let start = low;
  let end = high;
  while (start < end) {
    const middle = (start + end) >> 1;
    if (comparePathElements(elementOf(list[middle] as T), element) < 0) start = middle + 1;
    else end = middle;
  }
  return start;
}
