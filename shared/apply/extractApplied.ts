/**
 * The configuration that a manager applied, read back from the live object.
 * Invariant: holds the manager's fields with their live values, and what names the object; merge keys that the applier left to
 * their defaults stay left out.
 * Counterpart in Go: managedfields `ExtractInto`, with what the generated helpers add.
 */
import { leaves } from "../fieldpath/set.ts";
import { isMap, type Value, valueAt } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import type { Problem } from "../typed/problem.ts";
import { extractItems } from "../typed/remove.ts";
import { validate } from "../typed/validate.ts";
import { withoutManagedFields } from "./liveObject.ts";
import type { DecodedObject } from "./model.ts";

/** What the manager applied to `subresource`; undefined where it applied nothing. */
export function extractApplied(
  live: DecodedObject,
  manager: string,
  subresource: string,
  type: SchemaType,
): { readonly value: Value | undefined; readonly problems: readonly Problem[] } {
  const entry = live.managedFields.find((one) => one.operation === "Apply" && one.manager === manager && one.subresource === subresource);
  if (entry === undefined) return { value: undefined, problems: [] };
  const object = withoutManagedFields(live.object);
  const problems = validate(object, type, { allowDuplicates: false });
  if (problems.length > 0) return { value: undefined, problems };
  return { value: named(extractItems(object, leaves(entry.fields), type, false), object), problems };
}

function named(extracted: Value, object: Value): Value {
  const result = new Map<string, Value>();
  for (const key of ["apiVersion", "kind"]) copyEntry(object, key, result);
  const metadata = new Map<string, Value>();
  for (const key of ["name", "namespace"]) copyEntry(valueAt(object, "metadata"), key, metadata);
  const fields = isMap(extracted) ? extracted : new Map<string, Value>();
  const own = fields.get("metadata");
  result.set("metadata", new Map([...metadata, ...(isMap(own) ? own : [])]));
  for (const [key, value] of fields) if (key !== "metadata") result.set(key, value);
  return result;
}

function copyEntry(from: Value | undefined, key: string, to: Map<string, Value>): void {
  const value = valueAt(from, key);
  if (value !== undefined) to.set(key, value);
}
