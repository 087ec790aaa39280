/**
 * JSON values as Kubernetes sees them.
 *
 * Numbers: `number` stands for every float64 and for integers up to ±(2^53−1); `bigint` only for int64 integers beyond
 * that, which a float64 may round. So `1` and `1.0` are one value, and 9007199254740993 keeps its last digit.
 * Maps are `Map`s, never plain objects: a key named `__proto__` is a key like any other.
 * Counterpart in Go: structured-merge-diff `value`.
 */
export type Value = null | boolean | number | bigint | string | ValueList | ValueMap;
export type ValueList = readonly Value[];
export type ValueMap = ReadonlyMap<string, Value>;

export function isMap(value: Value | undefined): value is ValueMap {
  return value instanceof Map;
}

export function isList(value: Value | undefined): value is ValueList {
  return Array.isArray(value);
}

/** The value below `value` at the given map keys, undefined where one is absent or its parent is no map. */
export function valueAt(value: Value | undefined, ...keys: readonly string[]): Value | undefined {
  let at = value;
  for (const key of keys) {
    if (!isMap(at)) return undefined;
    at = at.get(key);
  }
  return at;
}

/** `valueAt`, and undefined too where the value found is no string. */
export function stringAt(value: Value | undefined, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys);
  return typeof found === "string" ? found : undefined;
}

/**
 * Nesting beyond this is answered with a problem instead of a walk. No person writes deeper, and every walk of the library down to
 * here fits a stack of 400 kB.
 */
export const maxDepth = 256;
