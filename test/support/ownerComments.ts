/**
 * A live object written as YAML whose trailing comments name the owners: `# @m` applied, `# @m=Update/scale` with operation and subresource,
 * several separated by spaces. On a key: the field with everything below it. With a leading dot, `# .@m`: the map, list or list item itself.
 */
import { printFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { parseJson } from "../../shared/fieldpath/json.ts";
import { type FieldPath, isAtOrBelow } from "../../shared/fieldpath/pathElement.ts";
import { emptySet, type FieldSet, pathsOf, setOf, union } from "../../shared/fieldpath/set.ts";
import type { Value, ValueMap } from "../../shared/fieldpath/value.ts";
import { parseDocument } from "../../shared/manifest/parseDocument.ts";
import { pathAt } from "../../shared/manifest/pathAt.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { fieldSetOf } from "../../shared/typed/toFieldSet.ts";

/** The object with the managedFields that its comments say; `time` is that of every entry. */
export function readOwnerComments(text: string, type: SchemaType, time: string | undefined): Value {
  const [object] = parseDocument(text).objects;
  if (object === undefined) throw new Error(`no live object in:\n${text}`);
  const all = [...pathsOf(fieldSetOf(object.value, type))];
  const sets = new Map<string, FieldSet>();
  let offset = 0;
  for (const line of text.split("\n")) {
    for (const [, dot, owner] of (/#((?:\s*\.?@\S+)+)\s*$/.exec(line)?.[1] ?? "").matchAll(/(\.?)@(\S+)/g)) {
      const at = pathAt(object, offset + line.search(/[^\s-]/), type)?.path;
      if (at === undefined || owner === undefined) throw new Error(`no field at: ${line}`);
      const isItem = /^\s*- /.test(line) && at.length > 1;
      const paths: readonly FieldPath[] = dot === "" ? all.filter((path) => isAtOrBelow(path, at)) : [isItem ? at.slice(0, -1) : at];
      sets.set(owner, union(sets.get(owner) ?? emptySet, setOf(...paths)));
    }
    offset += line.length + 1;
  }
  const managedFields = [...sets].map(([owner, set]) => entry(owner, set, object.apiVersion, time));
  const metadata = new Map((object.value as ValueMap).get("metadata") as ValueMap).set("managedFields", managedFields);
  return new Map(object.value as ValueMap).set("metadata", metadata);
}

/** `m`, `m=Update`, `m=Update/scale` or, recorded at another version, `m=Update@apps/v1beta1`. */
function entry(owner: string, set: FieldSet, apiVersion: string, time: string | undefined): Value {
  const [, manager = "", operation = "Apply", subresource = "", version = apiVersion] =
    /^([^=]+)(?:=(Apply|Update)(?:\/(\w+))?(?:@(.+))?)?$/.exec(owner) ?? [];
  return new Map<string, Value>([
    ["manager", manager],
    ["operation", operation],
    ["apiVersion", version],
    ...(subresource === "" ? [] : [["subresource", subresource] as const]),
    ...(time === undefined ? [] : [["time", time] as const]),
    ["fieldsType", "FieldsV1"],
    ["fieldsV1", parseJson(printFieldsV1(set)).value],
  ]);
}
