/**
 * The kinds that a CustomResourceDefinition describes, as the API server sees them.
 * Invariant: metadata is always ObjectMeta; a version without schema, or with one that the server could not use, is deduced. Only the
 * keys of a schema count that a CustomResourceDefinition has; all others the server drops.
 * Counterpart in Go: apiextensions-apiserver's OpenAPI builder and custom resource handler.
 */
import { isList, isMap, maxDepth, stringAt, type Value, type ValueMap, valueAt } from "../fieldpath/value.ts";
import { bundledType } from "./bundled.ts";
import { deducedType } from "./deduced.ts";
import { schemaFromDefinitions } from "./fromOpenApi.ts";
import { frozenRules } from "./frozenRules.ts";
import type { Atom, SchemaType } from "./model.ts";

export interface CustomKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly type: SchemaType;
  readonly namespaced: boolean;
  readonly resource: string;
  readonly subresources: readonly string[];
}

/** One kind for each version that the definition lists; none where the object is no such definition. */
export function kindsOfCrd(crd: Value): readonly CustomKind[] {
  const preserveUnknown = valueAt(crd, "spec", "preserveUnknownFields") === true;
  return kindNamesOf(crd).map(({ apiVersion, kind, version }) => ({
    apiVersion,
    kind,
    type: typeOfVersion(valueAt(version, "schema", "openAPIV3Schema"), preserveUnknown),
    namespaced: stringAt(crd, "spec", "scope") !== "Cluster",
    resource: stringAt(crd, "spec", "names", "plural") ?? "",
    subresources: subresourcesOf(version),
  }));
}

/** The names of these kinds, which cost little. */
export function kindNamesOf(crd: Value): readonly { readonly apiVersion: string; readonly kind: string; readonly version: Value }[] {
  const group = stringAt(crd, "spec", "group");
  const kind = stringAt(crd, "spec", "names", "kind");
  const versions = valueAt(crd, "spec", "versions");
  if (group === undefined || kind === undefined || !isList(versions)) return [];
  return versions.map((version) => ({ apiVersion: `${group}/${stringAt(version, "name") ?? ""}`, kind, version }));
}

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const root = "root";

function typeOfVersion(schema: Value | undefined, preserveUnknown: boolean): SchemaType {
  if (!isMap(schema)) return deducedType;
  const { schema: converted, problems } = schemaFromDefinitions(new Map([[root, asServed(schema, 0)]]), preserveUnknown);
  if (problems.length > 0) return deducedType;
  const metadata = bundledType(objectMeta)?.schema.types ?? new Map<string, Atom>();
  return { schema: { types: new Map([...metadata, ...converted.types]) }, type: { named: root, ...frozenRules(schema) } };
}

/** What the server keeps of a schema for the merge: a definition has no references and no patch strategies. */
const kept: ReadonlySet<string> = new Set([
  "type",
  "format",
  "nullable",
  "default",
  "required",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
  "x-kubernetes-validations",
]);

const objectProperties: ValueMap = new Map<string, Value>([
  ["apiVersion", new Map([["type", "string"]])],
  ["kind", new Map([["type", "string"]])],
  ["metadata", new Map([["$ref", `#/components/schemas/${objectMeta}`]])],
]);

/** The schema as the server publishes it: the resource itself, and resources inside of it, have what every resource has. */
function asServed(schema: Value, depth: number): Value {
  // The conversion finds what nests too deep.
  if (!isMap(schema) || depth > maxDepth) return schema;
  const below = (value: Value): Value => asServed(value, depth + 1);
  const served = new Map<string, Value>();
  for (const [key, value] of schema) {
    if (kept.has(key)) served.set(key, value);
    else if (key === "items" || key === "additionalProperties") served.set(key, below(value));
    else if (key === "properties" && isMap(value)) served.set(key, new Map([...value].map(([name, property]) => [name, below(property)])));
  }
  if (depth > 0 && schema.get("x-kubernetes-embedded-resource") !== true) return served;
  // Inside, unlike at the top, a resource must say what it is.
  const required = served.get("required");
  if (depth > 0) served.set("required", [...(isList(required) ? required : []), "apiVersion", "kind"]);
  const own = served.get("properties");
  return served.set("properties", new Map([...(isMap(own) ? own : []), ...objectProperties]));
}

function subresourcesOf(version: Value): readonly string[] {
  return ["scale", "status"].filter((name) => isMap(valueAt(version, "subresources", name)));
}
