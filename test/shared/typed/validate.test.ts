import { describe, expect, test } from "vitest";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { maxDepth, type Value } from "../../../shared/fieldpath/value.ts";
import { bundledKind } from "../../../shared/schema/bundled.ts";
import { deducedType } from "../../../shared/schema/deduced.ts";
import { schemaFromSmd } from "../../../shared/schema/fromSmd.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { compare } from "../../../shared/typed/compare.ts";
import { merge } from "../../../shared/typed/merge.ts";
import { printProblems } from "../../../shared/typed/problem.ts";
import { toFieldSet } from "../../../shared/typed/toFieldSet.ts";
import { validate } from "../../../shared/typed/validate.ts";

const read = (plain: unknown): Value => parseJson(JSON.stringify(plain)).value;
const smd = (types: unknown): SchemaType => ({ schema: schemaFromSmd(read({ types })), type: { named: "t" } });
const problemsOf = (value: unknown, type: SchemaType): string => printProblems(validate(read(value), type, { allowDuplicates: false }));

describe("a Deployment", () => {
  const deployment = bundledKind("apps/v1", "Deployment")?.type ?? deducedType;
  const pod = (container: unknown) => ({ spec: { template: { spec: { containers: [container] } } } });

  test.each([
    [{ spec: { replica: 3 } }, ".spec.replica: field not declared in schema"],
    [{ spec: { replicas: "3" } }, ".spec.replicas: expected numeric (int or float), got string"],
    [
      { metadata: { labels: { a: 1, b: true } } },
      "errors:\n  .metadata.labels.a: expected string, got number\n  .metadata.labels.b: expected string, got boolean",
    ],
    [{ metadata: [] }, ".metadata: expected map, got list"],
    [pod({ name: "a", args: { a: 1 } }), '.spec.template.spec.containers[name="a"].args: expected list, got map'],
    [pod(null), ".spec.template.spec.containers: element 0: associative list with keys may not have a null element"],
    [pod("a"), ".spec.template.spec.containers: element 0: associative list with keys may not have non-map elements"],
    [
      pod({ name: "a", env: [{ name: "A" }, { name: "A" }] }),
      '.spec.template.spec.containers[name="a"].env: duplicate entries for key [name="A"]',
    ],
    [
      pod({ name: "a", ports: [{ containerPort: 80 }, { containerPort: 80, protocol: "TCP" }] }),
      '.spec.template.spec.containers[name="a"].ports: duplicate entries for key [containerPort=80,protocol="TCP"]',
    ],
    [{ metadata: { finalizers: ["a", "a"] } }, '.metadata.finalizers: duplicate entries for key [="a"]'],
    [{ metadata: { finalizers: [["a"]] } }, ".metadata.finalizers: element 0: not supported: associative list with lists as elements"],
  ])("%j", (object, problems) => {
    expect(problemsOf(object, deployment)).toBe(problems);
  });

  test("null fits everywhere, a number may be a quantity", () => {
    const container = { name: "a", resources: { limits: { cpu: 1 } }, env: null };
    expect(validate(read({ metadata: null, ...pod(container) }), deployment, { allowDuplicates: false })).toEqual([]);
  });
});

test("an item without any key", () => {
  const item = { map: { elementType: { scalar: "string" } } };
  const list = smd([{ name: "t", list: { elementType: item, elementRelationship: "associative", keys: ["b", "a"] } }]);
  expect(problemsOf([{ c: "1" }], list)).toBe(
    'element 0: associative list with keys has an element that omits all key fields ["b" "a"] (and doesn\'t have default values for any key fields)',
  );
});

describe("schemas that are wrong", () => {
  test.each<[string, SchemaType, string]>([
    ["unknown type", smd([]), "schema error: no type found matching: t"],
    [
      "unknown type below",
      smd([{ name: "t", map: { fields: [{ name: "a", type: { namedType: "x" } }] } }]),
      ".a: schema error: no type found matching: x",
    ],
    ["empty type", smd([{ name: "t" }]), "schema error: invalid atom: t"],
    [
      "a relationship for a scalar",
      smd([
        { name: "t", map: { fields: [{ name: "a", type: { namedType: "s", elementRelationship: "atomic" } }] } },
        { name: "s", scalar: "string" },
      ]),
      ".a: schema error: no type found matching: s",
    ],
  ])("%s", (_, type, problem) => {
    expect(problemsOf({ a: "x" }, type)).toBe(problem);
    expect(toFieldSet(read({ a: "x" }), type).problems).toHaveLength(1);
    expect(merge(read({}), read({ a: "x" }), type).problems).not.toEqual([]);
  });

  test("a type that holds itself", () => {
    const cycle = smd([{ name: "t", map: { fields: [{ name: "a", type: { namedType: "t" } }] } }]);
    expect(validate(read({ a: { a: { a: {} } } }), cycle, { allowDuplicates: false })).toEqual([]);
    expect(problemsOf({ a: { a: { b: 1 } } }, cycle)).toBe(".a.a.b: field not declared in schema");
  });
});

test("depth 10,000 is a problem with a path", () => {
  let deep: Value = 1;
  for (let i = 0; i < 10_000; i++) deep = i % 2 === 0 ? new Map([["a", deep]]) : [deep];
  const maps = (depth: number): Value => {
    let value: Value = 1;
    for (let i = 0; i < depth; i++) value = new Map([["a", value]]);
    return value;
  };
  expect(validate(maps(10_000), deducedType, { allowDuplicates: true })).toEqual([
    { path: expect.objectContaining({ length: maxDepth + 1 }), message: `nested deeper than ${maxDepth} levels` },
  ]);
  expect(validate(new Map([["x", deep]]), deducedType, { allowDuplicates: true })).toHaveLength(1);
  expect(validate(maps(200), deducedType, { allowDuplicates: true })).toEqual([]);
  expect(toFieldSet(maps(10_000), deducedType).problems).toHaveLength(1);
  expect(compare(maps(200), maps(201), deducedType).valid).toBe(true);
});

test("a key named __proto__ is a key", () => {
  const value = parseJson('{"__proto__":{"polluted":1}}').value;
  const { set } = toFieldSet(value, deducedType);
  expect(set.members.map((member) => (member.kind === "field" ? member.name : ""))).toEqual(["__proto__"]);
  expect(merge(read({}), value, deducedType).value).toEqual(value);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
