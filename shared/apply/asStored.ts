/**
 * A merged object of a built-in kind after its way through the API server's Go type.
 *
 * Invariant: null, empty lists and free maps, and zeros of scalars that are no pointers are written as the Go type does, or left
 * out; null in a map of strings becomes "". Amounts get their canonical text, bytes lose their line breaks. Defaults are not added. What
 * `live` shares is stored like that already.
 * Counterpart in Go: runtime `DefaultUnstructuredConverter` and the `json` tags of k8s.io/api.
 */
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import { isBase64 } from "../schema/base64Fields.ts";
import { type GoFields, goFieldsOf } from "../schema/goFields.ts";
import type { ListType, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";
import { indexItems } from "../typed/indexItems.ts";
import { isProblem, itemElement } from "../typed/listItem.ts";
import { sameAmount, storedAmount } from "./quantity.ts";

/** The object as the server stores it. */
export function asStored(object: Value, live: Value, { schema, type }: SchemaType): Value {
  return store(object, live, type, schema);
}

/** A custom resource is stored as it is, but for its metadata and that of resources embedded in it, which are Go types here too. */
export function metadataAsStored(object: Value, live: Value, { schema, type }: SchemaType): Value {
  return storeMetadata(object, live, type, schema);
}

function storeMetadata(value: Value, live: Value | undefined, ref: TypeRef, schema: Schema): Value {
  if (value === live) return value;
  if (ref.named === "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta") return store(value, live, ref, schema);
  const atom = resolveRef(schema, ref);
  if (value instanceof Map && atom?.map !== undefined) {
    const { map } = atom;
    const before = live instanceof Map ? (live as ValueMap) : undefined;
    return edited(value, (child, key) => {
      const type = keyType(map, key);
      return type === undefined ? child : storeMetadata(child, before?.get(key), type, schema);
    });
  }
  if (!Array.isArray(value) || atom?.list === undefined) return value;
  const { element } = atom.list;
  const items = (value as ValueList).map((item) => storeMetadata(item, undefined, element, schema));
  return items.every((item, at) => item === (value as ValueList)[at]) ? value : items;
}

/** The map with its values as `edit` makes them, undefined leaving them out; itself where nothing changes. */
function edited(value: ValueMap, edit: (child: Value, key: string) => Value | undefined): ValueMap {
  let after: Map<string, Value> | undefined;
  for (const [key, child] of value) {
    const stored = edit(child, key);
    if (stored === child) continue;
    after ??= new Map(value);
    if (stored === undefined) after.delete(key);
    else after.set(key, stored);
  }
  return after ?? value;
}

function store(value: Value, live: Value | undefined, ref: TypeRef, schema: Schema): Value {
  if (value === live) return value;
  if (ref.named === "io.k8s.apimachinery.pkg.api.resource.Quantity") return amountAsStored(value, live);
  const atom = resolveRef(schema, ref);
  // A type with alternatives is raw content, which travels as it is.
  if (atom === undefined || atom.scalar !== undefined) return value;
  if (value instanceof Map && atom.map !== undefined) return storeMap(value, live, ref, atom.map, schema);
  const { list } = atom;
  if (!Array.isArray(value) || list === undefined) return value;
  const items = value as ValueList;
  const before = liveItems(live, list, schema);
  const stored = items.map((item, index) => store(item, before(item, index), list.element, schema));
  return stored.every((item, at) => item === items[at]) ? value : stored;
}

/** Where it is not known how an amount is stored, the live object's text is as good as any of the same amount. */
function amountAsStored(value: Value, live: Value | undefined): Value {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  if (typeof text !== "string") return value;
  return storedAmount(text) ?? (typeof live === "string" && sameAmount(text, live) ? live : value);
}

/** Base64 text, or a map of such. */
function bytesAsStored(value: Value): Value {
  if (typeof value === "string") return value.replace(/[\r\n]/g, "");
  return value instanceof Map ? edited(value as ValueMap, bytesAsStored) : value;
}

/** The live item that an item of the list was merged with, or that it stands in the place of. */
function liveItems(live: Value | undefined, list: ListType, schema: Schema): (item: Value, index: number) => Value | undefined {
  if (!Array.isArray(live)) return () => undefined;
  if (list.relationship !== "associative") return (_, index) => (live as ValueList)[index];
  const items = indexItems(live as ValueList, list, schema);
  return (item) => {
    const answer = itemElement(item, list, schema);
    return isProblem(answer) ? undefined : items.get(answer.id)?.items[0];
  };
}

function storeMap(value: ValueMap, live: Value | undefined, ref: TypeRef, map: MapType, schema: Schema): ValueMap {
  const before = live instanceof Map ? (live as ValueMap) : undefined;
  const go = goFieldsOf(ref);
  return edited(value, (child, key) => {
    const type = keyType(map, key);
    if (type === undefined) return child;
    if (isBase64(ref.named, key) && child !== null) return bytesAsStored(child);
    return storeEntry(child, before?.get(key), type, schema, map.fields.has(key) ? fieldOf(go, key) : undefined);
  });
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
