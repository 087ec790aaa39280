/** What the API server fills in by itself, beside all else that the live object has. */
import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isMap, type ValueMap } from "../fieldpath/value.ts";
import { valueAtPath } from "../typed/atPath.ts";
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

function siblingsOf({ live, kind }: Snapshot, path: FieldPath): ValueMap | undefined {
  if (live.state !== "live") return undefined;
  const siblings = path.length === 1 ? live.live.object : valueAtPath(live.live.object, path.slice(0, -1), kind.type);
  return isMap(siblings) ? siblings : undefined;
}
