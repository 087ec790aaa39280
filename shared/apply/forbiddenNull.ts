/**
 * Null where a custom resource's schema doesn't allow it: what a map or list becomes whose last field nobody owns any more, while
 * the manifest still holds it as `{}`. The API server's validation refuses that.
 * Invariant: says nothing about metadata, fields with a default, and content without a definite type.
 * Counterpart in Go: apiextensions-apiserver structural schema pruning of nulls, and its validation.
 */
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { stringAt, type Value, type ValueMap } from "../fieldpath/value.ts";
import type { Atom, Schema, SchemaType, StructField, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";
import type { ApplyOutcome } from "./model.ts";

/** The refusal of an object that holds such a null where `live` doesn't. */
export function refusalOfNull(
  object: Value,
  live: Value,
  { schema, type }: SchemaType,
): Extract<ApplyOutcome, { verdict: "refused" }> | undefined {
  const found = findNull(object, live, type, schema, []);
  if (found === undefined) return undefined;
  const apiVersion = stringAt(object, "apiVersion") ?? "";
  const group = apiVersion.slice(0, apiVersion.indexOf("/"));
  const name = stringAt(object, "metadata", "name") ?? "";
  const at = printPath(found.path).slice(1);
  const reason = `Invalid value: "null": ${at} in body must be of type ${found.type}: "null"`;
  return {
    verdict: "refused",
    code: 422,
    message: `${stringAt(object, "kind") ?? ""}.${group} "${name}" is invalid: ${at}: ${reason}`,
    path: found.path,
  };
}

interface FoundNull {
  readonly path: FieldPath;
  readonly type: string;
}

/** Lists are not entered: an item that is null has been refused before. */
function findNull(value: Value, live: Value | undefined, ref: TypeRef, schema: Schema, path: FieldPath): FoundNull | undefined {
  const map = resolveRef(schema, ref)?.map;
  if (value === live || !(value instanceof Map) || map === undefined) return undefined;
  const before = live instanceof Map ? (live as ValueMap) : undefined;
  for (const [key, child] of value as ValueMap) {
    const type = keyType(map, key);
    if (type === undefined || (path.length === 0 && key === "metadata")) continue;
    const childPath = [...path, field(key)];
    if (child === null && before?.get(key) !== null) {
      const expected = forbids(type, map.fields.get(key), resolveRef(schema, type));
      if (expected !== undefined) return { path: childPath, type: expected };
    }
    const below = findNull(child, before?.get(key), type, schema, childPath);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** The one kind of value that a field must have, undefined where null may pass. */
function forbids(type: TypeRef, struct: StructField | undefined, atom: Atom | undefined): string | undefined {
  if (type.nullable === true || struct?.default !== undefined || atom === undefined) return undefined;
  if (atom.scalar === undefined && atom.list === undefined && atom.map !== undefined) return "object";
  if (atom.scalar === undefined && atom.map === undefined && atom.list !== undefined) return "array";
  if (atom.map === undefined && atom.list === undefined && (atom.scalar === "string" || atom.scalar === "boolean")) return atom.scalar;
  return undefined;
}
