/** Absent fields are marked at their nearest ancestor in the text, so they are told of together: one finding for each such place. */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { valueAtPath } from "../typed/atPath.ts";
import type { Snapshot } from "./snapshot.ts";
import { listed } from "./words.ts";

/** What is absent from the manifest, in groups with the same nearest ancestor there; each in the order given. */
export function byAncestor<T extends { readonly path: FieldPath }>({ object, kind }: Snapshot, absent: readonly T[]): readonly Group<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const item of absent) {
    let length = item.path.length - 1;
    while (length > 0 && valueAtPath(object.value, item.path.slice(0, length), kind.type) === undefined) length--;
    const ancestor = printPath(item.path.slice(0, length));
    const group = groups.get(ancestor);
    if (group === undefined) groups.set(ancestor, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** At least one. */
export type Group<T> = [T, ...T[]];

/** Their paths, at most five. */
export function pathsText(group: readonly { readonly path: FieldPath }[]): string {
  return listed(
    group.map(({ path }) => printPath(path)),
    5,
  );
}
