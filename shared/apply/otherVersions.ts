/**
 * Owners recorded at another version of the kind. The API server converts the object to judge them; we cannot convert.
 *
 * Invariant: what both versions' schemas name alike is taken to be the same field. Only where something changes that the other
 * version doesn't know, and its owner holds something that ours doesn't know, the answer is left to the server.
 */
import { type FieldSet, isEmpty } from "../fieldpath/set.ts";
import type { Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";
import type { ManagedFieldsEntry } from "./model.ts";
import type { Filter } from "./updater.ts";

export interface OtherVersions {
  readonly type: SchemaType;
  readonly typeAt: (apiVersion: string) => SchemaType | undefined;
  readonly filter: Filter;
}

/** Why an owner at another version may decide otherwise about a write that touches these fields; undefined where it cannot. */
export function doubtAbout(entry: ManagedFieldsEntry, touched: FieldSet, { type, typeAt, filter }: OtherVersions): string | undefined {
  if (isEmpty(touched)) return undefined;
  const there = typeAt(entry.apiVersion);
  if (there === undefined) return `${entry.manager} was recorded at ${entry.apiVersion}, whose schema is not known`;
  if (knows(type, filter(entry.fields)) || knows(there, touched)) return undefined;
  return `${entry.manager} was recorded at ${entry.apiVersion}, which names some fields differently`;
}

/** Whether a schema has a place for every path of a set. */
export function knows({ schema, type }: SchemaType, set: FieldSet): boolean {
  return knowsBelow(type, set, schema);
}

function knowsBelow(ref: TypeRef, set: FieldSet, schema: Schema): boolean {
  const atom = resolveRef(schema, ref);
  const typeOf = (element: FieldSet["members"][number]): TypeRef | undefined =>
    element.kind === "field" ? atom?.map && keyType(atom.map, element.name) : atom?.list?.element;
  return (
    set.members.every((member) => typeOf(member) !== undefined) &&
    set.children.every(({ element, set: below }) => {
      const type = typeOf(element);
      return type !== undefined && knowsBelow(type, below, schema);
    })
  );
}
