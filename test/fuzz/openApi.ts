/** OpenAPI v3 definitions with the `x-kubernetes-` words that say how values merge. */
import type { Value, ValueMap } from "../../shared/fieldpath/value.ts";
import type { Draws } from "./draws.ts";
import { mapOf } from "./values.ts";

const names = [
  "io.k8s.A",
  "io.k8s.B",
  "io.k8s.apimachinery.pkg.api.resource.Quantity",
  "io.k8s.apimachinery.pkg.runtime.RawExtension",
] as const;

export function drawDefinitions(draws: Draws): ValueMap {
  return new Map(names.map((name) => [name, drawDefinition(draws, 3)]));
}

function drawDefinition(draws: Draws, depth: number): ValueMap {
  const kind = depth === 0 ? 0 : draws.below(6);
  const preserve = draws.chance(8) ? true : undefined;
  if (kind === 0) return drawLeaf(draws, preserve);
  if (kind === 1) return drawReference(draws);
  if (kind < 4) return drawArray(draws, depth);
  const properties = new Map(draws.list(4, () => [draws.pick(["name", "port", "a", "b", "c"]), drawDefinition(draws, depth - 1)] as const));
  return mapOf({
    type: "object",
    ...(kind === 4 ? { properties } : { additionalProperties: drawDefinition(draws, depth - 1) }),
    "x-kubernetes-map-type": draws.chance(20) ? draws.pick(["atomic", "granular"]) : undefined,
    "x-kubernetes-preserve-unknown-fields": preserve,
    default: draws.chance(10) ? new Map() : undefined,
  });
}

function drawLeaf(draws: Draws, preserve: Value | undefined): ValueMap {
  const type = draws.pick(["string", "integer", "number", "boolean", "object", undefined]);
  return mapOf({
    type,
    format: type === "string" && draws.chance(10) ? "int-or-string" : undefined,
    default: type === "string" && draws.chance(20) ? "TCP" : type === "integer" && draws.chance(20) ? 80 : undefined,
    "x-kubernetes-int-or-string": type === undefined && draws.chance(50) ? true : undefined,
    "x-kubernetes-preserve-unknown-fields": preserve,
  });
}

function drawReference(draws: Draws): ValueMap {
  const target = mapOf({ $ref: `#/components/schemas/${draws.pick(names)}` });
  return draws.chance(50) ? target : mapOf({ allOf: [target], default: draws.chance(50) ? new Map() : undefined });
}

function drawArray(draws: Draws, depth: number): ValueMap {
  const listType = draws.pick(["map", "set", "atomic", undefined]);
  return mapOf({
    type: "array",
    items: drawDefinition(draws, depth - 1),
    "x-kubernetes-list-type": listType,
    "x-kubernetes-list-map-keys": listType === "map" ? draws.pick([["name"], ["port", "name"]]) : undefined,
    "x-kubernetes-patch-merge-key": draws.chance(15) ? "name" : undefined,
    "x-kubernetes-patch-strategy": draws.chance(15) ? draws.pick(["merge", "merge,retainKeys", "replace"]) : undefined,
  });
}
