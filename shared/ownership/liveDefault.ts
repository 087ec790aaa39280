/** What the API server fills in by itself, beside all else that the live object has; and what was sent empty. */
import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, type ValueMap } from "../fieldpath/value.ts";
import { resolve } from "../schema/resolve.ts";
import { typeAtPath, valueAtPath } from "../typed/atPath.ts";
import { type Default, defaultAt } from "./defaults.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a live field becomes once nobody sets it. */
export function defaultInPlace(snapshot: Snapshot, path: FieldPath): Default {
  const siblings = siblingsOf(snapshot, path);
  return siblings === undefined ? "unknown" : defaultAt(snapshot, path, siblings);
}

/** "default": the live value is what the server writes where nobody says anything; "unknown": only the server can tell. */
export function comparedWithDefault(snapshot: Snapshot, path: FieldPath): "default" | "other" | "unknown" {
  const { live, kind } = snapshot;
  if (live.state !== "live") return "unknown";
  const value = valueAtPath(live.live.object, path, kind.type);
  if (siblingsOf(snapshot, path) === undefined || value === undefined) return "other";
  const known = defaultInPlace(snapshot, path);
  if (known === "unknown") return "unknown";
  return known !== "none" && equalValues(known.value, value) ? "default" : "other";
}

/** Of a leaf of a record: it was sent empty. A map or list with something of ours below it would be no leaf. */
export function wasSentEmpty({ live, kind }: Snapshot, path: FieldPath): boolean {
  const value = live.state === "live" ? valueAtPath(live.live.object, path, kind.type) : undefined;
  const type = typeAtPath(kind.type, path);
  const shape = type && resolve(type);
  if (isList(value)) return shape?.list?.relationship === "associative";
  return isMap(value) && (value.size === 0 || (shape?.map !== undefined && shape.map.relationship !== "atomic"));
}

function siblingsOf({ live, kind }: Snapshot, path: FieldPath): ValueMap | undefined {
  if (live.state !== "live") return undefined;
  const siblings = path.length === 1 ? live.live.object : valueAtPath(live.live.object, path.slice(0, -1), kind.type);
  return isMap(siblings) ? siblings : undefined;
}
