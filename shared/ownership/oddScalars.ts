/**
 * Plain scalars that YAML 1.1 reads as something else than they look like, where the schema takes any scalar.
 * Invariant: nothing from a deduced schema, nor of Secrets.
 */
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import { scalarAt } from "../manifest/scalarAt.ts";
import type { SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { isProblem, itemElement } from "../typed/listItem.ts";
import type { Snapshot } from "./snapshot.ts";

/** What stands there, and what kubectl sends. */
export interface OddScalar {
  readonly path: FieldPath;
  readonly text: string;
  readonly value: Value;
}

/** All of them in a manifest; of thousands the first. */
export function oddScalars({ object, kind }: Pick<Snapshot, "object" | "kind">): readonly OddScalar[] {
  if (kind.schemaSource === "deduced" || object.kind === "Secret" || !mayHold.test(object.source.text)) return [];
  return numbersAndBooleans(object.value, kind.type, [])
    .slice(0, most)
    .flatMap(({ path, value }) => {
      const node = scalarAt(object, path, kind.type)?.node;
      return node?.style === "plain" && odd.test(node.text) ? [{ path, text: node.text, value }] : [];
    });
}

/** To find the place of each takes as long as its map or list. */
const most = 100;
const odd = /^(?:y|n|yes|no|on|off|[-+]?0[0-7_]+)$/i;
/** Most texts hold none. */
const mayHold = /[\s:,[{-](?:y|n|yes|no|on|off|[-+]?0[0-7_]+)[ \t]*(?:[\r\n,\]}#]|$)/i;

function numbersAndBooleans(value: Value, type: SchemaType | undefined, path: FieldPath): { path: FieldPath; value: Value }[] {
  if (type === undefined) return [];
  if (isMap(value)) return [...value].flatMap(([name, child]) => numbersAndBooleans(child, fieldType(type, name), [...path, field(name)]));
  if (!isList(value)) return typeof value !== "string" && value !== null && resolve(type)?.scalar === "untyped" ? [{ path, value }] : [];
  const list = resolve(type)?.list;
  return value.flatMap((item, index) => {
    const answer = list?.relationship === "associative" ? itemElement(item, list, type.schema) : undefined;
    const element = answer === undefined || isProblem(answer) ? ({ kind: "index", index } as const) : answer.element;
    return numbersAndBooleans(item, elementType(type), [...path, element]);
  });
}
