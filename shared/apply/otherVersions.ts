/**
 * Owners recorded at another version of the kind. The API server converts the object to judge them; we cannot convert.
 *
 * Invariant: what both versions' schemas name and merge alike is taken to be the same field. Only where something changes that the
 * other version knows otherwise or not at all, and its owner holds such a thing too, the answer is left to the server.
 */
import type { PathElement } from "../fieldpath/pathElement.ts";
import { emptySet, type FieldSet, isEmpty } from "../fieldpath/set.ts";
import type { Atom, Schema, SchemaType, TypeRef } from "../schema/model.ts";
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
  if (agree(type, there, filter(entry.fields)) || agree(type, there, touched)) return undefined;
  return `${entry.manager} was recorded at ${entry.apiVersion}, which names some fields differently`;
}

/** Whether both schemas have a place for every path of a set, and merge what stands there and on the way in the same manner. */
function agree(a: SchemaType, b: SchemaType, set: FieldSet): boolean {
  return agreeBelow(a.type, b.type, set, a.schema, b.schema);
}

function agreeBelow(a: TypeRef, b: TypeRef, set: FieldSet, schemaA: Schema, schemaB: Schema): boolean {
  const atomA = resolveRef(schemaA, a);
  const atomB = resolveRef(schemaB, b);
  if (atomA === undefined || atomB === undefined || !isMergedAlike(atomA, atomB)) return false;
  const agreesAt = (element: PathElement, below: FieldSet): boolean => {
    const [typeA, typeB] = [typeBelow(atomA, element), typeBelow(atomB, element)];
    return typeA !== undefined && typeB !== undefined && agreeBelow(typeA, typeB, below, schemaA, schemaB);
  };
  return (
    set.members.every((member) => agreesAt(member, emptySet)) && set.children.every(({ element, set: below }) => agreesAt(element, below))
  );
}

function typeBelow(atom: Atom, element: PathElement): TypeRef | undefined {
  return element.kind === "field" ? atom.map && keyType(atom.map, element.name) : atom.list?.element;
}

function isMergedAlike(a: Atom, b: Atom): boolean {
  return (
    a.scalar === b.scalar &&
    a.map?.relationship === b.map?.relationship &&
    a.list?.relationship === b.list?.relationship &&
    a.list?.keys.join() === b.list?.keys.join()
  );
}
