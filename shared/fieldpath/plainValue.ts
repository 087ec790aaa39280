import type { Value } from "./value.ts";

/** A value from what `JSON.parse` or an import of JSON gives: for tables of ours, whose keys and numbers are harmless. */
export function plainValue(plain: unknown): Value {
  if (Array.isArray(plain)) return plain.map(plainValue);
  if (typeof plain !== "object" || plain === null) return plain as Value;
  return new Map(Object.entries(plain).map(([name, value]) => [name, plainValue(value)]));
}
