import { expect, test } from "vitest";
import { parseJson } from "../../../shared/fieldpath/json.ts";
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
