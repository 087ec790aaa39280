/** Schemas in structured-merge-diff's notation, and values that mostly fit them. */
import { printJson } from "../../shared/fieldpath/json.ts";
import { isList, isMap, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import type { Draws } from "./draws.ts";
import { drawName, drawNumber, drawScalar, drawString, drawValue, mapOf } from "./values.ts";

/** The root type is `t`. */
export interface DrawnSchema {
  readonly schema: Value;
  readonly types: ReadonlyMap<string, ValueMap>;
}

const names = ["t", "t1", "t2"] as const;

export function drawSchema(draws: Draws): DrawnSchema {
  if (draws.chance(8)) return { schema: "deduced", types: new Map() };
  const types = new Map<string, ValueMap>(names.map((name) => [name, name === "t" ? drawStruct(draws, 3, 1) : drawAtom(draws, 2)]));
  for (const [name, type] of untyped) types.set(name, type);
  return schemaOf(types);
}

function schemaOf(types: ReadonlyMap<string, ValueMap>): DrawnSchema {
  return { schema: mapOf({ types: [...types].map(([name, type]) => new Map<string, Value>([["name", name], ...type])) }), types };
}

/** The schema as a later version may have it: other relationships, fewer fields. Its names and references stay. */
export function drawReshaped(draws: Draws, { schema, types }: DrawnSchema): DrawnSchema {
  if (schema === "deduced") return draws.chance(30) ? drawSchema(draws) : { schema, types };
  return schemaOf(new Map([...types].map(([name, type]) => [name, untyped.has(name) ? type : reshape(draws, type)])));
}

function reshape(draws: Draws, type: ValueMap): ValueMap {
  return new Map(
    [...type].map(([key, part]): [string, Value] => {
      if (isList(part)) return [key, draws.some(part, 4).map((item) => (isMap(item) ? reshape(draws, item) : item))];
      if (!isMap(part)) return [key, part];
      const below = reshape(draws, part);
      if (key !== "map" && key !== "list") return [key, below];
      const relationship = draws.chance(30) ? draws.pick(["atomic", key === "map" ? "separable" : "associative"]) : undefined;
      return [key, relationship === undefined ? below : new Map([...below, ["elementRelationship", relationship]])];
    }),
  );
}

/** What names the schema in a case. */
export function schemaInput({ schema }: DrawnSchema): Readonly<Record<string, Value>> {
  return schema === "deduced" ? { schema } : { schema, type: "t" };
}

/** A value of the root type, rarely a wrong one. */
export function drawTyped(draws: Draws, { schema, types }: DrawnSchema): Value {
  if (schema !== "deduced") return drawOf(draws, types.get("t") ?? new Map(), types, 5);
  return draws.chance(10) ? drawValue(draws) : new Map(draws.list(4, () => [drawName(draws), drawValue(draws)] as const));
}

function drawAtom(draws: Draws, depth: number): ValueMap {
  const scalar = (): ValueMap => mapOf({ scalar: draws.pick(["string", "numeric", "boolean", "untyped"]) });
  if (depth === 0) return scalar();
  return draws.pick([
    scalar,
    () => drawStruct(draws, depth),
    () => mapOf({ map: mapOf({ elementType: drawRef(draws, depth - 1), elementRelationship: drawRelationship(draws) }) }),
    () => mapOf({ list: mapOf({ elementType: drawRef(draws, depth - 1), elementRelationship: draws.chance(4) ? undefined : "atomic" }) }),
    () => mapOf({ list: mapOf({ elementType: drawSetItem(draws), elementRelationship: "associative" }) }),
    () => drawKeyedList(draws, depth),
    () => drawKeyedList(draws, depth),
    () => new Map([...drawKeyedList(draws, depth), ...drawStruct(draws, depth), ...(draws.chance(50) ? scalar() : [])]),
  ])();
}

function drawRef(draws: Draws, depth: number): ValueMap {
  if (!draws.chance(20)) return drawAtom(draws, depth);
  const relationship = draws.chance(20) ? draws.pick(["atomic", "associative", "separable"]) : undefined;
  return mapOf({ namedType: draws.pick([...names, "__untyped_atomic_", "__untyped_deduced_"]), elementRelationship: relationship });
}

function drawRelationship(draws: Draws): Value | undefined {
  return draws.chance(20) ? draws.pick(["atomic", "atomic", "separable"]) : undefined;
}

function drawSetItem(draws: Draws): ValueMap {
  return mapOf({ scalar: draws.pick(["string", "numeric", "boolean", "untyped"]) });
}

function drawStruct(draws: Draws, depth: number, least = 0): ValueMap {
  const fields = new Map(draws.list(4, () => [drawName(draws), drawRef(draws, depth - 1)] as const, least));
  return mapOf({
    map: mapOf({
      // Go tells an empty list of fields from none.
      fields: fields.size === 0 && draws.chance(50) ? undefined : [...fields].map(([name, type]) => mapOf({ name, type })),
      elementRelationship: drawRelationship(draws),
      elementType: draws.chance(10) ? drawRef(draws, depth - 1) : undefined,
    }),
  });
}

function drawKeyedList(draws: Draws, depth: number): ValueMap {
  const keys = draws.pick([["name"], ["port"], ["port", "proto"], ["name", "port", "proto"], ["proto", "name"]]);
  const keyFields = keys.map((name) => {
    const scalar = draws.pick([name === "port" ? "numeric" : "string", "untyped", "boolean"]);
    const preset = scalar === "numeric" ? 80 : scalar === "boolean" ? false : "TCP";
    return mapOf({ name, type: mapOf({ scalar }), default: draws.chance(30) ? preset : undefined });
  });
  const others = new Map(draws.list(3, () => [draws.pick(["a", "b", "c", "d"]), drawRef(draws, depth - 1)] as const));
  const fields = [...keyFields, ...[...others].map(([name, type]) => mapOf({ name, type }))];
  const elementType = mapOf({ map: mapOf({ fields, elementRelationship: draws.chance(8) ? "atomic" : undefined }) });
  return mapOf({ list: mapOf({ elementType, elementRelationship: "associative", keys }) });
}

function drawOf(draws: Draws, ref: ValueMap, types: ReadonlyMap<string, ValueMap>, depth: number): Value {
  const name = ref.get("namedType");
  const type = typeof name === "string" ? (types.get(name) ?? ref) : ref;
  if (draws.chance(2)) return draws.chance(70) ? null : drawValue(draws, 2);
  const kinds = ["map", "list", "scalar"].filter((kind) => type.has(kind));
  const [kind] = kinds.slice(draws.below(Math.max(1, kinds.length)));
  const below = (child: Value | undefined): Value => (isMap(child) && depth > 0 ? drawOf(draws, child, types, depth - 1) : null);
  if (kind === "map") return drawMap(draws, type, below, depth);
  if (kind === "list") {
    const items = depth === 0 ? [] : draws.list(4, () => below(valueAt(type, "list", "elementType")));
    return draws.chance(15) ? items : distinct(items, valueAt(type, "list", "keys"));
  }
  const scalar = type.get("scalar");
  if (scalar === "numeric") return drawNumber(draws);
  if (scalar === "boolean") return draws.chance(50);
  return scalar === "string" ? drawString(draws) : drawScalar(draws);
}

/** Mostly no two items are the same to the list: an applied object with such is refused. */
function distinct(items: readonly Value[], keys: Value | undefined): readonly Value[] {
  const identity = (item: Value): string =>
    printJson(isMap(item) && isList(keys) ? keys.map((key) => item.get(String(key)) ?? null) : item);
  return [...new Map(items.map((item) => [identity(item), item])).values()];
}

function drawMap(draws: Draws, type: ValueMap, below: (child: Value | undefined) => Value, depth: number): Value {
  if (depth === 0) return new Map();
  const fields = valueAt(type, "map", "fields");
  const elementType = valueAt(type, "map", "elementType");
  const entries = (Array.isArray(fields) ? fields : [])
    .filter((field) => !draws.chance(valueAt(field, "name") === "name" || valueAt(field, "name") === "port" ? 5 : 25))
    .map((field: Value) => [String(valueAt(field, "name")), below(valueAt(field, "type"))] as const);
  const free = elementType === undefined ? [] : draws.list(3, () => [drawName(draws), below(elementType)] as const);
  const stray = draws.chance(1) ? [[drawName(draws), drawScalar(draws)] as const] : [];
  return new Map([...free, ...entries, ...stray]);
}

const atomicRef = mapOf({ namedType: "__untyped_atomic_" });
const atomicList = mapOf({ elementRelationship: "atomic", elementType: atomicRef });

const untyped: ReadonlyMap<string, ValueMap> = new Map([
  [
    "__untyped_atomic_",
    mapOf({ scalar: "untyped", list: atomicList, map: mapOf({ elementRelationship: "atomic", elementType: atomicRef }) }),
  ],
  [
    "__untyped_deduced_",
    mapOf({
      scalar: "untyped",
      list: atomicList,
      map: mapOf({ elementRelationship: "separable", elementType: mapOf({ namedType: "__untyped_deduced_" }) }),
    }),
  ],
]);
