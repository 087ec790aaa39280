/**
 * What a custom kind's definition never lets anybody change, by rules such as `self == oldSelf`.
 * Invariant: a rule holds only where the server finds an old value to compare with, so not in lists whose items it cannot tell apart, nor
 * where the value comes or goes as a whole.
 */
import { type FieldPath, field, fieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { has } from "../fieldpath/set.ts";
import { isList, isMap, type Value, valueAt } from "../fieldpath/value.ts";
import { bundledKind } from "../schema/bundled.ts";
import type { FrozenRule, SchemaType } from "../schema/model.ts";
import { fieldType, resolve } from "../schema/resolve.ts";
import { typeBelow } from "../typed/atPath.ts";
import { firstDifference, pairs } from "./difference.ts";
import type { Frozen, FrozenChange, Written } from "./immutable.ts";
import { ruleOfDefinition } from "./words/refusals.ts";

/** The changes in what the manifest writes. */
export function changedByRule({ object, kind, live }: Written): readonly FrozenChange[] {
  const found: FrozenChange[] = [];
  if (bundledKind(object.apiVersion, object.kind) !== undefined) return found;
  const visit = (path: FieldPath, sent: Value | undefined, old: Value | undefined, type: SchemaType | undefined): void => {
    if (sent === undefined || sent === null || old === undefined || type === undefined || has(kind.resetFields, path)) return;
    for (const rule of type.type.frozen ?? []) {
      const difference = differenceAt(path, rule.at, sent, old, type);
      if (difference !== undefined) found.push({ ...difference, ...frozenBy(path, rule) });
    }
    if (isMap(sent) && isMap(old)) for (const [key, below] of sent) visit([...path, field(key)], below, old.get(key), fieldType(type, key));
    else if (isList(sent) && isList(old) && isKeyed(type))
      for (const pair of pairs(path, sent, old, type)) visit(pair.path, pair.sent, pair.live, pair.type);
  };
  visit([], object.value, live, kind.type);
  return found;
}

/** What a field is part of that never changes. */
export function frozenByRule({ kind }: Written, path: FieldPath): Frozen | undefined {
  let type: SchemaType | undefined = kind.type;
  for (let length = 0; type !== undefined && length < path.length; length++) {
    const below = path.slice(length);
    const rule = type.type.frozen?.find(({ at }) => at.every((name, i) => isField(below[i], name)));
    if (rule !== undefined) return frozenBy(path.slice(0, length), rule);
    type = typeBelow(type, path[length] as FieldPath[number]);
  }
  return undefined;
}

function differenceAt(path: FieldPath, at: readonly string[], sent: Value, live: Value, type: SchemaType) {
  const [own, old] = [valueAt(sent, ...at), valueAt(live, ...at)];
  const below = at.reduce<SchemaType | undefined>((outer, name) => outer && fieldType(outer, name), type);
  if (own === undefined || own === null || old === undefined || below === undefined) return undefined;
  return firstDifference([...path, ...fieldPath(...at)], own, old, below);
}

function frozenBy(path: FieldPath, { at, message }: FrozenRule): Frozen {
  return { frozen: printPath([...path, ...fieldPath(...at)]), reason: message ?? ruleOfDefinition, byDefinition: true };
}

/** Its items are told apart by keys. */
function isKeyed(type: SchemaType): boolean {
  const list = resolve(type)?.list;
  return list?.relationship === "associative" && list.keys.length > 0;
}

function isField(element: FieldPath[number] | undefined, name: string): boolean {
  return element?.kind === "field" && element.name === name;
}
