/**
 * Sets of field paths, and their algebra.
 *
 * A set is a tree: a node's members are the steps that belong to it, its children are the steps with something below.
 * Membership of a parent says nothing about its children, nor the other way round.
 * Invariant: members and children are sorted and without repetition; no child set is empty. Sets are never changed.
 * Counterpart in Go: fieldpath `Set`.
 */
import { comparePathElements, type FieldPath, type PathElement } from "./pathElement.ts";
import { common, find, merged, replaced } from "./sorted.ts";

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
  return find(set.members, self, element) !== undefined;
}

/** What the set holds below a step, undefined where nothing. */
export function childAt(set: FieldSet, element: PathElement): FieldSet | undefined {
  return find(set.children, childElement, element)?.set;
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

/** Paths of either. Of equal members the right one stays: 0 and −0 are equal and print differently. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmpty(b)) return a;
  if (isEmpty(a)) return b;
  return {
    members: merged(a.members, b.members, self, (_, right) => right),
    children: merged(a.children, b.children, childElement, (left, right) => ({
      element: left.element,
      set: union(left.set, right.set),
    })),
  };
}

/** Paths of both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  return {
    members: common(a.members, b.members, self, (left) => left),
    children: common(a.children, b.children, childElement, (left, right) => childWith(left, intersection(left.set, right.set))),
  };
}

/** Paths of `a` that are not, exactly so, in `b`: `{a.b} − {a}` is `{a.b}`. The same set where nothing goes. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(b)) return a;
  const members = replaced(a.members, b.members, self, () => undefined);
  const children = replaced(a.children, b.children, childElement, (left, right) => childWith(left, difference(left.set, right.set)));
  return members === a.members && children === a.children ? a : { members, children };
}

/** Paths of `a` that are neither in `b` nor below a path of `b`. The same set where nothing goes. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(b)) return a;
  const members = replaced(a.members, b.members, self, () => undefined);
  const children = replaced(a.children, b.children, childElement, (left, right) =>
    childWith(left, recursiveDifference(left.set, right.set)),
  );
  const left = b.members.length === 0 ? children : children.filter(({ element }) => !hasMember(b, element));
  return members === a.members && left === a.children ? a : { members, children: left };
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

/** Undefined where nothing is left below the step. */
function childWith(child: FieldSetChild, set: FieldSet): FieldSetChild | undefined {
  if (set === child.set) return child;
  return isEmpty(set) ? undefined : { element: child.element, set };
}

const self = (element: PathElement): PathElement => element;
const childElement = (child: FieldSetChild): PathElement => child.element;
