/**
 * What an apply needs of the live object, computed once per object: an editor asks at every keystroke, the object stays.
 * Invariant: memoised on the object itself, which nobody changes.
 * No counterpart in Go: the server sees an object once.
 */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { type FieldSet, pathsOf } from "../fieldpath/set.ts";
import { isMap, type Value, type ValueMap, valueAt } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import type { Problem } from "../typed/problem.ts";
import { validate } from "../typed/validate.ts";

/** The object as the merge sees it. */
export function withoutManagedFields(object: Value): Value {
  const metadata = valueAt(object, "metadata");
  if (!isMap(object) || !isMap(metadata) || !metadata.has("managedFields")) return object;
  const known = stripped.get(object);
  if (known !== undefined) return known;
  const rest = new Map(metadata);
  rest.delete("managedFields");
  const answer = new Map(object).set("metadata", rest);
  stripped.set(object, answer);
  return answer;
}

/** Why the object doesn't fit its type; items with equal keys are no reason. */
export function liveProblems(object: Value, type: SchemaType): readonly Problem[] {
  if (!isMap(object)) return validate(object, type, { allowDuplicates: true });
  const known = checked.get(object);
  if (known !== undefined && known.type.schema === type.schema && known.type.type === type.type) return known.problems;
  const problems = validate(object, type, { allowDuplicates: true });
  checked.set(object, { type, problems });
  return problems;
}

/** The object with the given fields, and what lies below them, as they are in `live`: so endpoints ignore what is not theirs. */
export function withReset(object: Value, live: Value, resetFields: FieldSet): Value {
  let reset = object;
  for (const path of pathsOf(resetFields)) reset = resetAt(reset, live, path);
  return reset;
}

const stripped = new WeakMap<ValueMap, ValueMap>();
const checked = new WeakMap<ValueMap, { readonly type: SchemaType; readonly problems: readonly Problem[] }>();

function resetAt(object: Value, live: Value | undefined, path: FieldPath): Value {
  const [element, ...rest] = path;
  if (!isMap(object) || element?.kind !== "field") return object;
  const before = isMap(live) ? live.get(element.name) : undefined;
  const after = object.get(element.name);
  const wanted = rest.length === 0 ? before : after === undefined ? after : resetAt(after, before, rest);
  if (wanted === after) return object;
  const reset = new Map(object);
  if (wanted === undefined) reset.delete(element.name);
  else reset.set(element.name, wanted);
  return reset;
}
