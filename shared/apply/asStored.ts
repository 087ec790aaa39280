/**
 * A merged object of a built-in kind after its way through the API server's Go type.
 *
 * Invariant: null, empty lists and free maps, and zeros of scalars that are no pointers are written as the Go type does, or left
 * out; null in a map of strings becomes "". Defaults and quantities are not touched. What `live` shares is stored like that already.
 */
import { isMap, type Value, type ValueList, type ValueMap, valueAt } from "../fieldpath/value.ts";
import { bundledType } from "../schema/bundled.ts";
import { type GoFields, goFieldsOf } from "../schema/goFields.ts";
import type { MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";

/** The object as the server stores it. */
export function asStored(object: Value, live: Value, { schema, type }: SchemaType): Value {
  return store(object, live, type, schema);
}

/** A custom resource is stored as it is, but for its metadata, which is a Go type here too. */
export function metadataAsStored(object: Value, live: Value): Value {
  const metadata = valueAt(object, "metadata");
  const type = bundledType("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  if (!isMap(object) || metadata === undefined || type === undefined) return object;
  const stored = asStored(metadata, valueAt(live, "metadata") ?? null, type);
  return stored === metadata ? object : new Map(object).set("metadata", stored);
}

function store(value: Value, live: Value | undefined, ref: TypeRef, schema: Schema): Value {
  if (value === live) return value;
  const atom = resolveRef(schema, ref);
  // A type with alternatives is raw content, which travels as it is.
  if (atom === undefined || atom.scalar !== undefined) return value;
  if (value instanceof Map && atom.map !== undefined) return storeMap(value, live, ref, atom.map, schema);
  const { list } = atom;
  if (!Array.isArray(value) || list === undefined) return value;
  const items = value as ValueList;
  const stored = items.map((item) => store(item, undefined, list.element, schema));
  return stored.every((item, at) => item === items[at]) ? value : stored;
}

function storeMap(value: ValueMap, live: Value | undefined, ref: TypeRef, map: MapType, schema: Schema): ValueMap {
  const before = live instanceof Map ? (live as ValueMap) : undefined;
  const go = goFieldsOf(ref);
  let stored: Map<string, Value> | undefined;
  for (const [key, child] of value) {
    const type = keyType(map, key);
    const after = type && storeEntry(child, before?.get(key), type, schema, map.fields.has(key) ? fieldOf(go, key) : undefined);
    if (after === child) continue;
    stored ??= new Map(value);
    if (after === undefined) stored.delete(key);
    else stored.set(key, after);
  }
  return stored ?? value;
}

/** `empty`: what is written where nothing is set, undefined where it is left out then. */
interface Field {
  readonly empty: Value | undefined;
  readonly omitsZero: boolean;
}

function fieldOf({ written, omitted }: GoFields, name: string): Field {
  return { empty: written.get(name), omitsZero: omitted.has(name) };
}

/** A field of a struct, or without `field` a key of a free map. */
function storeEntry(child: Value, live: Value | undefined, type: TypeRef, schema: Schema, field: Field | undefined): Value | undefined {
  const atom = resolveRef(schema, type);
  if (field === undefined) return child === null && atom?.scalar === "string" ? "" : store(child, live, type, schema);
  if (child === null) return field.empty;
  const stored = store(child, live, type, schema);
  if (field.omitsZero && isZero(stored)) return undefined;
  return atom?.scalar === undefined && isEmptyCollection(stored, atom?.map) ? field.empty : stored;
}

function isZero(value: Value): boolean {
  return value === 0 || value === "" || value === false;
}

/** Structs are kept when empty, collections are not. */
function isEmptyCollection(value: Value, map: MapType | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value instanceof Map && value.size === 0 && map?.fields.size === 0;
}
