/**
 * The part of a value that decides what an applier loses by dropping fields from its manifest.
 *
 * Invariant: what is still applied stays, and so does what it stands in. So of such a container only the entries on the way to dropped
 * fields matter, beside one field that surely stays; an entry at which nothing is applied any more matters as a whole.
 * No counterpart in Go: it only makes pruning cheap for the editor.
 */
import { field, type PathElement } from "../fieldpath/pathElement.ts";
import { childAt, emptySet, type FieldSet, hasMember, isEmpty } from "../fieldpath/set.ts";
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import type { ListType, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef, shapeOf } from "../schema/resolve.ts";
import { isProblem, itemElements } from "./listItem.ts";

/** `applied`: the set of the manifest as it is now, all of which `value` holds. */
export function droppedPart(value: Value, dropped: FieldSet, applied: FieldSet, { schema, type }: SchemaType): Value {
  return new Parts(schema).of(value, { dropped, applied }, type, []).value;
}

interface Part {
  readonly value: Value;
  /** It holds a field that is still applied and has nothing to lose. */
  readonly lasting: boolean;
}

/** What both sets hold below a node. */
interface Below {
  readonly dropped: FieldSet;
  readonly applied: FieldSet;
}

class Parts {
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** The part of a value that is still applied; a container without a field that surely stays may vanish, so it is taken whole. */
  of(value: Value, sets: Below, ref: TypeRef, mergeKeys: readonly string[]): Part {
    const atom = resolveRef(this.#schema, ref);
    const shape = atom && shapeOf(atom, value);
    let part: Part = { value, lasting: true };
    if (shape?.kind === "map" && shape.map.relationship !== "atomic" && value instanceof Map && value.size > 0) {
      part = this.#map(value, sets, shape.map, mergeKeys);
    } else if (shape?.kind === "list" && shape.list.relationship !== "atomic" && Array.isArray(value)) {
      part = this.#list(value, sets, shape.list);
    }
    return part.lasting ? part : { value, lasting: false };
  }

  /** Items keep their merge keys, and with them their element. */
  #map(value: ValueMap, sets: Below, map: MapType, mergeKeys: readonly string[]): Part {
    const kept = new Map<string, Value>();
    let lasting = false;
    for (const [key, child] of value) {
      const part: Part | undefined = this.#at(field(key), child, sets, keyType(map, key) ?? {}, [], lasting);
      if (part !== undefined) kept.set(key, part.value);
      else if (mergeKeys.includes(key)) kept.set(key, child);
      lasting ||= part?.lasting === true;
    }
    return { value: kept, lasting };
  }

  #list(value: ValueList, sets: Below, list: ListType): Part {
    const kept: Value[] = [];
    let lasting = false;
    for (const [index, answer] of itemElements(value, list, this.#schema).entries()) {
      if (isProblem(answer)) continue;
      const part: Part | undefined = this.#at(answer.element, value[index] ?? null, sets, list.element, list.keys, lasting);
      if (part !== undefined) kept.push(part.value);
      lasting ||= part?.lasting === true;
    }
    return { value: kept, lasting };
  }

  /** Undefined: the entry doesn't matter. `lasting`: another entry of its container surely stays. */
  #at(element: PathElement, child: Value, sets: Below, ref: TypeRef, mergeKeys: readonly string[], lasting: boolean): Part | undefined {
    const dropped = childAt(sets.dropped, element) ?? emptySet;
    const applied = childAt(sets.applied, element) ?? emptySet;
    const isDropped = !isEmpty(dropped) || hasMember(sets.dropped, element);
    const isApplied = !isEmpty(applied) || hasMember(sets.applied, element);
    if (!isApplied) return isDropped ? { value: child, lasting: false } : undefined;
    return isDropped || !lasting ? this.of(child, { dropped, applied }, ref, mergeKeys) : undefined;
  }
}
