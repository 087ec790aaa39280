/**
 * A field set completed with the struct fields that lie on the way to its paths.
 * Invariant: only steps to fields that a struct declares are added; list items and keys of free maps are not.
 * Counterpart in Go: fieldpath `Set.EnsureNamedFieldsAreMembers`.
 */
import type { FieldSet } from "../fieldpath/set.ts";
import { SetBuilder } from "../fieldpath/setBuilder.ts";
import type { Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";

/** The completed set. */
export function ensureNamed(set: FieldSet, { schema, type }: SchemaType): FieldSet {
  return complete(set, type, schema);
}

function complete(set: FieldSet, ref: TypeRef, schema: Schema): FieldSet {
  if (set.children.length === 0) return set;
  const atom = resolveRef(schema, ref);
  const builder = new SetBuilder();
  for (const member of set.members) builder.member(member);
  for (const { element, set: below } of set.children) {
    let type: TypeRef | undefined;
    if (element.kind === "field" && atom?.map !== undefined) {
      type = keyType(atom.map, element.name);
      if (atom.map.fields.has(element.name)) builder.member(element);
    } else if (element.kind === "key") type = atom?.list?.element;
    builder.child(element, complete(below, type ?? {}, schema));
  }
  return builder.build();
}
