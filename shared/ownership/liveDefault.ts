/** Whether a live value is no more than what the API server fills in by itself. */
import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isMap } from "../fieldpath/value.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { defaultAt } from "./defaults.ts";
import type { Snapshot } from "./snapshot.ts";

/** "default": it is what the server writes where nobody says anything; "unknown": only the server can tell. */
export function comparedWithDefault({ live, object, kind }: Snapshot, path: FieldPath): "default" | "other" | "unknown" {
  if (live.state !== "live") return "unknown";
  const siblings = path.length === 1 ? live.live.object : valueAtPath(live.live.object, path.slice(0, -1), kind.type);
  const value = valueAtPath(live.live.object, path, kind.type);
  if (!isMap(siblings) || value === undefined) return "other";
  const known = defaultAt({ object, kind }, path, siblings);
  if (known === "unknown") return "unknown";
  return known !== "none" && equalValues(known.value, value) ? "default" : "other";
}
