/**
 * The last-applied annotation, which the API server itself looks at when the manager is `kubectl`.
 *
 * Invariant: an apply as `kubectl` may take fields that the annotation covers and that still have its values; and where the
 * annotation is there, such an apply rewrites it.
 * Counterpart in Go: managedfields/internal lastappliedmanager.go, lastappliedupdater.go.
 */
import { parseJson } from "../fieldpath/json.ts";
import { difference, type FieldSet } from "../fieldpath/set.ts";
import { isMap, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { compare } from "../typed/compare.ts";
import { fieldSetOf } from "../typed/toFieldSet.ts";
import { validate } from "../typed/validate.ts";
import { printStandardJson } from "./standardJson.ts";

/** The one manager that the server treats so. */
export const kubectlManager = "kubectl";

export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** Fields that an apply as `kubectl` may take from others without force; undefined where the annotation is of no use. */
export function fieldsOfLastApplied(live: Value, apiVersion: string, type: SchemaType): FieldSet | undefined {
  const text = stringAt(live, "metadata", "annotations", lastAppliedAnnotation);
  const { value, problem } = parseJson(text ?? "");
  if (problem !== undefined || stringAt(value, "apiVersion") !== apiVersion) return undefined;
  if (validate(value, type, { allowDuplicates: false }).length > 0) return undefined;
  const { modified, added, removed } = compare(value, live, type);
  return [modified, added, removed].reduce(difference, fieldSetOf(value, type));
}

/** The object with the annotation renewed from what was applied; as it is where it carries none. */
export function renewLastApplied(object: Value, config: Value): Value {
  const annotations = valueAt(object, "metadata", "annotations");
  if (!isMap(annotations) || (annotations.get(lastAppliedAnnotation) ?? "") === "") return object;
  const applied = editAnnotations(config, (map) => {
    map.delete(lastAppliedAnnotation);
    for (const [key, value] of map) if (value === null) map.set(key, "");
  });
  const text = `${printStandardJson(applied)}\n`;
  return editAnnotations(object, (map) => {
    map.set(lastAppliedAnnotation, text);
    if (bytesOf(map) > maxAnnotationBytes) map.delete(lastAppliedAnnotation);
  });
}

/** All annotations of an object together may not be larger. */
const maxAnnotationBytes = 256 * 1024;

function bytesOf(annotations: ReadonlyMap<string, Value>): number {
  let bytes = 0;
  for (const [key, value] of annotations) bytes += utf8Length(key) + (typeof value === "string" ? utf8Length(value) : 0);
  return bytes;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function editAnnotations(object: Value, edit: (annotations: Map<string, Value>) => void): Value {
  const metadata = valueAt(object, "metadata");
  const annotations = valueAt(metadata, "annotations");
  if (!isMap(object) || !isMap(metadata) || !isMap(annotations)) return object;
  const edited = new Map(annotations);
  edit(edited);
  return new Map(object).set("metadata", new Map(metadata).set("annotations", edited));
}
