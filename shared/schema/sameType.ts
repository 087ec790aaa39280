/**
 * Whether two types say the same of every value, whatever their names are: so that what a server publishes anew, or in other words of the
 * same meaning, is not taken for a change.
 * Invariant: named types are compared once per pair, so recursive ones end.
 * Counterpart in Go: schema `Schema.Equals`, which compares names too.
 */
import { equalValues } from "../fieldpath/compare.ts";
import type { Atom, FrozenRule, ListType, MapType, SchemaType, StructField, TypeRef } from "./model.ts";

/** Whether the types are equal, with all that they refer to. */
export function sameType(a: SchemaType, b: SchemaType): boolean {
  if (a === b) return true;
  const compared = new Set<string>();

  function sameRef(x: TypeRef, y: TypeRef): boolean {
    if (x.relationship !== y.relationship || (x.nullable ?? false) !== (y.nullable ?? false)) return false;
    if (!both(x.frozen, y.frozen, sameRules)) return false;
    if (x.named !== undefined && y.named !== undefined) {
      const pair = `${x.named} ${y.named}`;
      if (compared.has(pair)) return true;
      compared.add(pair);
    }
    const [left, right] = [atomOf(a, x), atomOf(b, y)];
    if (left === undefined || right === undefined) return left === right;
    return left === right || sameAtom(left, right);
  }

  function sameAtom(x: Atom, y: Atom): boolean {
    return x.scalar === y.scalar && both(x.list, y.list, sameList) && both(x.map, y.map, sameMap);
  }

  function sameList(x: ListType, y: ListType): boolean {
    return x.relationship === y.relationship && x.keys.join("\n") === y.keys.join("\n") && sameRef(x.element, y.element);
  }

  function sameMap(x: MapType, y: MapType): boolean {
    if (x.relationship !== y.relationship || x.emptyStruct !== y.emptyStruct || x.fields.size !== y.fields.size) return false;
    if (!both(x.element, y.element, sameRef)) return false;
    return [...x.fields].every(([name, field]) => both(field, y.fields.get(name), sameField));
  }

  function sameField(x: StructField, y: StructField): boolean {
    return (x.required ?? false) === (y.required ?? false) && both(x.default, y.default, equalValues) && sameRef(x.type, y.type);
  }

  return sameRef(a.type, b.type);
}

function sameRules(x: readonly FrozenRule[], y: readonly FrozenRule[]): boolean {
  return JSON.stringify(x) === JSON.stringify(y);
}

function atomOf({ schema }: SchemaType, { named, inlined }: TypeRef): Atom | undefined {
  return named === undefined ? inlined : schema.types.get(named);
}

function both<T>(a: T | undefined, b: T | undefined, same: (a: T, b: T) => boolean): boolean {
  return a === undefined || b === undefined ? a === b : same(a, b);
}
