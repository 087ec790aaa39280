/**
 * A field set completed with the struct fields that lie on the way to its paths.
 * Invariant: only steps to fields that a struct declares are added; list items and keys of free maps are not.
 * Counterpart in Go: fieldpath `Set.EnsureNamedFieldsAreMembers`.
 */
import type { PathElement } from "../fieldpath/pathElement.ts";
import { childAt, type FieldSet, hasMember } from "../fieldpath/set.ts";
import { SetBuilder } from "../fieldpath/setBuilder.ts";
import type { Atom, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";

/** The completed set. */
export function ensureNamed(set: FieldSet, { schema, type }: SchemaType): FieldSet {
  return complete(set, type, schema);
}

/** `difference(a, ensureNamed(b))`, at no more cost than what the two share. */
export function differenceNamed(a: FieldSet, b: FieldSet, { schema, type }: SchemaType): FieldSet {
  return subtract(a, b, type, schema);
}

function subtract(a: FieldSet, b: FieldSet, ref: TypeRef, schema: Schema): FieldSet {
  const atom = resolveRef(schema, ref);
  const isNamed = (element: PathElement): boolean => element.kind === "field" && atom?.map?.fields.has(element.name) === true;
  const builder = new SetBuilder();
  for (const member of a.members) {
    const owned = hasMember(b, member) || (isNamed(member) && childAt(b, member) !== undefined);
    if (!owned) builder.member(member);
  }
  for (const { element, set } of a.children) {
    const owned = childAt(b, element);
    builder.child(element, owned === undefined ? set : subtract(set, owned, typeBelow(atom, element), schema));
  }
  return builder.build();
}

function complete(set: FieldSet, ref: TypeRef, schema: Schema): FieldSet {
  if (set.children.length === 0) return set;
  const atom = resolveRef(schema, ref);
  const builder = new SetBuilder();
  for (const member of set.members) builder.member(member);
  for (const { element, set: below } of set.children) {
    if (element.kind === "field" && atom?.map?.fields.has(element.name)) builder.member(element);
    builder.child(element, complete(below, typeBelow(atom, element), schema));
  }
  return builder.build();
}

function typeBelow(atom: Atom | undefined, element: PathElement): TypeRef {
  const type =
    element.kind === "field" ? atom?.map && keyType(atom.map, element.name) : element.kind === "key" ? atom?.list?.element : undefined;
  return type ?? {};
}
