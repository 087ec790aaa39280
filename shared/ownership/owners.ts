/**
 * Who owns a field of the live object. Invariant: only records count. A value that no record names has no owner, even inside an item or
 * a map that somebody owns: defaults are nobody's.
 */
import type { ManagedFieldsEntry, ManagerIdentity } from "../apply/model.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { childAt, type FieldSet, has, leaves, size } from "../fieldpath/set.ts";
import { stringAt } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { atomicAncestor } from "./fieldAt.ts";
import type { LiveObject } from "./snapshot.ts";

/** An owner, and whether its record speaks of this version of the kind: paths of another version may mean another field. */
export interface Owner {
  readonly entry: ManagedFieldsEntry;
  readonly sure: boolean;
}

/** The owners of one path. */
export interface Owners {
  /** `field`: recorded at this very path. `inherited`: at the atomic list or map around it. `none`: nobody. */
  readonly kind: "field" | "inherited" | "none";
  /** Where the record stands: the path itself, or the atomic ancestor. */
  readonly at: FieldPath;
  readonly owners: readonly Owner[];
  /** Who owns fields below the path, with their number, most first. */
  readonly below: readonly { readonly owner: Owner; readonly fields: number }[];
}

/** The owners of a path of the live object, by its records. */
export function ownersAt(live: LiveObject, path: FieldPath, type: SchemaType): Owners {
  const version = stringAt(live.object, "apiVersion");
  const asOwner = (entry: ManagedFieldsEntry): Owner => ({ entry, sure: entry.apiVersion === version });
  const holders = (at: FieldPath) => live.managedFields.filter((entry) => has(entry.fields, at)).map(asOwner);

  const below = live.managedFields
    .map((entry) => ({ owner: asOwner(entry), fields: countBelow(entry.fields, path) }))
    .filter(({ fields }) => fields > 0)
    .sort((a, b) => b.fields - a.fields);
  const atomic = atomicAncestor(type, path);
  if (atomic !== undefined) {
    const owners = holders(atomic);
    return { kind: owners.length === 0 ? "none" : "inherited", at: atomic, owners, below };
  }
  const owners = holders(path);
  return { kind: owners.length === 0 ? "none" : "field", at: path, owners, below };
}

/** Whether the record is that of a manager's own applies of the object itself: its updates and its scaling are somebody else's. */
export function isApplyOf(manager: string, entry: ManagerIdentity): boolean {
  return entry.manager === manager && entry.operation === "Apply" && entry.subresource === "";
}

function countBelow(fields: FieldSet, path: FieldPath): number {
  let node: FieldSet | undefined = fields;
  for (const element of path) node = node && childAt(node, element);
  return node === undefined ? 0 : size(leaves(node));
}
