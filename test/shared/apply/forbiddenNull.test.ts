import { describe, expect, test } from "vitest";
import type { ManagedFieldsEntry } from "../../../shared/apply/model.ts";
import { predictApply } from "../../../shared/apply/predictApply.ts";
import { emptySet } from "../../../shared/fieldpath/set.ts";
import { deducedType } from "../../../shared/schema/deduced.ts";
import { kindsOfCrd } from "../../../shared/schema/fromCrd.ts";
import { applying, live, owns, value } from "./object.ts";

const strings = { type: "object", additionalProperties: { type: "string" } };
const crd = {
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    versions: [
      {
        name: "v1",
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: {
                  labels: strings,
                  window: { ...strings, nullable: true },
                  mode: { type: "string", default: "x" },
                  note: { type: "string" },
                },
              },
            },
          },
        },
      },
    ],
  },
};
const type = kindsOfCrd(value(crd))[0]?.type ?? deducedType;
const widget = (spec: unknown) => ({ apiVersion: "example.dev/v1", kind: "Widget", metadata: { name: "w" }, spec });

function verdict(before: unknown, config: unknown, ...records: readonly ManagedFieldsEntry[]) {
  return predictApply({
    live: live(widget(before), ...records),
    config: value(widget(config)),
    type,
    typeAt: () => undefined,
    manager: "me",
    force: false,
    subresource: "",
    resetFields: emptySet,
  });
}

describe("a custom resource's map that loses its last key", () => {
  const mine = (name: string) => owns("me", `{"f:spec":{"f:${name}":{"f:a":{}},"f:note":{}}}`, "example.dev/v1");

  test("becomes null, which its schema forbids", () => {
    expect(verdict({ labels: { a: "1" }, note: "n" }, { labels: {}, note: "n" }, mine("labels"))).toMatchObject({
      verdict: "refused",
      code: 422,
      message: 'Widget.example.dev "w" is invalid: spec.labels: Invalid value: "null": spec.labels in body must be of type object: "null"',
    });
  });

  test.each<[string, unknown, unknown, readonly ManagedFieldsEntry[]]>([
    ["unless it is nullable", { window: { a: "1" }, note: "n" }, { window: {}, note: "n" }, [mine("window")]],
    ["unless it is left out", { labels: { a: "1" }, note: "n" }, { note: "n" }, [mine("labels")]],
    [
      "unless somebody else owns a key of it",
      { labels: { a: "1", b: "2" }, note: "n" },
      { labels: {}, note: "n" },
      [mine("labels"), owns("ci", '{"f:spec":{"f:labels":{"f:b":{}}}}', "example.dev/v1")],
    ],
    ["unless it was empty before", { labels: {}, note: "n" }, { labels: {}, note: "n" }, [mine("labels")]],
  ])("%s", (_, before, config, records) => {
    expect(verdict(before, config, ...records).verdict).toBe("accepted");
  });

  test("null for a field with a default is the server's to fill in", () => {
    expect(verdict({ note: "n" }, { mode: null }, mine("labels")).verdict).toBe("accepted");
    expect(verdict({ note: "n" }, { note: null }, mine("labels"))).toMatchObject({ code: 422 });
  });
});

test("a built-in kind leaves the field out", () => {
  const configMap = (data: unknown) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data });
  const outcome = applying(configMap({}), { live: live(configMap({ a: "1" }), owns("me", '{"f:data":{"f:a":{}}}')) });
  expect(outcome.verdict === "accepted" && outcome.object).toEqual(value({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } }));
});
