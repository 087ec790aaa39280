import { expect, test } from "vitest";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import type { Value } from "../../../shared/fieldpath/value.ts";
import { kindsOfCrd } from "../../../shared/schema/fromCrd.ts";
import { printProblems } from "../../../shared/typed/problem.ts";
import { validate } from "../../../shared/typed/validate.ts";

const crd = {
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    versions: [
      {
        name: "v1",
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: {
                  size: { type: "integer" },
                  port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
                  tags: { type: "array", items: { type: "object" }, "x-kubernetes-patch-strategy": "merge" },
                  default: { type: "object", properties: { spec: { type: "object", "x-kubernetes-embedded-resource": true } } },
                  inner: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
                },
              },
            },
          },
        },
      },
      { name: "v0" },
    ],
  },
};
const kinds = kindsOfCrd(parseJson(JSON.stringify(crd)).value);

function problemsOf(object: unknown): string {
  const type = kinds[0]?.type;
  if (type === undefined) throw new Error("the definition has no kind");
  return printProblems(validate(parseJson(JSON.stringify(object)).value, type, { allowDuplicates: false }));
}

test("versions, scope and subresources", () => {
  expect(
    kinds.map(({ apiVersion, kind, resource, namespaced, subresources }) => [apiVersion, kind, resource, namespaced, subresources]),
  ).toEqual([
    ["example.dev/v1", "Widget", "widgets", true, ["status"]],
    ["example.dev/v0", "Widget", "widgets", true, []],
  ]);
});

test.each([
  [{ apiVersion: "example.dev/v1", kind: "Widget", metadata: { name: "a", labels: { a: "b" } } }, ""],
  [{ metadata: { nme: "a" } }, ".metadata.nme: field not declared in schema"],
  [{ spec: { size: "1" } }, ".spec.size: expected numeric (int or float), got string"],
  [{ spec: { port: "http" } }, ""],
  [{ spec: { inner: { metadata: { name: 1 }, any: 1 } } }, ".spec.inner.metadata.name: expected string, got number"],
  [{ spec: { default: { spec: { kind: "A", other: 1 } } } }, ".spec.default.spec.other: field not declared in schema"],
  [{ spec: { tags: [{ a: 1 }, { a: 1 }] } }, ""],
  [{ other: 1 }, ".other: field not declared in schema"],
])("%j: %s", (object, problems) => {
  expect(problemsOf(object)).toBe(problems);
});

test("a version without schema takes anything", () => {
  expect(kinds[1]?.type.type.named).toBe("__untyped_deduced_");
});

test.each([null, {}, { spec: {} }, { spec: { group: "a", names: { kind: "B" }, versions: 1 } }])("no definition: %j", (object) => {
  expect(kindsOfCrd(parseJson(JSON.stringify(object)).value)).toEqual([]);
});

test("a schema that nests 10,000 levels is none", () => {
  let schema: Value = new Map([["type", "string"]]);
  for (let i = 0; i < 10_000; i++) schema = new Map<string, Value>([["type", "array"]]).set("items", schema);
  const spec = new Map<string, Value>([
    ["group", "example.dev"],
    ["names", new Map([["kind", "Widget"]])],
    ["versions", [new Map([["schema", new Map([["openAPIV3Schema", schema]])]])]],
  ]);
  expect(kindsOfCrd(new Map([["spec", spec]]))[0]?.type.type.named).toBe("__untyped_deduced_");
});
