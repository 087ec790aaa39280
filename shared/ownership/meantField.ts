/** The declared field that an undeclared one was probably meant to be. */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isMap } from "../fieldpath/value.ts";
import { resolve } from "../schema/resolve.ts";
import { typeAtPath, valueAtPath } from "../typed/atPath.ts";
import { nearestName } from "./nearestName.ts";
import type { Snapshot } from "./snapshot.ts";

/** A near name that the map does not hold yet; undefined where there is none. */
export function meantField({ object, kind }: Snapshot, path: FieldPath): string | undefined {
  const last = path.at(-1);
  const parent = path.slice(0, -1);
  const type = typeAtPath(kind.type, parent);
  const fields = type === undefined ? undefined : resolve(type)?.map?.fields;
  if (last?.kind !== "field" || fields === undefined) return undefined;
  const beside = valueAtPath(object.value, parent, kind.type);
  const free = [...fields.keys()].filter((name) => !isMap(beside) || !beside.has(name));
  return nearestName(last.name, free);
}
