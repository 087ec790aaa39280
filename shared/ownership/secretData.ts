/** A Secret's `stringData` under the names of `data`: the server turns the one into the other, and some who apply it do so before. */
import { type FieldPath, fieldPath } from "../fieldpath/pathElement.ts";
import { childAt, type FieldSet, pathsOf, recursiveDifference, setOf, setOfAll, union } from "../fieldpath/set.ts";
import { isMap, type Value, valueAt } from "../fieldpath/value.ts";
import { hiddenBytes } from "./maskSecret.ts";

/** The set with `data` for `stringData`. */
export function stringDataAsData(set: FieldSet): FieldSet {
  const strings = childAt(set, stringData);
  if (strings === undefined) return set;
  const moved = [...pathsOf(strings)].map((path): FieldPath => [...fieldPath("data"), ...path]);
  return union(recursiveDifference(set, setOf(fieldPath("stringData"))), setOfAll(moved));
}

/** The object as it is stored: what stands in stringData stands in data. Equal values have equal tokens in both. */
export function withStringData(object: Value): Value {
  if (!isMap(object) || object.get("kind") !== "Secret") return object;
  const [data, strings] = [object.get("data"), object.get("stringData")];
  if (!isMap(strings)) return object;
  return new Map(object).set("data", new Map([...(isMap(data) ? data : []), ...strings]));
}

/** The object with `data` for `stringData`, as it is stored. Only of hidden values, whose tokens are alike in both. */
export function hiddenAsData(object: Value): Value {
  const strings = valueAt(object, "stringData");
  const hidden = isMap(strings) && [...strings.values()].every((value) => typeof value === "string" && hiddenBytes(value) !== undefined);
  const stored = hidden ? withStringData(object) : object;
  return stored === object || !isMap(stored) ? object : new Map([...stored].filter(([key]) => key !== "stringData"));
}

const [stringData] = fieldPath("stringData") as [FieldPath[number]];
