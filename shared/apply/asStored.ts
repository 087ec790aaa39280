/**
 * A merged object of a built-in kind after its way through the API server's Go type.
 *
 * Invariant: only what every built-in type does is claimed: null and empty optional lists and free maps are left out, null in a
 * map of strings becomes "". Defaults and quantities are not touched. What `live` shares is stored like that already.
 */
import { isMap, type Value, type ValueList, type ValueMap, valueAt } from "../fieldpath/value.ts";
import { bundledType } from "../schema/bundled.ts";
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
  if (value instanceof Map && atom.map !== undefined) return storeMap(value, live, atom.map, schema);
  const { list } = atom;
  if (!Array.isArray(value) || list === undefined) return value;
  const items = value as ValueList;
  const stored = items.map((item) => store(item, undefined, list.element, schema));
  return stored.every((item, at) => item === items[at]) ? value : stored;
}

function storeMap(value: ValueMap, live: Value | undefined, map: MapType, schema: Schema): ValueMap {
  const before = live instanceof Map ? (live as ValueMap) : undefined;
  let stored: Map<string, Value> | undefined;
  for (const [key, child] of value) {
    const ref = keyType(map, key);
    const after = ref && storeEntry(child, before?.get(key), key, ref, map, schema);
    if (after === child) continue;
    stored ??= new Map(value);
    if (after === undefined) stored.delete(key);
    else stored.set(key, after);
  }
  return stored ?? value;
}

function storeEntry(child: Value, live: Value | undefined, key: string, ref: TypeRef, map: MapType, schema: Schema): Value | undefined {
  const field = map.fields.get(key);
  const atom = resolveRef(schema, ref);
  if (field === undefined) return child === null && atom?.scalar === "string" ? "" : store(child, live, ref, schema);
  if (child === null) return field.required === true ? null : undefined;
  const stored = store(child, live, ref, schema);
  const omitted = field.required !== true && atom?.scalar === undefined && isEmptyCollection(stored, atom?.map);
  return omitted ? undefined : stored;
}

/** Structs are kept when empty, collections are not. */
function isEmptyCollection(value: Value, map: MapType | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value instanceof Map && value.size === 0 && map?.fields.size === 0;
}
