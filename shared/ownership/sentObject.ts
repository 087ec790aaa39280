/**
 * The object as it is sent: whoever applies a manifest puts in what the manifest leaves out. The namespace of the context; a deployer's own
 * labels and annotations; and what Flux's library writes of each object that it knows the type of.
 * Invariant: only what our own record holds already is added, with the values that the live object has.
 */
import { asStored } from "../apply/asStored.ts";
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { stripMeta } from "../apply/stripMeta.ts";
import { type FieldPath, field, fieldPath } from "../fieldpath/pathElement.ts";
import { childAt, difference, isEmpty, leaves, pathsOf, setOfAll } from "../fieldpath/set.ts";
import { isList, isMap, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { bundledKind } from "../schema/bundled.ts";
import type { SchemaType } from "../schema/model.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { mergeValid } from "../typed/merge.ts";
import { extractItems } from "../typed/remove.ts";
import { fieldSetOf } from "../typed/toFieldSet.ts";
import { isMark, lastAppliedAnnotation, writesDefaults } from "./deployers.ts";
import { holds } from "./fileLeaves.ts";
import { comparedWithDefault, wasSentEmpty } from "./liveDefault.ts";
import { once } from "./once.ts";
import { isApplyOf } from "./owners.ts";
import { hiddenAsData } from "./secretData.ts";
import type { LiveObject, LiveSource, Snapshot } from "./snapshot.ts";

/** The object of a snapshot with what is added to it; put together once. */
export const sentObject: (snapshot: Snapshot) => Value = once(compute);

/** The same as its deployer sends it: Flux's library turns a Secret's stringData into data, and leaves out what its Go types do. */
export const deployedObject: (snapshot: Snapshot) => Value = once((snapshot) => {
  const sent = sentObject(snapshot);
  return isRewritten(snapshot) ? asStored(hiddenAsData(sent), null, snapshot.kind.type) : sent;
});

/** Whether its deployer sends what its Go type makes of the object, not the object itself. */
export function isRewritten({ as, object }: Snapshot): boolean {
  return as.decided && writesDefaults(as.manager) && bundledKind(object.apiVersion, object.kind) !== undefined;
}

function compute(snapshot: Snapshot): Value {
  const { as, live, object } = snapshot;
  const placed = inNamespace(snapshot);
  if (!as.decided || as.with !== "server-side" || live.state !== "live") return placed;
  const own = live.live.managedFields.find((entry) => isApplyOf(as.manager, entry) && entry.apiVersion === object.apiVersion);
  if (own === undefined) return placed;
  const marked = withMarks(placed, own, live.live);
  return isRewritten(snapshot) ? withDefaultsOf(snapshot, marked, own, live.live) : marked;
}

/** The namespace of the context that an object is, or would be, in; undefined where that is not known. */
export function placeOf(source: LiveSource): string | undefined {
  return source.from === "cluster" ? source.namespace : undefined;
}

function inNamespace({ object, kind, live }: Snapshot): Value {
  const metadata = valueAt(object.value, "metadata");
  if (!kind.namespaced || object.namespace !== undefined || !isMap(object.value) || !isMap(metadata)) return object.value;
  const namespace =
    live.state === "live"
      ? stringAt(live.live.object, "metadata", "namespace")
      : live.state === "absent"
        ? placeOf(live.source)
        : undefined;
  return namespace === undefined ? object.value : new Map(object.value).set("metadata", new Map(metadata).set("namespace", namespace));
}

/** With the labels and annotations by which deployers know their own. */
function withMarks(object: Value, own: ManagedFieldsEntry, live: LiveObject): Value {
  let marked = object;
  for (const map of ["labels", "annotations"]) {
    const held = childAt(own.fields, field("metadata"));
    const names = held && childAt(held, field(map))?.members;
    for (const name of names ?? []) {
      if (name.kind !== "field" || name.name === lastAppliedAnnotation || !isMark(fieldPath("metadata", map, name.name))) continue;
      const value = valueAt(live.object, "metadata", map, name.name);
      if (value === undefined || valueAt(marked, "metadata", map, name.name) !== undefined) continue;
      marked = withEntry(marked, ["metadata", map, name.name], value);
    }
  }
  return marked;
}

/** What else than a map stands in the way stays. */
function withEntry(object: Value, [key, ...rest]: readonly string[], value: Value): Value {
  if (key === undefined) return value;
  if (!isMap(object) && object !== null) return object;
  const map = new Map(object);
  return map.set(key, withEntry(map.get(key) ?? null, rest, value));
}

/** With the defaults and empty maps that our record holds below what the manifest has. */
function withDefaultsOf(snapshot: Snapshot, object: Value, own: ManagedFieldsEntry, { object: live }: LiveObject): Value {
  const { type } = snapshot.kind;
  const now = stripMeta(fieldSetOf(object, type));
  const added = [...pathsOf(leaves(difference(own.fields, now)))].filter(
    (path) => !holds(now, path) && (path.length === 1 || holds(now, path.slice(0, -1))),
  );
  const empty = added.filter((path) => wasSentEmpty(snapshot, path));
  const defaults = setOfAll(added.filter((path) => !wasSentEmpty(snapshot, path) && comparedWithDefault(snapshot, path) === "default"));
  const parts = empty.map((path) => alone(path, isList(valueAtPath(live, path, type)) ? [] : new Map()));
  const [all] = mergedByPairs(isEmpty(defaults) ? parts : [extractItems(live, defaults, type, true), ...parts], type);
  return all === undefined ? object : mergeValid(all, object, type);
}

/** One after the other would take as long as there are many, times that. */
function mergedByPairs(parts: readonly Value[], type: SchemaType): readonly Value[] {
  if (parts.length < 2) return parts;
  const half = parts.flatMap((part, i) =>
    i % 2 === 1 ? [] : [i + 1 < parts.length ? mergeValid(part, parts[i + 1] ?? null, type) : part],
  );
  return mergedByPairs(half, type);
}

/** An object that holds nothing but a value at a path, and the keys of the items on the way. */
function alone(path: FieldPath, value: Value): Value {
  return path.reduceRight<Value>((below, element) => {
    if (element.kind === "field") return new Map([[element.name, below]]);
    if (element.kind !== "key") return isList(below) ? below : [below];
    const item = new Map(element.keys.map(({ name, value: key }): [string, Value] => [name, key]));
    if (isMap(below)) for (const [name, entry] of below) item.set(name, entry);
    return [item];
  }, value);
}
