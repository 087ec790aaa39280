/**
 * What a CustomResourceDefinition says of how lists and maps merge, and what an apply of it changes in that.
 * Invariant: linear in the definition's size; nothing is said of what lies in a list or map that merges as a whole, since it counts nowhere.
 */
import { type FieldPath, field, fieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, maxDepth, stringAt, type Value, type ValueMap, valueAt } from "../fieldpath/value.ts";
import { aSet, mergedBy } from "./words/names.ts";
import { listed } from "./words.ts";

/** One version of a definition. */
export interface DefinedVersion {
  readonly name: string;
  /** Undefined where that is not said, which the server refuses. */
  readonly served: boolean | undefined;
  /** Its place in the definition. */
  readonly path: FieldPath;
  readonly schema: Value | undefined;
}

/** A list or map of a custom resource: its place in the definition, and in the resource as a reader knows it. */
export interface DefinedPlace {
  readonly path: FieldPath;
  /** `.spec.servers[].ports` */
  readonly name: string;
}

/** A list of objects that are told apart by a required name, and which nevertheless merges as a whole. */
export interface UnmergedList extends DefinedPlace {
  readonly nameField: string;
}

/** A list or map that merges otherwise than the live definition says. */
export interface MergeChange extends DefinedPlace {
  readonly what: "list" | "map";
  /** In a reader's words: "atomic", "a set", "merged by name and port", "granular". */
  readonly live: string;
  readonly sent: string;
  /** `rekeyed`: granular before and after, but items are told apart by something else. */
  readonly becomes: "atomic" | "granular" | "rekeyed";
}

/** The object defines custom kinds. */
export function isDefinition({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean {
  return kind === "CustomResourceDefinition" && apiVersion === "apiextensions.k8s.io/v1";
}

/** The versions that a definition lists. */
export function definedVersions(crd: Value): readonly DefinedVersion[] {
  const versions = valueAt(crd, "spec", "versions");
  return (isList(versions) ? versions : []).flatMap((version, index) => {
    const name = stringAt(version, "name");
    const path: FieldPath = [...fieldPath("spec", "versions"), { kind: "index", index }];
    const schema = valueAt(version, "schema", "openAPIV3Schema");
    const served = valueAt(version, "served");
    return name === undefined ? [] : [{ name, served: typeof served === "boolean" ? served : undefined, path, schema }];
  });
}

/** The lists of a version that could merge by a name and don't, unless the live definition has them: what changes then is another matter. */
export function unmergedLists(version: DefinedVersion, live: DefinedVersion | undefined): readonly UnmergedList[] {
  const found: UnmergedList[] = [];
  walk(version, live, (schema, other, place) => {
    if (isAtomic(other)) return false;
    if (typeOf(schema) !== "array" || schema.has(listType)) return !isAtomic(schema);
    const nameField = nameOf(schema.get("items"));
    if (nameField !== undefined && (!isMap(other) || typeOf(other) !== "array")) found.push({ ...place, nameField });
    return false;
  });
  return found;
}

/** The lists and maps of a version whose merging differs from that of the live definition. */
export function mergeChanges(version: DefinedVersion, live: DefinedVersion): readonly MergeChange[] {
  const found: MergeChange[] = [];
  walk(version, live, (schema, other, place) => {
    if (!isMap(other) || typeOf(schema) !== typeOf(other)) return false;
    const what = typeOf(schema) === "array" ? "list" : "map";
    const [before, now] = [mergingOf(other), mergingOf(schema)];
    if (before === undefined || now === undefined) return false;
    if (before === now) return !isAtomic(schema);
    const becomes = isAtomic(schema) ? "atomic" : isAtomic(other) ? "granular" : "rekeyed";
    const keyword = what === "map" ? mapType : schema.get(listType) === other.get(listType) ? listKeys : listType;
    found.push({ ...place, path: [...place.path, field(keyword)], what, live: before, sent: now, becomes });
    return false;
  });
  return found;
}

const listType = "x-kubernetes-list-type";
const listKeys = "x-kubernetes-list-map-keys";
const mapType = "x-kubernetes-map-type";

/** Visits the schemas of a version, each with the live one of the same place, as long as the visitor wants to go on below. */
function walk(
  version: DefinedVersion,
  live: DefinedVersion | undefined,
  visit: (schema: ValueMap, other: Value | undefined, place: DefinedPlace) => boolean,
): void {
  const descend = (schema: Value | undefined, other: Value | undefined, place: DefinedPlace, depth: number): void => {
    if (!isMap(schema) || depth > maxDepth || !visit(schema, other, place)) return;
    const properties = schema.get("properties");
    for (const [name, property] of isMap(properties) ? properties : []) {
      const path = [...place.path, ...fieldPath("properties", name)];
      descend(property, valueAt(other, "properties", name), { path, name: `${place.name}.${name}` }, depth + 1);
    }
    for (const [keyword, sign] of [
      ["items", "[]"],
      ["additionalProperties", "[*]"],
    ] as const) {
      const path = [...place.path, field(keyword)];
      descend(schema.get(keyword), valueAt(other, keyword), { path, name: `${place.name}${sign}` }, depth + 1);
    }
  };
  descend(version.schema, live?.schema, { path: [...version.path, ...fieldPath("schema", "openAPIV3Schema")], name: "" }, 0);
}

function typeOf(schema: Value): string | undefined {
  return stringAt(schema, "type");
}

/** Nothing below it merges. */
function isAtomic(schema: Value | undefined): boolean {
  return mergingOf(schema) === "atomic";
}

/** How a list or map merges; undefined for everything else. */
function mergingOf(schema: Value | undefined): string | undefined {
  const type = stringAt(schema, "type");
  if (type === "object") return stringAt(schema, mapType) ?? "granular";
  if (type !== "array") return undefined;
  const list = stringAt(schema, listType) ?? "atomic";
  const keys = valueAt(schema, listKeys);
  return list === "map" ? mergedBy(listed((isList(keys) ? keys : []).map(String))) : list === "set" ? aSet : list;
}

/** The required field by which people tell the items apart. */
function nameOf(items: Value | undefined): string | undefined {
  const required = valueAt(items, "required");
  if (stringAt(items, "type") !== "object" || !isList(required)) return undefined;
  return ["name", "key", "id"].find((name) => required.includes(name) && stringAt(items, "properties", name, "type") === "string");
}
