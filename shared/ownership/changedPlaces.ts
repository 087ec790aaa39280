/**
 * The places that both the live object and what an accepted apply makes of it have, and where they differ: maps, lists and the values in
 * them. What is equal is not walked, so that a manifest in which one field changed costs a few comparisons.
 */
import { equalValues } from "../fieldpath/compare.ts";
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { fieldType, resolve } from "../schema/resolve.ts";
import { withDefaults } from "./defaults.ts";
import { pairs } from "./difference.ts";
import { once } from "./once.ts";
import { predict } from "./predict.ts";
import type { Snapshot } from "./snapshot.ts";

export interface ChangedPlace {
  readonly path: FieldPath;
  readonly type: SchemaType;
  readonly before: Value;
  readonly after: Value;
  /** One value for the API server: a scalar, or an atomic list or map. */
  readonly isLeaf: boolean;
}

/** All of them, parents first; none where the apply is not accepted, or not known to be. */
export const changedPlaces: (snapshot: Snapshot) => readonly ChangedPlace[] = once((snapshot) => {
  const { result } = predict(snapshot);
  const { live, kind } = snapshot;
  return live.state === "live" && result !== undefined ? [...changed([], live.live.object, result.object, kind.type)] : [];
});

/** Whether the server's defaults make of the value what stood there before. */
export function isRefilled(snapshot: Snapshot, { path, before, after }: ChangedPlace): boolean {
  return equalValues(withDefaults(snapshot, path, after).value, before);
}

function* changed(path: FieldPath, before: Value, after: Value, type: SchemaType): Generator<ChangedPlace> {
  if (equalValues(before, after)) return;
  const atom = resolve(type);
  const isGranularMap = isMap(before) && isMap(after) && atom?.map !== undefined && atom.map.relationship !== "atomic";
  const isKeyedList = isList(before) && isList(after) && atom?.list?.relationship === "associative";
  yield { path, type, before, after, isLeaf: !isGranularMap && !isKeyedList };
  if (isGranularMap) {
    for (const [key, was] of before) {
      const [is, below] = [after.get(key), fieldType(type, key)];
      if (is !== undefined && below !== undefined) yield* changed([...path, field(key)], was, is, below);
    }
  } else if (isKeyedList) {
    for (const pair of pairs(path, after, before, type)) yield* changed(pair.path, pair.live, pair.sent, pair.type);
  }
}
