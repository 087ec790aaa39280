/** The inputs of `bench:core`: recorded ones that the Go implementation is measured on too, and generated ones of any size. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseJson, printJson } from "../../shared/fieldpath/json.ts";
import { isList, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { schemaFromSmd } from "../../shared/schema/fromSmd.ts";
import type { SchemaType } from "../../shared/schema/model.ts";

/** `names[i]` applied `managers[i]`; `names[0]` applies `config` without force. */
export interface Input {
  readonly type: SchemaType;
  readonly live: Value;
  readonly config: Value;
  readonly names: readonly string[];
  /** FieldsV1 texts. */
  readonly managers: readonly string[];
}

/** What the generated inputs grow in. */
export const dimensions: readonly string[] = ["fields", "list items", "managers"];

/** `deployment` or `big`. */
export function recordedInput(name: string): Input {
  const { value } = parseJson(gunzipSync(readFileSync(join(import.meta.dirname, "data", `${name}.json.gz`))).toString());
  return {
    type: { schema: schemaFromSmd(valueAt(value, "schema") ?? null), type: { named: stringAt(value, "type") ?? "" } },
    live: valueAt(value, "live") ?? null,
    config: valueAt(value, "config") ?? null,
    names: textsAt(value, "names"),
    managers: textsAt(value, "managers"),
  };
}

/** An object of `size` fields, list items, or fields with a manager each; one in ten of its values is changed by the apply. */
export function generatedInput(dimension: string, size: number): Input {
  const schema = schemaFromSmd(parseJson(generatedSchema).value);
  const items = dimension === "list items";
  const numbers = Array.from({ length: size }, (_, index) => index);
  const object = (changed: boolean): Value => {
    const value = (index: number): string => (changed && index % 10 === 0 ? "new" : "old");
    const list = numbers.map((index) =>
      mapOf([
        ["name", nameOf(index)],
        ["value", value(index)],
      ]),
    );
    const spec = items ? mapOf([["items", list]]) : mapOf([["fields", mapOf(numbers.map((index) => [nameOf(index), value(index)]))]]);
    return mapOf([
      ["apiVersion", "example.test/v1"],
      ["kind", "Sample"],
      ["spec", spec],
    ]);
  };
  const owned = (index: number): [string, Value] => {
    const below = items
      ? mapOf([
          [".", none],
          ["f:name", none],
          ["f:value", none],
        ])
      : none;
    return [items ? `k:{"name":"${nameOf(index)}"}` : `f:${nameOf(index)}`, below];
  };
  const fields = (some: readonly number[]): string =>
    printJson(mapOf([["f:spec", mapOf([[items ? "f:items" : "f:fields", mapOf(some.map(owned))]])]]));
  const others = dimension === "managers" ? numbers.map((index) => [index]) : [numbers];
  return {
    type: { schema, type: { named: "sample" } },
    live: object(false),
    config: object(true),
    names: ["applier", ...others.map((_, index) => `other-${index}`)],
    managers: [fields([0]), ...others.map(fields)],
  };
}

const none: ValueMap = new Map();

const generatedSchema = JSON.stringify({
  types: [
    {
      name: "sample",
      map: {
        fields: [
          { name: "apiVersion", type: { scalar: "string" } },
          { name: "kind", type: { scalar: "string" } },
          { name: "spec", type: { namedType: "spec" } },
        ],
      },
    },
    {
      name: "spec",
      map: {
        fields: [
          { name: "fields", type: { map: { elementType: { scalar: "string" } } } },
          { name: "items", type: { list: { elementType: { namedType: "item" }, elementRelationship: "associative", keys: ["name"] } } },
        ],
      },
    },
    {
      name: "item",
      map: {
        fields: [
          { name: "name", type: { scalar: "string" } },
          { name: "value", type: { scalar: "string" } },
        ],
      },
    },
  ],
});

function nameOf(index: number): string {
  return `n${String(index).padStart(6, "0")}`;
}

function mapOf(entries: readonly (readonly [string, Value])[]): ValueMap {
  return new Map(entries);
}

function textsAt(value: Value, key: string): readonly string[] {
  const list = valueAt(value, key);
  return isList(list) ? list.filter((text) => typeof text === "string") : [];
}
