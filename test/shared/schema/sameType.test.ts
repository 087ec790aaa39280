import { expect, test } from "vitest";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { bundledKind, bundledKinds } from "../../../shared/schema/bundled.ts";
import { kindKey, schemaFromDefinitions, schemaFromOpenApi } from "../../../shared/schema/fromOpenApi.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { sameType } from "../../../shared/schema/sameType.ts";
import { openApiDocument, openApiIndex } from "../../conformance/data.ts";

/** The type of `properties`, each as JSON, with a `Part` that refers to itself. */
function typeOf(properties: string, part = '{"type":"object","properties":{"next":{"$ref":"#/Part"}}}'): SchemaType {
  const { value } = parseJson(`{"Root":{"type":"object","properties":{${properties}}},"Part":${part}}`);
  return { schema: schemaFromDefinitions(value, false).schema, type: { named: "Root" } };
}

test.each([
  ["", ""],
  ['"a":{"type":"string"},"b":{"type":"integer"}', '"b":{"type":"number","description":"prose"},"a":{"type":"string"}'],
  ['"a":{"$ref":"#/Part"}', '"a":{"allOf":[{"$ref":"#/Part"}]}'],
  ['"a":{"type":"array","items":{"$ref":"#/Part"},"x-kubernetes-list-type":"atomic"}', '"a":{"type":"array","items":{"$ref":"#/Part"}}'],
])("the same: %s and %s", (a, b) => {
  expect(sameType(typeOf(a), typeOf(b))).toBe(true);
});

const list = (more: string): string => `"a":{"type":"array","items":{"type":"object"},${more}}`;

test.each([
  ['"a":{"type":"string"}', '"b":{"type":"string"}'],
  ['"a":{"type":"string"}', '"a":{"type":"integer"}'],
  ['"a":{"type":"string"}', '"a":{"type":"string"},"b":{"type":"string"}'],
  ['"a":{"type":"string","default":"x"}', '"a":{"type":"string","default":"y"}'],
  ['"a":{"type":"string","default":""}', '"a":{"type":"string"}'],
  ['"a":{"type":"string","nullable":true}', '"a":{"type":"string"}'],
  ['"a":{"type":"string","x-kubernetes-validations":[{"rule":"self == oldSelf"}]}', '"a":{"type":"string"}'],
  ['"a":{"type":"object","x-kubernetes-map-type":"atomic"}', '"a":{"type":"object"}'],
  ['"a":{"$ref":"#/Part"}', '"a":{"$ref":"#/Part","x-kubernetes-map-type":"atomic"}'],
  ['"a":{"$ref":"#/Part"}', '"a":{"$ref":"#/Missing"}'],
  ['"a":{"type":"object","required":["b"],"properties":{"b":{}}}', '"a":{"type":"object","properties":{"b":{}}}'],
  [list('"x-kubernetes-list-type":"set"'), list('"x-kubernetes-list-type":"atomic"')],
  [
    list('"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"]'),
    list('"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["b"]'),
  ],
])("not the same: %s and %s", (a, b) => {
  expect(sameType(typeOf(a), typeOf(b))).toBe(false);
  expect(sameType(typeOf(b), typeOf(a))).toBe(false);
});

test("a difference deep in a type that refers to itself", () => {
  const part = (scalar: string): string => `{"type":"object","properties":{"next":{"$ref":"#/Part"},"leaf":{"type":"${scalar}"}}}`;
  const use = '"a":{"type":"object","properties":{"b":{"$ref":"#/Part"}}}';
  expect(sameType(typeOf(use, part("string")), typeOf(use, part("string")))).toBe(true);
  expect(sameType(typeOf(use, part("string")), typeOf(use, part("boolean")))).toBe(false);
});

test("every built-in kind is the same as in the document that it was bundled from", () => {
  const different = [...openApiIndex("1.37")].flatMap(([apiVersion, file]) => {
    const { kinds } = schemaFromOpenApi(openApiDocument("1.37", file));
    const own = bundledKinds().filter((one) => one.apiVersion === apiVersion);
    return own.filter(({ kind }) => {
      const [bundled, fresh] = [bundledKind(apiVersion, kind)?.type, kinds.get(kindKey(apiVersion, kind))];
      return bundled === undefined || fresh === undefined || !sameType(bundled, fresh);
    });
  });
  expect(different).toEqual([]);
});
