/**
 * Sets of field paths, and their algebra.
 *
 * A set is a tree: a node's members are the steps that belong to it, its children are the steps with something below.
 * Membership of a parent says nothing about its children, nor the other way round.
 * Invariant: members and children are sorted and without repetition; no child set is empty. Sets are never changed.
 * Counterpart in Go: fieldpath `Set`.
 */
import { comparePathElements, type FieldPath, type PathElement } from "./pathElement.ts";

export interface FieldSet {
  readonly members: readonly PathElement[];
  readonly children: readonly FieldSetChild[];
}

export interface FieldSetChild {
  readonly element: PathElement;
  readonly set: FieldSet;
}

export const emptySet: FieldSet = { members: [], children: [] };

/** The set of exactly these paths, without their parents. The empty path belongs to no set. */
export function setOf(...paths: readonly FieldPath[]): FieldSet {
  return setOfAll(paths);
}

/** `setOf` for as many paths as one likes. */
export function setOfAll(paths: readonly FieldPath[]): FieldSet {
  // Halving keeps the cost at n·log n.
  if (paths.length > 1) return union(setOfAll(paths.slice(0, paths.length >> 1)), setOfAll(paths.slice(paths.length >> 1)));
  const [path = []] = paths;
  return path.length === 0 ? emptySet : single(path, 0);
}

export function isEmpty(set: FieldSet): boolean {
  return set.members.length === 0 && set.children.length === 0;
}

/** The number of paths in the set. */
export function size(set: FieldSet): number {
  return set.children.reduce((sum, child) => sum + size(child.set), set.members.length);
}

/** Whether exactly this path belongs to the set. */
export function has(set: FieldSet, path: FieldPath): boolean {
  let node: FieldSet | undefined = set;
  for (let i = 0; i < path.length - 1 && node !== undefined; i++) node = childAt(node, path[i] as PathElement);
  const last = path.at(-1);
  return node !== undefined && last !== undefined && hasMember(node, last);
}

/** Whether a step from the root belongs to the set. */
export function hasMember(set: FieldSet, element: PathElement): boolean {
  return find(set.members.length, (i) => comparePathElements(set.members[i] as PathElement, element)) !== undefined;
}

/** What the set holds below a step, undefined where nothing. */
export function childAt(set: FieldSet, element: PathElement): FieldSet | undefined {
  const at = find(set.children.length, (i) => comparePathElements((set.children[i] as FieldSetChild).element, element));
  return at === undefined ? undefined : set.children[at]?.set;
}

/** Every path, all members of a node before anything below it: the order in which conflicts are listed. */
export function* pathsOf(set: FieldSet, below: FieldPath = []): Generator<FieldPath, void, undefined> {
  for (const member of set.members) yield [...below, member];
  for (const child of set.children) yield* pathsOf(child.set, [...below, child.element]);
}

/** The set without members that have something below them. */
export function leaves(set: FieldSet): FieldSet {
  return {
    members: set.members.filter((member) => childAt(set, member) === undefined),
    children: set.children.map((child) => ({ element: child.element, set: leaves(child.set) })),
  };
}

/** Paths of either. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmpty(b)) return a;
  if (isEmpty(a)) return b;
  const children: FieldSetChild[] = [];
  join(a.children, b.children, childElement, (left, right) => {
    if (left === undefined || right === undefined) children.push((left ?? right) as FieldSetChild);
    else children.push({ element: left.element, set: union(left.set, right.set) });
  });
  const members: PathElement[] = [];
  join(a.members, b.members, self, (left, right) => members.push((left ?? right) as PathElement));
  return { members, children };
}

/** Paths of both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  const children: FieldSetChild[] = [];
  join(a.children, b.children, childElement, (left, right) => {
    if (left !== undefined && right !== undefined) addChild(children, left.element, intersection(left.set, right.set));
  });
  const members: PathElement[] = [];
  join(a.members, b.members, self, (left, right) => {
    if (left !== undefined && right !== undefined) members.push(left);
  });
  return { members, children };
}

/** Paths of `a` that are not, exactly so, in `b`: `{a.b} − {a}` is `{a.b}`. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(b)) return a;
  const children: FieldSetChild[] = [];
  join(a.children, b.children, childElement, (left, right) => {
    if (left !== undefined) addChild(children, left.element, right === undefined ? left.set : difference(left.set, right.set));
  });
  return { members: subtract(a.members, b.members), children };
}

/** Paths of `a` that are neither in `b` nor below a path of `b`. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(b)) return a;
  const children: FieldSetChild[] = [];
  join(a.children, b.children, childElement, (left, right) => {
    if (left === undefined || hasMember(b, left.element)) return;
    addChild(children, left.element, right === undefined ? left.set : recursiveDifference(left.set, right.set));
  });
  return { members: subtract(a.members, b.members), children };
}

/** Whether both hold the same paths. */
export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  return (
    a.members.length === b.members.length &&
    a.children.length === b.children.length &&
    a.members.every((member, i) => comparePathElements(member, b.members[i] as PathElement) === 0) &&
    a.children.every((child, i) => {
      const other = b.children[i] as FieldSetChild;
      return comparePathElements(child.element, other.element) === 0 && equalSets(child.set, other.set);
    })
  );
}

function single(path: FieldPath, from: number): FieldSet {
  const element = path[from] as PathElement;
  return from === path.length - 1
    ? { members: [element], children: [] }
    : { members: [], children: [{ element, set: single(path, from + 1) }] };
}

function subtract(a: readonly PathElement[], b: readonly PathElement[]): readonly PathElement[] {
  if (a.length === 0 || b.length === 0) return a;
  const rest: PathElement[] = [];
  join(a, b, self, (left, right) => {
    if (left !== undefined && right === undefined) rest.push(left);
  });
  return rest;
}

function addChild(children: FieldSetChild[], element: PathElement, set: FieldSet): void {
  if (!isEmpty(set)) children.push({ element, set });
}

const self = (element: PathElement): PathElement => element;
const childElement = (child: FieldSetChild): PathElement => child.element;

/** Walks two sorted lists at once and visits each element of either, in order, with its counterpart. */
function join<T>(
  a: readonly T[],
  b: readonly T[],
  elementOf: (item: T) => PathElement,
  visit: (left: T | undefined, right: T | undefined) => void,
): void {
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    const order = left === undefined ? 1 : right === undefined ? -1 : comparePathElements(elementOf(left), elementOf(right));
    if (order <= 0) i++;
    if (order >= 0) j++;
    visit(order <= 0 ? left : undefined, order >= 0 ? right : undefined);
  }
}

function find(length: number, compareAt: (index: number) => number): number | undefined {
  let low = 0;
  let high = length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareAt(middle);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
