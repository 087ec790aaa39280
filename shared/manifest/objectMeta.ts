/**
 * What kubectl refuses before it sends anything: it decodes each document's apiVersion, kind and metadata into typed fields.
 * Invariant: null passes everywhere, unknown fields pass.
 * Counterpart in Go: cli-runtime's metadataValidatingDecoder with metav1.ObjectMeta.
 */
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import type { Value } from "../fieldpath/value.ts";

export interface MetadataProblem {
  readonly path: FieldPath;
  /** What the field must be. */
  readonly wanted: string;
}

/** The first field of an object that kubectl could not decode. */
export function metadataProblem(object: Value): MetadataProblem | undefined {
  return problemIn(object, objectShape, []);
}

type Shape =
  | { readonly is: "string" | "boolean" | "integer" | "time" }
  | { readonly fields: ReadonlyMap<string, Shape> }
  | { readonly valuesOf: Shape }
  | { readonly itemsOf: Shape };

const string: Shape = { is: "string" };
const boolean: Shape = { is: "boolean" };
const integer: Shape = { is: "integer" };
const time: Shape = { is: "time" };

const ownerReference = fields({
  apiVersion: string,
  kind: string,
  name: string,
  uid: string,
  controller: boolean,
  blockOwnerDeletion: boolean,
});
const managedFieldsEntry = fields({
  manager: string,
  operation: string,
  apiVersion: string,
  time,
  fieldsType: string,
  subresource: string,
});
const objectShape = fields({
  apiVersion: string,
  kind: string,
  metadata: fields({
    name: string,
    generateName: string,
    namespace: string,
    selfLink: string,
    uid: string,
    resourceVersion: string,
    generation: integer,
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: integer,
    labels: { valuesOf: string },
    annotations: { valuesOf: string },
    ownerReferences: { itemsOf: ownerReference },
    finalizers: { itemsOf: string },
    managedFields: { itemsOf: managedFieldsEntry },
  }),
});

function fields(shapes: Readonly<Record<string, Shape>>): Shape {
  return { fields: new Map(Object.entries(shapes)) };
}

function problemIn(value: Value, shape: Shape, path: FieldPath): MetadataProblem | undefined {
  if (value === null) return undefined;
  if ("is" in shape) return scalarFits(value, shape.is) ? undefined : { path, wanted: wantedWords[shape.is] };
  if ("itemsOf" in shape) {
    if (!Array.isArray(value)) return { path, wanted: "a list" };
    return firstOf(value.entries(), (index, item) => problemIn(item, shape.itemsOf, [...path, { kind: "index", index }]));
  }
  if (!(value instanceof Map)) return { path, wanted: "a map" };
  return firstOf(value.entries() as Iterable<[string, Value]>, (name, item) => {
    const below = "fields" in shape ? shape.fields.get(name) : shape.valuesOf;
    return below === undefined ? undefined : problemIn(item, below, [...path, field(name)]);
  });
}

function firstOf<K>(
  entries: Iterable<[K, Value]>,
  check: (key: K, value: Value) => MetadataProblem | undefined,
): MetadataProblem | undefined {
  for (const [key, value] of entries) {
    const problem = check(key, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const wantedWords = {
  string: "a string (quote it)",
  boolean: "true or false",
  integer: "a whole number",
  time: "a time such as 2006-01-02T15:04:05Z",
};

function scalarFits(value: Value, is: "string" | "boolean" | "integer" | "time"): boolean {
  if (is === "integer") return typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  if (is === "time") return typeof value === "string" && rfc3339.test(value) && !Number.isNaN(Date.parse(value));
  return typeof value === is;
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)$/;
