/**
 * The fields that an endpoint of the API server resets before a write: nobody gets to own them there, and they never conflict.
 * Invariant: of a built-in kind what a real server did (resetFields.json, learned by test/cluster/tables); of any other only what holds for
 * every custom resource.
 * Counterpart in Go: each kind's strategy, `GetResetFields`.
 */
import { keepAlong, type Pattern } from "../fieldpath/filter.ts";
import { type FieldPath, field, fieldPath } from "../fieldpath/pathElement.ts";
import { emptySet, type FieldSet, recursiveDifference, setOf } from "../fieldpath/set.ts";
import data from "../schema/resetFields.json" with { type: "json" };
import type { Filter } from "./updater.ts";

/** By kind and endpoint ("" for the object itself) the paths that are reset, each with all that lies below. */
export interface ResetsTable {
  readonly version: string;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** What a write to `subresource` ("" for the object itself) leaves as it is, with all that lies below. */
export function resetFieldsOf(apiVersion: string, kind: string, subresource: string, hasStatusSubresource: boolean): FieldSet {
  const key = `${apiVersion} ${kind}`;
  const row = Object.hasOwn(table.kinds, key) ? table.kinds[key] : undefined;
  if (row !== undefined) return setOf(...(row[subresource] ?? []).map((path): FieldPath => fieldPath(...path.split("."))));
  if (subresource === "") return hasStatusSubresource ? setOf(fieldPath("status")) : emptySet;
  return subresource === "status" ? setOf(fieldPath("metadata"), fieldPath("spec")) : emptySet;
}

const table: ResetsTable = data;

/** What a write leaves of a field set. */
export function writeFilter(kind: string, subresource: string, resetFields: FieldSet): Filter {
  const only = kind === "Pod" ? podPatterns.get(subresource) : undefined;
  return only === undefined ? (set) => recursiveDifference(set, resetFields) : (set) => keepAlong(set, only);
}

/** Two subresources of pods take nothing but these. */
const podPatterns: ReadonlyMap<string, readonly Pattern[]> = new Map<string, readonly Pattern[]>([
  ["ephemeralcontainers", [fieldPath("spec", "ephemeralContainers")]],
  [
    "resize",
    [
      ...["containers", "initContainers"].flatMap((list) =>
        ["resources", "resizePolicy"].map((name): Pattern => [field("spec"), field(list), "*", field(name)]),
      ),
      fieldPath("spec", "resources"),
    ],
  ],
]);
