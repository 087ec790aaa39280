/** List items that leave out a merge key which a fellow item with the same other keys has. */

import { equalValues } from "../fieldpath/compare.ts";
import { type FieldPath, field, type PathElement } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, type ValueList } from "../fieldpath/value.ts";
import type { ListType, Schema, SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { isProblem, itemElements } from "../typed/listItem.ts";
import type { Snapshot } from "./snapshot.ts";

type KeyElement = Extract<PathElement, { kind: "key" }>;

/** An item of the manifest, and the fellow that it was probably meant to be. */
export interface PartialKey {
  readonly path: FieldPath;
  readonly missing: readonly string[];
  readonly other: KeyElement;
  /** The fellow stands in the live object; else in the manifest itself. */
  readonly live: boolean;
}

/** All such items of a manifest. */
export function partialKeys({ object, kind, live }: Pick<Snapshot, "object" | "kind" | "live">): readonly PartialKey[] {
  const found: PartialKey[] = [];
  const current = live.state === "ownersUnknown" || (live.state === "live" && live.stale === undefined) ? live.live.object : undefined;
  const visit = (value: Value, type: SchemaType | undefined, path: FieldPath): void => {
    if (type === undefined) return;
    if (isMap(value)) for (const [name, child] of value) visit(child, fieldType(type, name), [...path, field(name)]);
    if (!isList(value)) return;
    const list = resolve(type)?.list;
    if (list?.relationship !== "associative" || list.keys.length === 0) return;
    const elements = keysOf(value, list, type.schema);
    if (elements.some((element) => element !== undefined && element.keys.length < list.keys.length)) {
      const others = valueAtPath(current, path, kind.type);
      found.push(...partialIn(path, list, elements, isList(others) ? keysOf(others, list, type.schema) : []));
    }
    for (const [index, item] of value.entries()) {
      const element = elements[index];
      if (element !== undefined) visit(item, elementType(type), [...path, element]);
    }
  };
  visit(object.value, kind.type, []);
  return found;
}

/** Each is compared with all others. */
const most = 50;

type Elements = readonly (KeyElement | undefined)[];

function partialIn(path: FieldPath, list: ListType, own: Elements, live: Elements): PartialKey[] {
  const partial = own.flatMap((element) => (element === undefined || element.keys.length === list.keys.length ? [] : [element]));
  return partial.slice(0, most).flatMap((element) => {
    if (live.some((other) => other && isSame(element, other))) return [];
    const fellow = live.find((other) => other && extendsKeys(other, element));
    const other = fellow ?? own.find((candidate) => candidate && extendsKeys(candidate, element));
    if (other === undefined) return [];
    const missing = other.keys.filter(({ name }) => !element.keys.some((key) => key.name === name)).map(({ name }) => name);
    return [{ path: [...path, element], missing, other, live: fellow !== undefined }];
  });
}

function isSame(a: KeyElement, b: KeyElement): boolean {
  return a.keys.length === b.keys.length && holds(b, a);
}

function extendsKeys(longer: KeyElement, shorter: KeyElement): boolean {
  return longer.keys.length > shorter.keys.length && holds(longer, shorter);
}

function holds(longer: KeyElement, shorter: KeyElement): boolean {
  return shorter.keys.every(({ name, value }) => longer.keys.some((key) => key.name === name && equalValues(key.value, value)));
}

function keysOf(items: ValueList, list: ListType, schema: Schema): Elements {
  return itemElements(items, list, schema).map((answer) =>
    isProblem(answer) || answer.element.kind !== "key" ? undefined : answer.element,
  );
}
