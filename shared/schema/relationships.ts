/**
 * How lists and maps are merged, as the `x-kubernetes-*` keys of an OpenAPI schema say it.
 * Invariant: `x-kubernetes-list-type` decides over the older patch strategy; without either a list is atomic. What the server would
 * refuse is reported and read as atomic.
 * Counterpart in Go: kube-openapi schemaconv smd.go.
 */
import { isList, type Value, valueAt } from "../fieldpath/value.ts";
import type { ListType, MapType } from "./model.ts";

type Report = (message: string) => void;
type ListRelationship = Pick<ListType, "relationship" | "keys">;

const atomic: ListRelationship = { relationship: "atomic", keys: [] };

/** Keyed list, set or one leaf. */
export function listRelationship(definition: Value, report: Report): ListRelationship {
  const type = valueAt(definition, "x-kubernetes-list-type");
  if (type === undefined) return patchRelationship(definition, report);
  if (type === "set") return { relationship: "associative", keys: [] };
  if (type === "map") return { relationship: "associative", keys: mapKeys(definition, report) };
  if (type !== "atomic") report("unknown x-kubernetes-list-type");
  return atomic;
}

/** Granular or one leaf; undefined where nothing is said. */
export function mapRelationship(definition: Value, report: Report): MapType["relationship"] | undefined {
  const type = valueAt(definition, "x-kubernetes-map-type");
  if (type === "atomic") return "atomic";
  if (type === "granular") return "separable";
  if (type !== undefined) report("unknown x-kubernetes-map-type");
  return undefined;
}

function patchRelationship(definition: Value, report: Report): ListRelationship {
  const strategy = valueAt(definition, "x-kubernetes-patch-strategy");
  if (strategy === "merge" || strategy === "merge,retainKeys") {
    const key = valueAt(definition, "x-kubernetes-patch-merge-key");
    if (key !== undefined && typeof key !== "string") report("x-kubernetes-patch-merge-key must be a name");
    return { relationship: "associative", keys: typeof key === "string" ? [key] : [] };
  }
  if (strategy !== undefined && strategy !== "retainKeys") report("unknown x-kubernetes-patch-strategy");
  return atomic;
}

function mapKeys(definition: Value, report: Report): readonly string[] {
  const keys = valueAt(definition, "x-kubernetes-list-map-keys");
  if (isList(keys)) return keys.filter((key) => typeof key === "string");
  report("x-kubernetes-list-map-keys must be a list of names where x-kubernetes-list-type is map");
  return [];
}
