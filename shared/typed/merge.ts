/**
 * A configuration laid over a live value. Nothing is ever removed.
 *
 * Invariant: both values fit the type. Configuration wins at leaves, null included; its order wins among items that both lists
 * hold, while items that only live holds keep their place among those that did not move. Parts without change are shared with
 * live by reference, which is what makes the comparison that follows cheap.
 * Counterpart in Go: typed `mergingWalker`.
 */
import { equalValues } from "../fieldpath/compare.ts";
import type { Value, ValueList, ValueMap } from "../fieldpath/value.ts";
import type { ListType, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef, type Shape, shapeOf } from "../schema/resolve.ts";
import { isProblem, itemElements } from "./listItem.ts";
import type { Problem } from "./problem.ts";
import { mayHoldUnmergeable } from "./unmergeable.ts";
import { validate } from "./validate.ts";

/**
 * Merges, after checking that both fit leniently. Items twice in a list of the configuration are a problem where the lists are
 * merged; within an item of a list Go loses that error, and with it the list.
 */
export function merge(live: Value, config: Value, type: SchemaType): { readonly value: Value; readonly problems: readonly Problem[] } {
  const problems = [live, config].flatMap((value) => validate(value, type, { allowDuplicates: true }));
  if (problems.length > 0) return { value: live, problems };
  const walk = new Merge(type);
  const value = walk.at(live, config, type.type) ?? null;
  if (walk.unmergeable) return { value: live, problems: [{ path: [], message: "holds a list whose items cannot be told apart" }] };
  return walk.duplicated ? { value: live, problems: validate(config, type, { allowDuplicates: false }) } : { value, problems: [] };
}

/** `merge` of values that are known to fit their type. What cannot be merged stands in the result, where the comparison finds it. */
export function mergeValid(live: Value, config: Value, type: SchemaType): Value {
  return new Merge(type).at(live, config, type.type) ?? null;
}

type Side = Value | undefined;

const noMap: ValueMap = new Map();
const noList: ValueList = [];

class Merge {
  /** An item was twice in a list of the configuration. */
  duplicated = false;
  /** A list that holds anything cannot be merged. */
  unmergeable = false;
  /** Within an item of a list errors are lost, with what they are about. */
  #items = 0;
  readonly #schema: Schema;
  /** Content that only live has may then be impossible to merge, so it is walked. */
  readonly #walksLive: boolean;

  constructor(type: SchemaType) {
    this.#schema = type.schema;
    this.#walksLive = mayHoldUnmergeable(type);
  }

  /** Undefined where neither side has a value, or the schema none of its kind. */
  at(live: Side, config: Side, ref: TypeRef): Side {
    if ((config === undefined || config === live) && !(this.#walksLive && live !== undefined)) return live;
    const atom = resolveRef(this.#schema, ref);
    const shape = atom && shapeOf(atom, config === undefined ? live : config);
    // What live holds in another shape is lost, but Go comes by and may fail there.
    const lost = this.#walksLive && atom && live !== undefined && config !== undefined ? shapeOf(atom, live) : undefined;
    if (lost !== undefined && lost.kind !== shape?.kind) this.#shape(lost, live, undefined);
    return shape && this.#shape(shape, live, config);
  }

  /** The configuration's shape decides; live content of another shape is lost. */
  #shape(shape: Shape, live: Side, config: Side): Side {
    if (shape.kind === "map" && shape.map.relationship !== "atomic") {
      const left = live instanceof Map ? (live as ValueMap) : noMap;
      const right = config instanceof Map ? (config as ValueMap) : noMap;
      if (left.size > 0 || right.size > 0) return this.#maps(left, right, shape.map);
    } else if (shape.kind === "list" && shape.list.relationship !== "atomic") {
      const left = Array.isArray(live) ? (live as ValueList) : noList;
      const right = Array.isArray(config) ? (config as ValueList) : noList;
      if (left.length > 0 || right.length > 0) {
        return shape.list.relationship === "separable" ? this.#unmergeableList(live, config) : this.#lists(left, right, shape.list);
      }
    }
    if (config === undefined) return live;
    return live !== undefined && equalValues(live, config) ? live : config;
  }

  #unmergeableList(live: Side, config: Side): Side {
    if (this.#items > 0) return undefined;
    this.unmergeable = true;
    return config === undefined ? live : config;
  }

  #maps(live: ValueMap, config: ValueMap, map: MapType): Side {
    let merged: Map<string, Value> | undefined;
    for (const key of this.#walksLive ? new Set([...live.keys(), ...config.keys()]) : config.keys()) {
      const before = live.get(key);
      const after = this.at(before, config.get(key), keyType(map, key) ?? {});
      if (after === before) continue;
      merged ??= new Map(live);
      if (after === undefined) merged.delete(key);
      else merged.set(key, after);
    }
    const all = merged ?? live;
    return all.size > 0 ? all : undefined;
  }

  /** See the invariant for the order; `next` is the shared item that the configuration wants next. */
  #lists(live: ValueList, config: ValueList, list: ListType): Side {
    const left = identify(live, list, this.#schema);
    const right = identify(config, list, this.#schema);
    const leftById = new Map<string, Side>();
    // Several live items of one element cannot be merged with: the configuration's item stands alone.
    for (const { id, value } of left) leftById.set(id, leftById.has(id) ? undefined : value);
    const rightIds = new Set(right.map((item) => item.id));
    if (rightIds.size < right.length) {
      this.duplicated ||= this.#items === 0;
      return undefined;
    }
    const shared = right.map((item) => item.id).filter((id) => leftById.has(id));
    const taken = new Set<string>();
    const merged: Value[] = [];
    let next = 0;
    const take = (item: Item): void => {
      const value = this.#item(leftById.get(item.id), item.value, list.element);
      if (value !== undefined) merged.push(value);
      taken.add(item.id);
      if (shared[next] === item.id) next++;
    };
    let i = 0;
    let j = 0;
    while (i < left.length || j < right.length) {
      const mine = left[i];
      const theirs = right[j];
      if (mine !== undefined && theirs !== undefined) {
        if (mine.id === theirs.id) {
          take(theirs);
          i++;
          j++;
          continue;
        }
        // Shared, but not the next in the configuration's order: it will come from there.
        if (rightIds.has(mine.id) && next < shared.length && shared[next] !== mine.id) {
          i++;
          continue;
        }
      }
      if (mine !== undefined && !rightIds.has(mine.id)) {
        const value = this.#item(mine.value, undefined, list.element);
        if (value !== undefined) merged.push(value);
        i++;
        continue;
      }
      if (mine !== undefined && taken.has(mine.id)) i++;
      if (theirs !== undefined) {
        take(theirs);
        j++;
      }
    }
    if (merged.length === 0) return undefined;
    return merged.length === live.length && merged.every((value, at) => value === live[at]) ? live : merged;
  }

  #item(live: Side, config: Side, ref: TypeRef): Side {
    this.#items++;
    const value = this.at(live, config, ref);
    this.#items--;
    return value;
  }
}

interface Item {
  readonly id: string;
  readonly value: Value;
}

function identify(values: ValueList, list: ListType, schema: Schema): readonly Item[] {
  const items: Item[] = [];
  for (const [index, answer] of itemElements(values, list, schema).entries()) {
    if (!isProblem(answer)) items.push({ id: answer.id, value: values[index] ?? null });
  }
  return items;
}
