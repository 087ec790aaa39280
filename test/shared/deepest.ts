/** Every walk of the library over content as deep as it lets in; run by `deepest.test.ts` on a small stack. Prints what overflowed. */
import { decodeManagedFields, encodeManagedFields } from "../../shared/apply/managedFields.ts";
import { predictApply } from "../../shared/apply/predictApply.ts";
import { predictUpdate } from "../../shared/apply/predictUpdate.ts";
import { compareValues, equalValues } from "../../shared/fieldpath/compare.ts";
import { parseFieldsV1, printFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { parseJson, printJson } from "../../shared/fieldpath/json.ts";
import { difference, emptySet, intersection, leaves, pathsOf, recursiveDifference, size, union } from "../../shared/fieldpath/set.ts";
import { maxDepth, type Value } from "../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";
import { deducedType } from "../../shared/schema/deduced.ts";
import { schemaFromDefinitions } from "../../shared/schema/fromOpenApi.ts";
import { schemaFromSmd } from "../../shared/schema/fromSmd.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { ensureNamed } from "../../shared/typed/ensureNamed.ts";
import { reconcile } from "../../shared/typed/reconcile.ts";
import { extractItems } from "../../shared/typed/remove.ts";
import { toFieldSet } from "../../shared/typed/toFieldSet.ts";

const around = (open: string, inner: string, close: string, depth: number): string => open.repeat(depth) + inner + close.repeat(depth);
const value = (text: string): Value => parseJson(text).value;

const recursive: SchemaType = {
  schema: schemaFromSmd(
    value(`{"types":[{"name":"t","map":{"fields":[
      {"name":"apiVersion","type":{"scalar":"string"}},{"name":"kind","type":{"scalar":"string"}},
      {"name":"metadata","type":{"map":{"elementType":{"scalar":"string"}}}},
      {"name":"a","type":{"namedType":"t"}},
      {"name":"l","type":{"list":{"elementType":{"namedType":"i"},"elementRelationship":"associative","keys":["n"]}}}]}},
      {"name":"i","map":{"fields":[{"name":"n","type":{"scalar":"string"}},{"name":"a","type":{"namedType":"t"}}]}}]}`),
  ),
  type: { named: "t" },
};

function walk(content: Value, changed: Value, type: SchemaType): void {
  const { set } = toFieldSet(content, type);
  const other = toFieldSet(changed, type).set;
  for (const combine of [union, intersection, difference, recursiveDifference]) size(leaves(combine(set, other)));
  const text = printFieldsV1(set);
  for (const path of pathsOf(parseFieldsV1(text).set)) if (path.length > maxDepth + 1) throw new Error("deeper than the limit");
  ensureNamed(reconcile(set, type).set, type);
  extractItems(content, set, type, true);
  equalValues(content, changed);
  compareValues(content, changed);
  printJson(content);
  const entry = { manager: "me", operation: "Apply", apiVersion: "example.dev/v1", subresource: "", time: undefined, fields: set } as const;
  const request = {
    live: { object: content, managedFields: [entry], problems: [] },
    type,
    manager: "me",
    subresource: "",
    resetFields: emptySet,
  };
  for (const config of [changed, value('{"apiVersion":"example.dev/v1","kind":"K","metadata":{"name":"n"}}')]) {
    predictApply({ ...request, config, typeAt: () => undefined, force: true });
    predictUpdate({ ...request, object: config });
  }
  decodeManagedFields(value(`{"metadata":{"managedFields":${printJson(encodeManagedFields([entry]) ?? null)}}}`));
}

const object = (inner: string): Value => value(`{"apiVersion":"example.dev/v1","kind":"K","metadata":{"name":"n"},${inner}}`);
const walks: ReadonlyMap<string, () => void> = new Map([
  ...[maxDepth - 3, maxDepth, 10_000].flatMap((depth): [string, () => void][] => [
    [`JSON ${depth}`, () => parseJson(around("[", "", "]", depth))],
    [`FieldsV1 ${depth}`, () => parseFieldsV1(around('{"f:a":', "{}", "}", depth))],
    [`FieldsV1 of no known kind ${depth}`, () => parseFieldsV1(around('{"z:a":', "{}", "}", depth))],
    [`flow YAML ${depth}`, () => documentsAsKubectl(`kind: K\na: ${around("{a: [", "", "]}", depth / 2)}`)],
    [`block YAML ${depth}`, () => documentsAsKubectl(`kind: K\na:\n  ${"- ".repeat(depth)}x`)],
    [`YAML keys ${depth}`, () => documentsAsKubectl(`kind: K\na: ${around("{? ", "", "}", depth)}`)],
    [`JSON manifest ${depth}`, () => documentsAsKubectl(`{"kind":"K","a":${around("[", "", "]", depth)}}`)],
  ]),
  ["maps", () => walk(object(around('"a":{', "", "}", maxDepth - 3)), object(around('"a":{', '"b":1', "}", maxDepth - 3)), deducedType)],
  [
    "structs",
    () => walk(object(around('"a":{', "", "}", maxDepth - 3)), object(around('"a":{', '"a":null', "}", maxDepth - 4)), recursive),
  ],
  [
    "keyed lists",
    () => {
      const depth = Math.floor(maxDepth / 4) - 1;
      const items = (inner: string): Value => object(around('"l":[{"n":"x","a":{', inner, "}}]", depth));
      walk(items(""), items('"a":{}'), recursive);
    },
  ],
  [
    "lists",
    () => walk(object(`"a":${around("[", "1", "]", maxDepth - 3)}`), object(`"a":${around("[", "2", "]", maxDepth - 3)}`), deducedType),
  ],
  [
    "schema",
    () => {
      let definition: Value = value('{"type":"string"}');
      for (let i = 0; i < 10_000; i++) definition = new Map<string, Value>([["type", "array"]]).set("items", definition);
      schemaFromDefinitions(new Map([["t", definition]]), false);
    },
  ],
]);

for (const [name, run] of walks) {
  try {
    run();
  } catch (error) {
    console.log(`${name}: ${String(error)}`);
  }
}
console.log(`${walks.size} walks`);
