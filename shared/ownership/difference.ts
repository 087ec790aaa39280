/**
 * Where two values of a type first differ in what they mean: keyed items belong together wherever they stand, another spelling of an amount or
 * a moment is the same, and what the one leaves out is no difference. Invariant: in doubt they are the same.
 */
import { equalValues } from "../fieldpath/compare.ts";
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { indexItems } from "../typed/indexItems.ts";
import { hiddenBytes } from "./maskSecret.ts";
import { scalarSpelling } from "./spelling.ts";

/** A place where they differ; `live` is null where the sent value is new. */
export interface Difference {
  readonly path: FieldPath;
  readonly live: Value;
  readonly sent: Value;
}

/** The first difference at or below a path. `inside`: of something that is replaced as a whole, so that free keys that are left out go. */
export function firstDifference(path: FieldPath, sent: Value, live: Value, type: SchemaType, inside = false): Difference | undefined {
  if (isMap(sent) && isMap(live)) {
    const atomic = resolve(type)?.map?.relationship === "atomic";
    const whole = inside || atomic;
    if (whole && [...live.keys()].some((key) => !sent.has(key) && resolve(type)?.map?.fields.has(key) !== true))
      return { path, sent, live };
    for (const [key, own] of sent) {
      const [other, below] = [live.get(key), fieldType(type, key)];
      if (own === null || below === undefined) continue;
      if (other === undefined) {
        if (!isEmpty(own)) return { path: [...path, field(key)], sent: own, live: null };
        continue;
      }
      const difference = firstDifference([...path, field(key)], own, other, below, whole);
      if (difference !== undefined) return atomic ? { path, sent, live } : difference;
    }
    return undefined;
  }
  if (isList(sent) && isList(live)) {
    const associative = resolve(type)?.list?.relationship === "associative";
    const whole = inside || !associative;
    if (whole && sent.length !== live.length) return { path, sent, live };
    const all = pairs(path, sent, live, type);
    if (associative && all.length < sent.length) return { path, sent, live };
    for (const pair of all) {
      const difference = firstDifference(pair.path, pair.sent, pair.live, pair.type, whole);
      // A list of scalars is looked at as one.
      if (difference !== undefined) return whole && !isMap(pair.sent) ? { path, sent, live } : difference;
    }
    return undefined;
  }
  return isSame(sent, live, type) ? undefined : { path, sent, live };
}

/** Items of both lists that belong together: by their keys, else by their place. */
export function pairs(
  path: FieldPath,
  sent: Value,
  live: Value,
  type: SchemaType,
): readonly (Difference & { readonly type: SchemaType })[] {
  const [list, element] = [resolve(type)?.list, elementType(type)];
  if (!isList(sent) || !isList(live) || list === undefined || element === undefined) return [];
  if (list.relationship !== "associative") {
    return sent.flatMap((item, index) => {
      const other = live[index];
      return other === undefined ? [] : [{ path: [...path, { kind: "index" as const, index }], sent: item, live: other, type: element }];
    });
  }
  const others = indexItems(live, list, type.schema);
  return [...indexItems(sent, list, type.schema)].flatMap(([text, { element: at, items }]) => {
    const [own, other] = [items[0], others.get(text)?.items[0]];
    return own === undefined || other === undefined ? [] : [{ path: [...path, at], sent: own, live: other, type: element }];
  });
}

function isSame(sent: Value, live: Value, type: SchemaType): boolean {
  if (equalValues(sent, live) || scalarSpelling(live, sent, type) !== undefined) return true;
  const [a, b] = [String(sent), String(live)];
  if (areSameBytes(a, b)) return true;
  if (resolve(type)?.scalar !== "untyped") return false;
  return (isTime.test(a) && Date.parse(a) === Date.parse(b)) || (isDuration.test(a) && isDuration.test(b));
}

/** Base64, or the token of hidden bytes, once with line breaks. */
function areSameBytes(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => text.replace(/[\r\n]/g, ""));
  return left !== undefined && left === right && (hiddenBytes(left) !== undefined || base64.test(left));
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/](?:=|[A-Za-z0-9+/]))$/;
const isTime = /^\d{4}-\d\d-\d\dT/;
/** Rare enough that what they amount to is left to the server. */
const isDuration = /^(?:[\d.]+(?:h|m|s|ms|us|µs|ns))+$/;

function isEmpty(value: Value): boolean {
  return value === "" || value === 0 || value === false || (isMap(value) && value.size === 0) || (isList(value) && value.length === 0);
}
