/**
 * The kinds that a CustomResourceDefinition describes, as the API server sees them.
 * Invariant: metadata is always ObjectMeta; a version without schema, or with one that the server could not use, is deduced.
 * Counterpart in Go: apiextensions-apiserver's OpenAPI builder and custom resource handler.
 */
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../fieldpath/value.ts";
import { bundledType } from "./bundled.ts";
import { deducedType } from "./deduced.ts";
import { schemaFromDefinitions } from "./fromOpenApi.ts";
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
  const group = stringAt(crd, "spec", "group");
  const kind = stringAt(crd, "spec", "names", "kind");
  const versions = valueAt(crd, "spec", "versions");
  if (group === undefined || kind === undefined || !isList(versions)) return [];
  const preserveUnknown = valueAt(crd, "spec", "preserveUnknownFields") === true;
  return versions.map((version) => ({
    apiVersion: `${group}/${stringAt(version, "name") ?? ""}`,
    kind,
    type: typeOfVersion(valueAt(version, "schema", "openAPIV3Schema"), preserveUnknown),
    namespaced: stringAt(crd, "spec", "scope") !== "Cluster",
    resource: stringAt(crd, "spec", "names", "plural") ?? "",
    subresources: subresourcesOf(version),
  }));
}

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const root = "root";

function typeOfVersion(schema: Value | undefined, preserveUnknown: boolean): SchemaType {
  if (!isMap(schema)) return deducedType;
  const definition = new Map(withEmbedded(schema) as ValueMap).set("properties", rootProperties(schema));
  const { schema: converted, problems } = schemaFromDefinitions(new Map([[root, definition]]), preserveUnknown);
  if (problems.length > 0) return deducedType;
  const metadata = bundledType(objectMeta)?.schema.types ?? new Map<string, Atom>();
  return { schema: { types: new Map([...metadata, ...converted.types]) }, type: { named: root } };
}

function rootProperties(schema: ValueMap): Value {
  const properties = valueAt(withEmbedded(schema), "properties");
  return new Map([...(isMap(properties) ? properties : []), ...objectProperties]);
}

const objectProperties: ValueMap = new Map<string, Value>([
  ["apiVersion", new Map([["type", "string"]])],
  ["kind", new Map([["type", "string"]])],
  ["metadata", new Map([["$ref", `#/components/schemas/${objectMeta}`]])],
]);

/** Resources inside of the resource have what every resource has. */
function withEmbedded(schema: Value): Value {
  if (isList(schema)) return schema.map(withEmbedded);
  if (!isMap(schema)) return schema;
  const copy = new Map([...schema].map(([key, value]) => [key, key === "default" ? value : withEmbedded(value)]));
  if (schema.get("x-kubernetes-embedded-resource") !== true) return copy;
  const properties = copy.get("properties");
  return copy.set("properties", new Map([...(isMap(properties) ? properties : []), ...objectProperties]));
}

function subresourcesOf(version: Value): readonly string[] {
  return ["scale", "status"].filter((name) => isMap(valueAt(version, "subresources", name)));
}
