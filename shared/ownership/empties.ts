/**
 * What a manifest writes as null, `{}` or `[]` and what becomes something else.
 * Invariant: only of an apply that is accepted; defaults only where they are known. Empty labels and annotations are left alone: templates
 * write them, and others always add some.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { equalValues } from "../fieldpath/compare.ts";
import { type FieldPath, field, fieldPath, isAtOrBelow } from "../fieldpath/pathElement.ts";
import { has } from "../fieldpath/set.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { isProblem, itemElement } from "../typed/listItem.ts";
import { defaultAt } from "./defaults.ts";
import { isApplyOf, ownersAt } from "./owners.ts";
import { predict } from "./predict.ts";
import { isRewritten } from "./sentObject.ts";
import type { Snapshot } from "./snapshot.ts";

/** A field that is written empty. */
export interface EmptyField {
  readonly path: FieldPath;
  readonly written: Value;
  /** The default that takes its place; undefined where others' content stays. */
  readonly becomes: Value | undefined;
  readonly keepers: readonly ManagedFieldsEntry[];
}

/** All such fields of a snapshot's manifest. */
export function emptiesOf(snapshot: Snapshot): readonly EmptyField[] {
  const { object, kind, live } = snapshot;
  const after = predict(snapshot).result?.object;
  // What is empty is left out of what is sent.
  if (isRewritten(snapshot)) return [];
  if (after === undefined || kind.schemaSource === "deduced" || (live.state === "live" && live.stale !== undefined)) return [];
  return emptyPaths(object.value, kind.type, []).flatMap(({ path, written }): EmptyField[] => {
    const becomes = written === null ? defaultOf(snapshot, after, path) : undefined;
    if (becomes !== undefined) return isThere(snapshot, path, becomes) ? [] : [{ path, written, becomes, keepers: [] }];
    const keepers = othersBelow(snapshot, path);
    const stays = valueAtPath(after, path, kind.type);
    const isFull = isMap(stays) ? stays.size > 0 : isList(stays) && stays.length > 0;
    return keepers.length === 0 || !isFull ? [] : [{ path, written, becomes: undefined, keepers }];
  });
}

function defaultOf(snapshot: Snapshot, after: Value, path: FieldPath): Value | undefined {
  const beside = valueAtPath(after, path.slice(0, -1), snapshot.kind.type);
  if (!isMap(beside)) return undefined;
  const filled = defaultAt(snapshot, path, beside);
  return typeof filled === "string" || filled.value === null ? undefined : filled.value;
}

/** We applied it before, and it did become that. */
function isThere({ live, as, kind }: Snapshot, path: FieldPath, value: Value): boolean {
  if (live.state !== "live" || !as.decided) return false;
  const current = valueAtPath(live.live.object, path, kind.type);
  return (
    current !== undefined &&
    equalValues(current, value) &&
    live.live.managedFields.some((entry) => isApplyOf(as.manager, entry) && has(entry.fields, path))
  );
}

function othersBelow({ live, as, kind }: Snapshot, path: FieldPath): readonly ManagedFieldsEntry[] {
  if (live.state !== "live" || !as.decided) return [];
  const { below } = ownersAt(live.live, path, kind.type);
  return below.map(({ owner }) => owner.entry).filter((entry) => !isApplyOf(as.manager, entry));
}

function emptyPaths(value: Value, type: SchemaType | undefined, path: FieldPath): { path: FieldPath; written: Value }[] {
  if (type === undefined || leftAlone.some((one) => isAtOrBelow(path, one))) return [];
  if (isMap(value)) {
    if (value.size === 0) return path.length === 0 ? [] : [{ path, written: value }];
    return [...value].flatMap(([name, child]) => emptyPaths(child, fieldType(type, name), [...path, field(name)]));
  }
  if (value === null) return path.at(-1)?.kind === "field" ? [{ path, written: null }] : [];
  if (!isList(value)) return [];
  if (value.length === 0) return [{ path, written: value }];
  const list = resolve(type)?.list;
  if (list?.relationship !== "associative") return [];
  return value.flatMap((item) => {
    const answer = itemElement(item, list, type.schema);
    return isProblem(answer) ? [] : emptyPaths(item, elementType(type), [...path, answer.element]);
  });
}

const leftAlone = [fieldPath("status"), fieldPath("metadata")];
