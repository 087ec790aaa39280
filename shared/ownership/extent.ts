/** How much an accepted apply changes: the number of fields, and whether it rolls out a workload. */
import { type FieldPath, fieldPath, isAtOrBelow } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { type FieldSet, leaves, pathsOf } from "../fieldpath/set.ts";
import { type Value, valueAt } from "../fieldpath/value.ts";
import { compare } from "../typed/compare.ts";
import { changedPlaces, isRefilled } from "./changedPlaces.ts";
import { once } from "./once.ts";
import { predict } from "./predict.ts";
import type { Snapshot } from "./snapshot.ts";
import { spellingOf } from "./spelling.ts";

export interface Extent {
  readonly fields: number;
  /** A change of the pod template: its controller replaces the pods. */
  readonly rollsOut: boolean;
}

/** Of an apply that changes the live object; undefined where that is not what is predicted. Computed once. */
export const extentOf: (snapshot: Snapshot) => Extent | undefined = once((snapshot) => {
  const prediction = predict(snapshot);
  if (prediction.verdict !== "changes" || prediction.result === undefined || snapshot.live.state !== "live") return undefined;
  const { added, modified, removed } = compare(snapshot.live.live.object, prediction.result.object, snapshot.kind.type);
  const { refilled, respelled } = harmless(snapshot);
  const changed = [added, modified, removed].flatMap(fieldsOf).filter((path) => !refilled.has(printPath(path)));
  const replaces = workloads.includes(snapshot.object.kind) && !waits(prediction.result.object);
  const rollsOut = replaces && changed.some((path) => isAtOrBelow(path, template) && !respelled.has(printPath(path)));
  return { fields: changed.length, rollsOut };
});

/** Leaves that defaults make what they were, and those that mean the same: a controller compares what pods mean. */
function harmless(snapshot: Snapshot): Readonly<Record<"refilled" | "respelled", ReadonlySet<string>>> {
  const found = { refilled: new Set<string>(), respelled: new Set<string>() };
  for (const place of changedPlaces(snapshot)) {
    const { path, before, after, isLeaf } = place;
    if (!isLeaf) continue;
    if (isRefilled(snapshot, place)) found.refilled.add(printPath(path));
    else if (spellingOf(snapshot, path, before, after) !== undefined) found.respelled.add(printPath(path));
  }
  return found;
}

const template = fieldPath("spec", "template");
const records = fieldPath("metadata", "managedFields");
const workloads: readonly string[] = ["Deployment", "StatefulSet", "DaemonSet"];

/** It is paused, or told to replace pods only as they are deleted. */
function waits(object: Value): boolean {
  return valueAt(object, "spec", "paused") === true || valueAt(object, "spec", "updateStrategy", "type") === "OnDelete";
}

function fieldsOf(set: FieldSet): FieldPath[] {
  return [...pathsOf(leaves(set))].filter((path) => !isAtOrBelow(path, records));
}
