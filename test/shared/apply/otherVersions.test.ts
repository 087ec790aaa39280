import { describe, expect, test } from "vitest";
import { kindsOfCrd } from "../../../shared/schema/fromCrd.ts";
import { applying, live, owns, value } from "./object.ts";

const autoscaler = (apiVersion: string, spec: object) => ({ apiVersion, kind: "HorizontalPodAutoscaler", metadata: { name: "h" }, spec });
const configMap = (data: object) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data });

describe("built-in kinds, by their schemas alone", () => {
  const target = { scaleTargetRef: { kind: "Deployment", name: "d" }, maxReplicas: 5 };
  const renamed = { "f:targetCPUUtilizationPercentage": {} };
  const behavior = { scaleDown: { selectPolicy: "Max" } };
  test.each<[string, { owned: object; applied: object; by?: string; expected: object }]>([
    [
      "a field that both versions name is the same field",
      { owned: { "f:maxReplicas": {}, ...renamed }, applied: { ...target, maxReplicas: 6 }, expected: { verdict: "conflict" } },
    ],
    [
      "a field that only one of them names is left to the server where the owner holds such a one too",
      {
        owned: { "f:maxReplicas": {}, "f:targetCPUUtilizationPercentage": {} },
        applied: { ...target, behavior },
        expected: { verdict: "undecided", reasons: ["old was recorded at autoscaling/v1, which names some fields differently"] },
      },
    ],
    [
      "a field that only one of them names, and an owner of others",
      { owned: { "f:maxReplicas": {} }, applied: { ...target, behavior }, expected: { verdict: "accepted" } },
    ],
    [
      "a field that is atomic in one of them",
      {
        owned: { "f:scaleTargetRef": {} },
        applied: { ...target, scaleTargetRef: { kind: "Deployment", name: "other" } },
        expected: { verdict: "undecided" },
      },
    ],
    [
      "nothing changes, so nothing depends on it",
      { owned: { "f:targetCPUUtilizationPercentage": {} }, applied: target, expected: { verdict: "accepted" } },
    ],
    [
      "what the applier itself applied at another version may be dropped there",
      { owned: { "f:targetCPUUtilizationPercentage": {} }, applied: target, by: "old", expected: { verdict: "undecided" } },
    ],
  ])("%s", (_, { owned, applied, by = "me", expected }) => {
    const record = owns("old@autoscaling/v1", JSON.stringify({ "f:spec": owned }));
    const held = live(autoscaler("autoscaling/v2", target), record);
    expect(applying(autoscaler("autoscaling/v2", applied), { live: held, manager: by })).toMatchObject(expected);
  });

  test("an unknown version is left to the server, a lost one refuses or is dropped", () => {
    const widget = (size: number) => ({ apiVersion: "example.dev/v1", kind: "Widget", metadata: { name: "w" }, spec: { size } });
    const old = live(widget(1), owns("old@example.dev/v0", '{"f:spec":{"f:size":{}}}'));
    expect(applying(widget(2), { live: old })).toMatchObject({
      verdict: "undecided",
      reasons: ["old was recorded at example.dev/v0, whose schema is not known"],
    });
    expect(applying(widget(2), { live: old, versions: ["example.dev/v1"] })).toMatchObject({
      code: 500,
      message: "request to convert CR to an invalid group/version: example.dev/v0",
    });
    const gone = live(configMap({ a: "1" }), owns("old@v0", '{"f:data":{"f:a":{}}}'), owns("ci", '{"f:data":{"f:b":{}}}'));
    expect(applying(configMap({ a: "2" }), { live: gone, versions: ["v1"] }).verdict).toBe("accepted");
  });
});

describe("with the live object as served at both versions", () => {
  // v1 knows `image` as a deprecated field; v2 adds `source`, from which v1's `image` is made.
  const kinds = kindsOfCrd(
    value({
      spec: {
        group: "example.dev",
        names: { kind: "App" },
        versions: [
          version("v1", { image: { type: "string" }, size: { type: "integer" } }),
          version("v2", {
            image: { type: "string" },
            size: { type: "integer" },
            source: { type: "object", properties: { image: { type: "string" } } },
          }),
        ],
      },
    }),
  );
  const typeAt = (apiVersion: string) => kinds.find((known) => known.apiVersion === apiVersion)?.type;
  const app = (version: string, spec: object) => ({ apiVersion: `example.dev/${version}`, kind: "App", metadata: { name: "a" }, spec });

  test.each<[string, { owned: string; v2: object; v1: object | undefined; applied: object; expected: object }]>([
    [
      "the owned field is where it was, the touched one is new",
      {
        owned: "size",
        v2: { size: 1, source: { image: "a" } },
        v1: { size: 1, image: "a" },
        applied: { source: { image: "b" } },
        expected: { verdict: "accepted" },
      },
    ],
    [
      "the owned field was renamed, though its name is there too",
      {
        owned: "image",
        v2: { size: 1, source: { image: "a" } },
        v1: { size: 1, image: "a" },
        applied: { source: { image: "b" } },
        expected: {
          verdict: "undecided",
          reasons: ["old was recorded at example.dev/v1, which names some fields differently"],
          conflicts: [],
        },
      },
    ],
    [
      "the owned field was renamed, what is touched was not",
      {
        owned: "image",
        v2: { size: 1, source: { image: "a" } },
        v1: { size: 1, image: "a" },
        applied: { size: 2 },
        expected: { verdict: "accepted" },
      },
    ],
    [
      "a field of one name and two values is not one field",
      { owned: "size", v2: { size: 2 }, v1: { size: 1 }, applied: { size: 3 }, expected: { verdict: "undecided" } },
    ],
    [
      "a field of one name and one value conflicts",
      { owned: "size", v2: { size: 2 }, v1: { size: 2 }, applied: { size: 3 }, expected: { verdict: "conflict" } },
    ],
    [
      "an owned field that is in neither may be made of the touched one",
      {
        owned: "image",
        v2: { size: 1, source: {} },
        v1: { size: 1, kept: "elsewhere" },
        applied: { source: { image: "b" } },
        expected: { verdict: "undecided" },
      },
    ],
    [
      "a field that the other version lacks, which the server may fail on",
      { owned: "size", v2: { size: 2, source: { image: "a" } }, v1: { size: 2 }, applied: { size: 2 }, expected: { verdict: "undecided" } },
    ],
    [
      "not read at the other version: the schemas decide",
      { owned: "size", v2: { size: 2 }, v1: undefined, applied: { size: 3 }, expected: { verdict: "conflict" } },
    ],
  ])("%s", (_, { owned, v2, v1, applied, expected }) => {
    const held = live(app("v2", v2), owns("old@example.dev/v1", `{"f:spec":{"f:${owned}":{}}}`));
    const atVersions = new Map(v1 === undefined ? [] : [["example.dev/v1", value(app("v1", v1))]]);
    const type = typeAt("example.dev/v2");
    expect(applying(app("v2", applied), { live: { ...held, atVersions }, typeAt, ...(type === undefined ? {} : { type }) })).toMatchObject(
      expected,
    );
  });

  test("what one doubtful record may decide takes nothing from a conflict with another", () => {
    const held = live(
      app("v2", { size: 1, source: { image: "a" } }),
      owns("old@example.dev/v1", '{"f:spec":{"f:image":{}}}'),
      owns("ci@example.dev/v2", '{"f:spec":{"f:size":{}}}'),
    );
    const atVersions = new Map([["example.dev/v1", value(app("v1", { size: 1, image: "a" }))]]);
    const type = typeAt("example.dev/v2");
    const outcome = applying(app("v2", { size: 2, source: { image: "b" } }), {
      live: { ...held, atVersions },
      typeAt,
      ...(type === undefined ? {} : { type }),
    });
    expect(outcome).toMatchObject({ verdict: "undecided", conflicts: [{ manager: { manager: "ci" } }] });
  });
});

function version(name: string, spec: object): object {
  return {
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: spec } } } },
  };
}
