/**
 * Structured-merge-diff's own schema notation (`{"types":[{"name":"t","map":{"fields":[…]}}]}`), in and out.
 * Invariant: what is printed and read again is the same schema; unknown or malformed parts are read as absent.
 * Counterpart in Go: schema `Schema` with its YAML tags.
 */
import { compareNames } from "../fieldpath/compare.ts";
import { isList, isMap, stringAt, type Value } from "../fieldpath/value.ts";
import type { Atom, ListType, MapType, Schema, StructField, TypeRef } from "./model.ts";

/** Reads the notation. */
export function schemaFromSmd(document: Value): Schema {
  const types = new Map<string, Atom>();
  for (const type of listAt(document, "types")) {
    const name = stringAt(type, "name");
    // The first of two equal names is hidden by the later, as in the index that Go builds.
    if (name !== undefined) types.set(name, readAtom(type));
  }
  return { types };
}

/** Writes the notation, types and fields sorted by name. */
export function schemaToSmd(schema: Schema): Value {
  const names = [...schema.types.keys()].sort(compareNames);
  return entries([["types", names.map((name) => entries([["name", name], ...atomEntries(schema.types.get(name) as Atom)]))]]);
}

function readAtom(value: Value): Atom {
  const scalar = stringAt(value, "scalar");
  const list = at(value, "list");
  const map = at(value, "map");
  return {
    ...(isScalar(scalar) && { scalar }),
    ...(isMap(list) && { list: readList(list) }),
    ...(isMap(map) && { map: readMap(map) }),
  };
}

function readList(value: Value): ListType {
  return {
    element: readRef(at(value, "elementType") ?? null),
    relationship: relationshipAt(value) ?? "separable",
    keys: listAt(value, "keys").filter((key) => typeof key === "string"),
  };
}

function readMap(value: Value): MapType {
  const fields = new Map<string, StructField>();
  for (const entry of listAt(value, "fields")) {
    const name = stringAt(entry, "name") ?? "";
    const fallback = at(entry, "default");
    fields.set(name, {
      name,
      type: readRef(at(entry, "type") ?? null),
      ...(fallback !== undefined && fallback !== null && { default: fallback }),
    });
  }
  const element = at(value, "elementType");
  return {
    fields,
    ...(fields.size === 0 && isList(at(value, "fields")) && { emptyStruct: true }),
    ...(isMap(element) && element.size > 0 && { element: readRef(element) }),
    relationship: relationshipAt(value) === "atomic" ? "atomic" : "separable",
  };
}

function readRef(value: Value): TypeRef {
  const named = stringAt(value, "namedType");
  const relationship = relationshipAt(value);
  return {
    ...(named === undefined ? { inlined: readAtom(value) } : { named }),
    ...(relationship !== undefined && { relationship }),
  };
}

/** A word that Go doesn't know is neither of the two that it looks for. */
function relationshipAt(value: Value): TypeRef["relationship"] {
  const relationship = stringAt(value, "elementRelationship");
  return relationship === undefined || relationship === "associative" || relationship === "atomic" ? relationship : "separable";
}

function atomEntries({ scalar, list, map }: Atom): readonly Entry[] {
  return [
    ["scalar", scalar],
    [
      "list",
      list &&
        entries([
          ["elementType", refValue(list.element)],
          ["elementRelationship", list.relationship],
          ["keys", list.keys.length > 0 ? list.keys : undefined],
        ]),
    ],
    [
      "map",
      map &&
        entries([
          ["fields", map.fields.size > 0 || map.emptyStruct === true ? fieldValues(map) : undefined],
          ["elementType", map.element && refValue(map.element)],
          ["elementRelationship", map.relationship === "atomic" ? "atomic" : undefined],
        ]),
    ],
  ];
}

function fieldValues(map: MapType): Value {
  const fields = [...map.fields.values()].sort((a, b) => compareNames(a.name, b.name));
  return fields.map((field) =>
    entries([
      ["name", field.name],
      ["type", refValue(field.type)],
      ["default", field.default],
    ]),
  );
}

function refValue(ref: TypeRef): Value {
  return entries([["namedType", ref.named], ...atomEntries(ref.inlined ?? {}), ["elementRelationship", ref.relationship]]);
}

type Entry = readonly [string, Value | undefined];

/** A map of the entries that have a value. */
function entries(list: readonly Entry[]): Value {
  const map = new Map<string, Value>();
  for (const [key, value] of list) if (value !== undefined) map.set(key, value);
  return map;
}

function at(value: Value, key: string): Value | undefined {
  return isMap(value) ? value.get(key) : undefined;
}

function listAt(value: Value, key: string): readonly Value[] {
  const list = at(value, key);
  return isList(list) ? list : [];
}

function isScalar(text: string | undefined): text is NonNullable<Atom["scalar"]> {
  return text === "numeric" || text === "string" || text === "boolean" || text === "untyped";
}
