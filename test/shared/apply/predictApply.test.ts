import { describe, expect, test } from "vitest";
import { lastAppliedAnnotation } from "../../../shared/apply/lastApplied.ts";
import { resetFieldsOf } from "../../../shared/apply/resetFields.ts";
import { printJson } from "../../../shared/fieldpath/json.ts";
import { stringAt, valueAt } from "../../../shared/fieldpath/value.ts";
import { applying, live, owners, owns } from "./object.ts";

const configMap = (data: unknown, metadata: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "c", namespace: "shop", ...metadata },
  data,
});
const deployment = (spec: unknown) => ({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec });
const spec = { replicas: 2, selector: { matchLabels: { a: "b" } }, template: { spec: { containers: [{ name: "web", image: "web:1" }] } } };

describe("conflicts", () => {
  test("one field of one manager", () => {
    const held = live(deployment(spec), owns("hpa=Update/scale", '{"f:spec":{"f:replicas":{}}}', "apps/v1"));
    expect(applying(deployment({ replicas: 3 }), { live: held })).toMatchObject({
      verdict: "conflict",
      message: 'Apply failed with 1 conflict: conflict with "hpa" with subresource "scale" using apps/v1: .spec.replicas',
    });
  });

  test("several managers in the order of their identity, paths in the order of sets", () => {
    const held = live(
      configMap({ a: "1", b: "1", c: "1" }),
      owns("zed", '{"f:data":{"f:b":{}}}'),
      owns("ci=Update", '{"f:data":{"f:a":{},"f:c":{}}}'),
      owns('q"x', '{"f:data":{"f:c":{}}}'),
    );
    expect(applying(configMap({ a: "2", b: "2", c: "2" }), { live: held })).toMatchObject({
      message: [
        'Apply failed with 4 conflicts: conflicts with "ci" using v1:',
        "- .data.a",
        "- .data.c",
        'conflicts with "q\\"x":',
        "- .data.c",
        'conflicts with "zed":',
        "- .data.b",
      ].join("\n"),
    });
  });

  test("a value that is there already is shared", () => {
    const held = live(configMap({ a: "1" }), owns("ci", '{"f:data":{"f:a":{}}}'));
    expect(applying(configMap({ a: "1" }), { live: held })).toMatchObject({ verdict: "accepted", unchanged: false });
  });

  test("force takes the field", () => {
    const held = live(configMap({ a: "1", b: "1" }), owns("ci", '{"f:data":{"f:a":{},"f:b":{}}}'));
    const outcome = applying(configMap({ a: "2" }), { live: held, force: true });
    expect(outcome.verdict === "accepted" && owners(outcome.managedFields)).toEqual([
      'me {"f:data":{"f:a":{}}}',
      'ci {"f:data":{"f:b":{}}}',
    ]);
  });

  test("status is not the main endpoint's", () => {
    const held = live(deployment(spec), owns("kcm=Update/status", '{"f:status":{"f:replicas":{}}}', "apps/v1"));
    expect(applying({ ...deployment({ replicas: 2 }), status: { replicas: 9 } }, { live: held }).verdict).toBe("accepted");
  });

  test("the same name on another endpoint, or updating, is another manager", () => {
    const held = live(configMap({ a: "1" }), owns("me=Update", '{"f:data":{"f:a":{}}}'));
    expect(applying(configMap({ a: "2" }), { live: held })).toMatchObject({
      message: 'Apply failed with 1 conflict: conflict with "me" using v1: .data.a',
    });
  });

  test("an object that nobody is recorded on belongs to before-first-apply", () => {
    expect(applying(configMap({ a: "2" }), { live: live(configMap({ a: "1" })) })).toMatchObject({
      message: 'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.a',
    });
  });
});

describe("the last-applied annotation counts for manager kubectl", () => {
  const applied = (data: object) => ({ annotations: { [lastAppliedAnnotation]: JSON.stringify(configMap(data)) } });
  const record = owns("kubectl-client-side-apply=Update", '{"f:data":{"f:a":{},"f:b":{}}}');

  test("what it covers may be taken", () => {
    const outcome = applying(configMap({ a: "2" }), { live: live(configMap({ a: "1" }, applied({ a: "1" })), record), manager: "kubectl" });
    expect(outcome.verdict).toBe("accepted");
    const text = outcome.verdict === "accepted" ? stringAt(outcome.object, "metadata", "annotations", lastAppliedAnnotation) : "";
    expect(text).toBe('{"apiVersion":"v1","data":{"a":"2"},"kind":"ConfigMap","metadata":{"name":"c","namespace":"shop"}}\n');
  });

  test.each([
    ["changed since", configMap({ a: "0", b: "1" }, applied({ a: "1", b: "1" })), "kubectl", [".data.a"]],
    ["no JSON", configMap({ a: "1", b: "1" }, { annotations: { [lastAppliedAnnotation]: "{" } }), "kubectl", [".data.a", ".data.b"]],
    ["another manager", configMap({ a: "1", b: "1" }, applied({ a: "1", b: "1" })), "ci", [".data.a", ".data.b"]],
  ])("%s", (_, object, manager, paths) => {
    const outcome = applying(configMap({ a: "2", b: "2" }), { live: live(object, record), manager });
    expect(outcome.verdict === "conflict" && outcome.message.match(/\.data\.\w/g)).toEqual(paths);
  });
});

describe("refused", () => {
  test.each<[string, object, number, string]>([
    [
      "an unknown field",
      configMap({}, { nme: "x" }),
      500,
      "failed to create typed patch object (shop/c; /v1, Kind=ConfigMap): .metadata.nme: field not declared in schema",
    ],
    ["records in the manifest", configMap({}, { managedFields: [] }), 400, "metadata.managedFields must be nil"],
    [
      "a stale version",
      configMap({}, { resourceVersion: "1" }),
      409,
      'Operation cannot be fulfilled on configmaps "c": the object has been modified; please apply your changes to the latest version and try again',
    ],
  ])("%s", (_, config, code, message) => {
    const held = live(configMap({}, { resourceVersion: "2" }), owns("ci", '{"f:data":{"f:z":{}}}'));
    expect(applying(config, { live: held })).toMatchObject({ verdict: "refused", code, message });
  });

  test("records that cannot be decoded", () => {
    const broken = configMap(
      {},
      { managedFields: [{ manager: "x", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { a: {} } }] },
    );
    expect(applying(configMap({}), { live: live(broken) })).toMatchObject({
      verdict: "refused",
      code: 500,
      message: expect.stringMatching(/^failed to decode managed fields: /),
    });
  });

  test.each<[string, "" | "status", object | undefined, number | undefined, string]>([
    [
      "of the live object",
      "",
      { uid: "other" },
      422,
      'Widget.example.dev "w" is invalid: metadata.uid: Invalid value: "other": field is immutable',
    ],
    ["on an endpoint that resets metadata", "status", { uid: "other" }, undefined, ""],
    [
      "of an object that is not there",
      "",
      undefined,
      409,
      'Operation cannot be fulfilled on widgets.example.dev "w": uid mismatch: the provided object specified uid other, and no existing object was found',
    ],
  ])("another uid than that %s", (_, subresource, found, code, message) => {
    const widget = (metadata: object) => ({ apiVersion: "example.dev/v1", kind: "Widget", metadata: { name: "w", ...metadata } });
    const held = found && live({ ...widget({ uid: "mine" }) }, owns("ci", '{"f:spec":{}}', "example.dev/v1"));
    const outcome = applying(widget({ uid: "other" }), {
      live: held,
      subresource,
      resetFields: resetFieldsOf("example.dev/v1", "Widget", subresource, true),
    });
    expect(outcome).toMatchObject(code === undefined ? { verdict: "accepted" } : { verdict: "refused", code, message });
  });

  test("null records in the manifest are fine", () => {
    expect(applying(configMap({}, { managedFields: null })).verdict).toBe("accepted");
  });
});

describe("accepted", () => {
  test("records of another group are dropped, whatever else the object holds", () => {
    const event = (apiVersion: string) => ({
      apiVersion,
      kind: "Event",
      metadata: { name: "e", finalizers: ["a.b/c", "a.b/c"] },
      reason: "A",
    });
    const held = live(event("events.k8s.io/v1"), owns("ci", '{"f:reason":{}}', "v1"), owns("other", '{"f:type":{}}', "events.k8s.io/v1"));
    const outcome = applying({ apiVersion: "events.k8s.io/v1", kind: "Event", metadata: { name: "e" }, reason: "B" }, { live: held });
    expect(outcome.verdict === "accepted" && owners(outcome.managedFields)).toEqual(['me {"f:reason":{}}', 'other {"f:type":{}}']);
  });

  test("created", () => {
    const outcome = applying(configMap({ a: "1" }));
    expect(outcome).toMatchObject({ verdict: "accepted", created: true });
    expect(outcome.verdict === "accepted" && owners(outcome.managedFields)).toEqual(['me {"f:data":{"f:a":{}}}']);
  });

  test("applied again: nothing changes, no time is stamped", () => {
    const held = live(configMap({ a: "1" }), owns("me", '{"f:data":{"f:a":{}}}'));
    const outcome = applying(configMap({ a: "1" }), { live: held, time: "2027-01-01T00:00:00Z" });
    expect(outcome).toMatchObject({ verdict: "accepted", unchanged: true, managedFields: [{ time: "2026-01-02T03:04:05Z" }] });
  });

  test("who joins by sharing is recorded without time", () => {
    const held = live(configMap({ a: "1" }), owns("ci", '{"f:data":{"f:a":{}}}'));
    const outcome = applying(configMap({ a: "1" }), { live: held, time: "2027-01-01T00:00:00Z" });
    expect(outcome.verdict === "accepted" && outcome.managedFields.map(({ manager, time }) => [manager, time])).toEqual([
      ["me", undefined],
      ["ci", "2026-01-02T03:04:05Z"],
    ]);
  });

  test("what the applier drops goes, unless somebody else owns it", () => {
    const held = live(
      configMap({ a: "1", b: "1", c: "1" }),
      owns("me", '{"f:data":{"f:a":{},"f:b":{},"f:c":{}}}'),
      owns("ci", '{"f:data":{"f:b":{}}}'),
    );
    const outcome = applying(configMap({ a: "1" }), { live: held });
    expect(outcome.verdict === "accepted" && printJson(valueAt(outcome.object, "data") ?? null)).toBe('{"a":"1","b":"1"}');
  });

  test("a live object that does not fit its schema is left to the server", () => {
    expect(applying(configMap({ a: "1" }), { live: live({ ...configMap({}), future: 1 }) })).toMatchObject({
      verdict: "undecided",
      reasons: [expect.stringContaining(".future")],
    });
  });
});
