import { describe, expect, test } from "vitest";
import { parseJson, printJson } from "../../../shared/fieldpath/json.ts";
import { maxDepth, type Value } from "../../../shared/fieldpath/value.ts";
import { schemaFromDefinitions } from "../../../shared/schema/fromOpenApi.ts";
import { schemaFromSmd, schemaToSmd } from "../../../shared/schema/fromSmd.ts";

const value = (plain: unknown): Value => parseJson(JSON.stringify(plain)).value;
const any = {
  scalar: "untyped",
  list: { elementType: { namedType: "__untyped_atomic_" }, elementRelationship: "atomic" },
  map: { elementType: { namedType: "__untyped_deduced_" } },
};

/** The type that a definition becomes, in structured-merge-diff's notation. */
function converted(definition: unknown, preserveUnknown = false): unknown {
  const { schema, problems } = schemaFromDefinitions(value({ t: definition }), preserveUnknown);
  expect(problems).toEqual([]);
  const smd = JSON.parse(printJson(schemaToSmd(schema))) as { types: { name: string }[] };
  const { name, ...atom } = smd.types.find((type) => type.name === "t") ?? { name: "" };
  return name === "" ? undefined : atom;
}

describe("definitions", () => {
  test.each<[string, unknown, unknown]>([
    ["integer", { type: "integer" }, { scalar: "numeric" }],
    ["number", { type: "number", format: "double" }, { scalar: "numeric" }],
    ["boolean", { type: "boolean" }, { scalar: "boolean" }],
    ["string", { type: "string" }, { scalar: "string" }],
    ["bytes", { type: "string", format: "byte" }, { scalar: "string" }],
    ["time", { type: "string", format: "date-time" }, { scalar: "untyped" }],
    ["no type", {}, any],
    ["allOf of several is ignored", { allOf: [{ $ref: "#/a" }, { $ref: "#/b" }] }, any],
    ["a definition that is an allOf of one", { allOf: [{ $ref: "#/a" }] }, any],
    ["a definition that only refers is dropped", { $ref: "#/a" }, undefined],
    ["free object", { type: "object" }, { map: { elementType: { namedType: "__untyped_deduced_" } } }],
    ["closed object", { type: "object", additionalProperties: false }, { map: {} }],
    ["any keys", { type: "object", additionalProperties: true }, { map: { elementType: { namedType: "__untyped_deduced_" } } }],
    ["map", { type: "object", additionalProperties: { type: "string" } }, { map: { elementType: { scalar: "string" } } }],
    [
      "struct",
      { type: "object", properties: { b: { type: "string" }, a: { $ref: "#/x/t2" } } },
      {
        map: {
          fields: [
            { name: "a", type: { namedType: "t2" } },
            { name: "b", type: { scalar: "string" } },
          ],
        },
      },
    ],
    [
      "default",
      { type: "object", properties: { a: { type: "string", default: "x" } } },
      { map: { fields: [{ name: "a", type: { scalar: "string" }, default: "x" }] } },
    ],
    [
      "atomic map",
      { type: "object", additionalProperties: { type: "string" }, "x-kubernetes-map-type": "atomic" },
      { map: { elementType: { scalar: "string" }, elementRelationship: "atomic" } },
    ],
    [
      "atomic where it is used",
      { type: "object", properties: { a: { allOf: [{ $ref: "#/x/t2" }], "x-kubernetes-map-type": "atomic" } } },
      { map: { fields: [{ name: "a", type: { namedType: "t2", elementRelationship: "atomic" } }] } },
    ],
    ["list", { type: "array", items: { type: "string" } }, { list: { elementType: { scalar: "string" }, elementRelationship: "atomic" } }],
    [
      "set",
      { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
      { list: { elementType: { scalar: "string" }, elementRelationship: "associative" } },
    ],
    [
      "keyed list",
      { type: "array", items: { $ref: "#/x/i" }, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"] },
      { list: { elementType: { namedType: "i" }, elementRelationship: "associative", keys: ["a", "b"] } },
    ],
    [
      "merge key",
      {
        type: "array",
        items: { $ref: "#/x/i" },
        "x-kubernetes-patch-strategy": "merge,retainKeys",
        "x-kubernetes-patch-merge-key": "name",
      },
      { list: { elementType: { namedType: "i" }, elementRelationship: "associative", keys: ["name"] } },
    ],
    [
      "merged set",
      { type: "array", items: { type: "string" }, "x-kubernetes-patch-strategy": "merge" },
      { list: { elementType: { scalar: "string" }, elementRelationship: "associative" } },
    ],
    [
      "list type before merge key",
      {
        type: "array",
        items: { $ref: "#/x/i" },
        "x-kubernetes-list-type": "atomic",
        "x-kubernetes-patch-strategy": "merge",
        "x-kubernetes-patch-merge-key": "name",
      },
      { list: { elementType: { namedType: "i" }, elementRelationship: "atomic" } },
    ],
  ])("%s", (_, definition, smd) => {
    expect(converted(definition)).toEqual(smd);
  });

  test("unknown fields preserved here and in what is written inline below", () => {
    const struct = (inner: unknown) => ({ type: "object", properties: { a: inner } });
    const deduced = { elementType: { namedType: "__untyped_deduced_" } };
    const inner = struct({ type: "string" });
    const innerAtom = { fields: [{ name: "a", type: { scalar: "string" } }], ...deduced };
    expect(converted({ ...struct(inner), "x-kubernetes-preserve-unknown-fields": true })).toEqual({
      map: { fields: [{ name: "a", type: { map: innerAtom } }], ...deduced },
    });
    expect(converted(inner, true)).toEqual({ map: innerAtom });
    expect(converted(inner)).toEqual({ map: { fields: innerAtom.fields } });
  });

  test("a quantity is any scalar, raw content one leaf", () => {
    const names = ["io.k8s.apimachinery.pkg.api.resource.Quantity", "io.k8s.apimachinery.pkg.runtime.RawExtension"];
    const { schema } = schemaFromDefinitions(value(Object.fromEntries(names.map((name) => [name, { type: "string" }]))), false);
    expect(names.map((name) => schema.types.get(name)?.map?.relationship)).toEqual([undefined, "atomic"]);
    expect(schema.types.get(names[0] ?? "")).toEqual({ scalar: "untyped" });
  });
});

test.each([
  ["list type", { type: "array", items: {}, "x-kubernetes-list-type": "bag" }],
  ["map type", { type: "object", "x-kubernetes-map-type": "loose" }],
  ["patch strategy", { type: "array", items: {}, "x-kubernetes-patch-strategy": "replaceAll" }],
  ["keys", { type: "array", items: {}, "x-kubernetes-list-type": "map" }],
  ["items", { type: "array" }],
  ["several items", { type: "array", items: [{}, {}] }],
  ["type", { type: "nil" }],
  ["key of a patch", { type: "array", items: {}, "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": 1 }],
  ["no object", 1],
])("refused: %s", (_, definition) => {
  const { problems } = schemaFromDefinitions(value({ t: definition }), false);
  expect(problems).toEqual([expect.stringMatching(/^t: ./)]);
});

// Go reads nothing of a document with any of these, wherever they stand.
test.each([
  ["properties", { type: "object", properties: [] }, "t.properties: must be an object"],
  ["a type that is a number", { properties: { a: { type: 1 } } }, "t.properties.a.type: must be a string or a list of strings"],
  ["a type among several", { type: ["object", 1] }, "t.type.1: must be a string"],
  ["required", { type: "object", required: "a" }, "t.required: must be a list"],
  ["nullable", { items: { nullable: "yes" } }, "t.items.nullable: must be true or false"],
  ["where no conversion goes", { not: { anyOf: [null, { maximum: "1" }] } }, "t.not.anyOf.1.maximum: must be a number"],
  ["a length", { type: "string", maxLength: 1.5 }, "t.maxLength: must be an integer"],
  ["other keys", { additionalProperties: "any" }, "t.additionalProperties: must be an object, true or false"],
  ["a dependency", { dependencies: { a: [1], b: 1, c: { format: [] } } }, "t.dependencies.a.0: must be a string"],
  ["external documentation", { externalDocs: { url: 1 } }, "t.externalDocs.url: must be a string"],
  ["a reference", { items: { $ref: "#/x/a%zz" } }, 't.items.$ref: "#/x/a%zz" has a malformed % escape'],
])("malformed: %s", (_, definition, problem) => {
  const { problems, schema } = schemaFromDefinitions(value({ t: definition, sound: { type: "string" } }), false);
  expect(problems[0]).toBe(problem);
  expect(schema.types.get("t")).toEqual({ scalar: "untyped" });
  expect(schema.types.get("sound")).toEqual({ scalar: "string" });
});

test("the notation survives reading and printing", () => {
  const { schema } = schemaFromDefinitions(
    value({
      t: { type: "object", properties: { a: { type: "array", items: {} }, b: { $ref: "#/x/t", "x-kubernetes-map-type": "atomic" } } },
    }),
    false,
  );
  const printed = printJson(schemaToSmd(schema));
  expect(printJson(schemaToSmd(schemaFromSmd(parseJson(printed).value)))).toBe(printed);
});

test("definitions that are none", () => {
  for (const document of [null, 1, [], "x"]) expect(schemaFromDefinitions(value(document), false).kinds.size).toBe(0);
  expect(schemaFromDefinitions(value({ v: null, w: { $ref: "" } }), false).problems).toEqual([]);
});

test("a problem says where it is", () => {
  const inner = { type: "array", items: { type: "object", additionalProperties: { type: "object", "x-kubernetes-map-type": "loose" } } };
  expect(schemaFromDefinitions(value({ t: { type: "object", properties: { a: inner } } }), false).problems).toEqual([
    "t.properties.a.items.additionalProperties: unknown x-kubernetes-map-type",
  ]);
});

test("10,000 levels are a problem", () => {
  let schema: Value = new Map([["type", "string"]]);
  for (let i = 0; i < 10_000; i++) schema = new Map<string, Value>([["type", "object"]]).set("properties", new Map([["a", schema]]));
  expect(schemaFromDefinitions(new Map([["t", schema]]), false).problems).toEqual([
    `t.properties.a.properties.a.properties.a.properties.a.….properties.a.properties.a: nested deeper than ${maxDepth} levels`,
  ]);
});
