/**
 * The order of names and values, on which the order of path elements, field sets and FieldsV1 rests.
 * Invariant: names order by their UTF-8 bytes; an int and a float compare as float64, two ints exactly.
 * Counterpart in Go: structured-merge-diff `value.Compare`.
 */
import type { Value, ValueList, ValueMap } from "./value.ts";

/** Negative, 0 or positive: number < string < boolean < list < map < null. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === "string" && typeof b === "string") return compareNames(a, b);
  if (a === b) return 0;
  const rank = rankOf(a);
  const difference = rank - rankOf(b);
  if (difference !== 0) return difference;
  switch (rank) {
    case 0:
      return compareNumbers(a as number | bigint, b as number | bigint);
    case 2:
      return a === false ? -1 : 1;
    case 3:
      return compareLists(a as ValueList, b as ValueList);
    case 4:
      return compareMaps(a as ValueMap, b as ValueMap);
    default:
      return 0;
  }
}

/** Whether two values are one to the merge: `1` equals `1.0`, null equals only null. */
export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equalValues(item, (b as ValueList)[i] as Value));
  }
  if (a instanceof Map) {
    if (!(b instanceof Map) || a.size !== b.size) return false;
    for (const [key, value] of a) {
      const other = b.get(key);
      if (other === undefined || !equalValues(value, other)) return false;
    }
    return true;
  }
  return typeof a === "bigint" || typeof b === "bigint" ? compareValues(a, b) === 0 : false;
}

/** Bytewise order of two strings in UTF-8, which for characters outside the BMP is not that of JavaScript's `<`. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? aboveSurrogates(x) - aboveSurrogates(y) : x - y;
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above the whole BMP, so they move behind its last block. */
function aboveSurrogates(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

function rankOf(value: Value): number {
  switch (typeof value) {
    case "number":
    case "bigint":
      return 0;
    case "string":
      return 1;
    case "boolean":
      return 2;
    default:
      return value === null ? 5 : Array.isArray(value) ? 3 : 4;
  }
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  const x = Number(a);
  const y = Number(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

function compareLists(a: ValueList, b: ValueList): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const result = compareValues(a[i] as Value, b[i] as Value);
    if (result !== 0) return result;
  }
  return a.length - b.length;
}

/** Walks the sorted keys of both; where one map lacks a key the other holds, the holder is smaller. */
function compareMaps(a: ValueMap, b: ValueMap): number {
  const left = [...a.keys()].sort(compareNames);
  const right = [...b.keys()].sort(compareNames);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const key = left[i] as string;
    const order = compareNames(key, right[i] as string);
    if (order !== 0) return order;
    const result = compareValues(a.get(key) as Value, b.get(key) as Value);
    if (result !== 0) return result;
  }
  return left.length - right.length;
}
