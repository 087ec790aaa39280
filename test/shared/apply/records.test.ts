import { describe, expect, test } from "vitest";
import { capManagers } from "../../../shared/apply/capManagers.ts";
import { conflictCause, conflictMessage, kubectlAdvice } from "../../../shared/apply/conflictText.ts";
import { ownersOfAll } from "../../../shared/apply/csaUpgrade.ts";
import { extractApplied } from "../../../shared/apply/extractApplied.ts";
import { decodeManagedFields, encodeManagedFields } from "../../../shared/apply/managedFields.ts";
import type { ManagedFieldsEntry } from "../../../shared/apply/model.ts";
import { predictUpdate } from "../../../shared/apply/predictUpdate.ts";
import { resetFieldsOf, writeFilter } from "../../../shared/apply/resetFields.ts";
import { fromScaleRecords, toScaleRecords } from "../../../shared/apply/scaleRecords.ts";
import { parseFieldsV1, printFieldsV1 } from "../../../shared/fieldpath/fieldsV1.ts";
import { printJson } from "../../../shared/fieldpath/json.ts";
import { fieldPath } from "../../../shared/fieldpath/pathElement.ts";
import { emptySet } from "../../../shared/fieldpath/set.ts";
import { bundledKind, bundledKinds } from "../../../shared/schema/bundled.ts";
import { deducedType } from "../../../shared/schema/deduced.ts";
import resets from "../../../shared/schema/resetFields.json" with { type: "json" };
import { live, owners, owns, value } from "./object.ts";

const configMap = (data: unknown, metadata: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "c", ...metadata },
  data,
});
const configMapType = bundledKind("v1", "ConfigMap")?.type ?? deducedType;

describe("decoding", () => {
  const entry = { manager: "m", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} };

  test.each<[string, unknown, string]>([
    ["operation", { ...entry, operation: "Patch" }, "operation must be `Apply` or `Update`"],
    ["version", { ...entry, apiVersion: "" }, "apiVersion must not be empty"],
    ["no type of fields", { ...entry, fieldsType: undefined }, "missing fieldsType in managed fields entry 0"],
    ["unknown type of fields", { ...entry, fieldsType: "FieldsV2" }, 'invalid fieldsType "FieldsV2" in managed fields entry 0'],
    ["fields", { ...entry, fieldsV1: { "f:a": 1 } }, "error decoding versioned set from m: expected an object or null"],
    ["no entry", 5, "operation must be `Apply` or `Update`"],
  ])("%s", (_, wrong, problem) => {
    expect(decodeManagedFields(value({ metadata: { managedFields: [wrong] } }))).toEqual({ entries: [], problems: [problem] });
  });

  test("of one manager's entries the later counts", () => {
    const { entries } = decodeManagedFields(value({ metadata: { managedFields: [entry, { ...entry, apiVersion: "v2" }] } }));
    expect(entries.map(({ apiVersion }) => apiVersion)).toEqual(["v2"]);
  });

  test.each([null, {}, { metadata: null }, { metadata: { managedFields: null } }])("none: %j", (object) => {
    expect(decodeManagedFields(value(object))).toEqual({ entries: [], problems: [] });
  });
});

test("encoding: appliers first, then by time, manager, version and endpoint", () => {
  const at = (who: string, time: string | undefined): ManagedFieldsEntry => ({ ...owns(who, '{"f:a":{}}'), time });
  const entries = [
    at("u=Update", "2026-01-01T00:00:00Z"),
    at("b", "2026-01-02T00:00:00Z"),
    at("a", "2026-01-02T00:00:00Z"),
    at("new", undefined),
    at("old", "1969-01-02T00:00:00Z"),
    at("s=Update/status", undefined),
  ];
  const encoded = encodeManagedFields(entries);
  expect(
    owners(decodeManagedFields(new Map([["metadata", new Map([["managedFields", encoded ?? null]])]])).entries).map(
      (line) => line.split(" ")[0],
    ),
  ).toEqual(["old", "new", "a", "b", "s=Update/status", "u=Update"]);
  expect(printJson(encodeManagedFields([at("a", "2026-01-02T00:00:00Z")]) ?? null)).toBe(
    '[{"apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:a":{}},"manager":"a","operation":"Apply","time":"2026-01-02T00:00:00Z"}]',
  );
  expect(encodeManagedFields([])).toBeUndefined();
});

test("a conflict's cause, and kubectl's advice", () => {
  const conflict = { manager: owns("hpa=Update/scale", "{}", "apps/v1"), path: fieldPath("spec", "replicas") };
  expect(conflictCause(conflict)).toEqual({
    message: 'conflict with "hpa" with subresource "scale" using apps/v1',
    field: ".spec.replicas",
  });
  expect(conflictMessage([conflict])).toContain("1 conflict: ");
  expect(kubectlAdvice.split("\n")).toHaveLength(11);
  expect(kubectlAdvice).toMatch(/^Please review the fields above--they currently have other managers. Here\n/);
});

describe("resets", () => {
  test.each<[string, string, string, boolean, string]>([
    ["apps/v1", "Deployment", "", true, '{"f:status":{}}'],
    ["apps/v1", "Deployment", "status", true, '{"f:metadata":{"f:labels":{}},"f:spec":{}}'],
    ["v1", "ConfigMap", "", false, "{}"],
    ["v1", "Pod", "status", true, '{"f:metadata":{"f:deletionTimestamp":{},"f:ownerReferences":{}},"f:spec":{}}'],
    ["certificates.k8s.io/v1", "CertificateSigningRequest", "", true, '{"f:spec":{},"f:status":{}}'],
    ["certificates.k8s.io/v1", "CertificateSigningRequest", "approval", true, '{"f:spec":{},"f:status":{"f:certificate":{}}}'],
    ["certificates.k8s.io/v1", "PodCertificateRequest", "status", true, '{"f:metadata":{},"f:spec":{}}'],
    ["__proto__", "constructor", "", false, "{}"],
    ["storage.k8s.io/v1", "VolumeAttachment", "status", true, '{"f:metadata":{},"f:spec":{}}'],
    ["example.dev/v1", "Widget", "", true, '{"f:status":{}}'],
    ["example.dev/v1", "Widget", "", false, "{}"],
    ["example.dev/v1", "Widget", "status", true, '{"f:metadata":{},"f:spec":{}}'],
    ["apps/v1", "Deployment", "scale", true, "{}"],
  ])("%s %s %j (status: %s)", (apiVersion, kind, subresource, hasStatus, reset) => {
    expect(printFieldsV1(resetFieldsOf(apiVersion, kind, subresource, hasStatus))).toBe(reset);
  });

  test("are known of every built-in kind and each of its endpoints that takes an apply", () => {
    const unknown = bundledKinds().flatMap(({ apiVersion, kind }) => {
      const row = new Map(Object.entries(resets.kinds)).get(`${apiVersion} ${kind}`);
      const endpoints = (bundledKind(apiVersion, kind)?.subresources ?? []).filter((name) => ["status", "approval"].includes(name));
      return ["", ...endpoints]
        .filter((name) => row === undefined || !Object.hasOwn(row, name))
        .map((name) => `${apiVersion} ${kind} ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  test("resizing a pod takes resources only", () => {
    const { set } = parseFieldsV1(
      '{"f:metadata":{},"f:spec":{"f:containers":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:image":{},"f:resources":{"f:limits":{}}}}}}',
    );
    expect(printFieldsV1(writeFilter("Pod", "resize", emptySet)(set))).toBe(
      '{"f:spec":{"f:containers":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:resources":{"f:limits":{}}}}}}',
    );
  });
});

describe("an ordinary write", () => {
  const write = (before: ReturnType<typeof live> | undefined, object: unknown, manager: string) =>
    owners(
      predictUpdate({
        live: before,
        object: value(object),
        type: configMapType,
        manager,
        subresource: "",
        resetFields: emptySet,
        time: "2027-01-01T00:00:00Z",
      }),
    );

  test("creating owns everything, containers too", () => {
    expect(write(undefined, configMap({ a: "1" }), "ci")).toEqual(['ci=Update {"f:data":{".":{},"f:a":{}}}']);
  });

  test("a change takes from everybody, the same value gives nothing, a removal leaves no owner", () => {
    const before = live(configMap({ a: "1", b: "1", c: "1" }), owns("me", '{"f:data":{"f:a":{},"f:b":{},"f:c":{}}}'));
    expect(write(before, configMap({ a: "2", b: "1" }), "edit")).toEqual(['me {"f:data":{"f:b":{}}}', 'edit=Update {"f:data":{"f:a":{}}}']);
  });

  test("an object that nobody is recorded on stays so", () => {
    expect(write(live(configMap({ a: "1" })), configMap({ a: "2" }), "edit")).toEqual([]);
  });

  test.each([[[]], [[{}]]])("sending %j wipes the records", (managedFields) => {
    const before = live(configMap({ a: "1" }), owns("me", '{"f:data":{"f:a":{}}}'));
    expect(write(before, configMap({ a: "2" }, { managedFields }), "edit")).toEqual([]);
  });

  test("a write that does not fit the type changes no record, but may wipe them", () => {
    const before = live(configMap({ a: "1" }), owns("me", '{"f:data":{"f:a":{}}}'));
    expect(write(before, configMap({ a: 2 }), "edit")).toEqual(['me {"f:data":{"f:a":{}}}']);
    expect(write(before, configMap({ a: 2 }, { managedFields: [] }), "edit")).toEqual([]);
    expect(write(undefined, configMap({ a: 2 }), "edit")).toEqual([]);
  });

  test("records that cannot be read are ignored", () => {
    const before = live(configMap({ a: "1" }), owns("me", '{"f:data":{"f:a":{}}}'));
    expect(write(before, configMap({ a: "1" }, { managedFields: [{ operation: "x" }] }), "edit")).toEqual(['me {"f:data":{"f:a":{}}}']);
  });
});

describe("at most ten updates", () => {
  const many = (count: number, versions: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...owns(`u${i}=Update`, `{"f:x${i}":{}}`, `v${i % versions}`),
      time: `2026-01-02T03:04:${String(i).padStart(2, "0")}Z`,
    }));

  test("ten stay", () => {
    expect(capManagers(many(10, 1))).toHaveLength(10);
  });

  test("the oldest go together, with the newer time", () => {
    const capped = capManagers(many(12, 1));
    expect(capped).toHaveLength(10);
    expect(capped.find(({ manager }) => manager === "ancient-changes")).toMatchObject({ time: "2026-01-02T03:04:02Z", subresource: "" });
    expect(owners(capped)).toContain('ancient-changes=Update {"f:x0":{},"f:x1":{},"f:x2":{}}');
  });

  test("versions never mix, so that more may stay", () => {
    expect(capManagers(many(12, 12))).toHaveLength(12);
    expect(
      capManagers(many(12, 2))
        .map(({ manager }) => manager)
        .filter((name) => name === "ancient-changes"),
    ).toHaveLength(2);
  });

  test.each([
    ["is the oldest: takes the others", "2025-01-01T00:00:00Z", ["ancient-changes x0,x1,x9"], ["u2"]],
    ["is newer: takes all but the oldest", "2026-12-01T00:00:00Z", ["ancient-changes x1,x2,x9"], ["u0", "u3"]],
    ["has its turn: is lost", "2026-01-02T03:04:01.5Z", ["ancient-changes x0,x1"], ["u2"]],
  ])("a bucket that is there already and %s", (_, time, buckets, next) => {
    const bucket = { ...owns("ancient-changes=Update", '{"f:x9":{}}', "v0"), time };
    const capped = capManagers([...many(11, 1), bucket]);
    const names = capped.map(({ manager }) => manager);
    expect(capped).toHaveLength(10);
    expect(
      capped
        .filter(({ manager }) => manager === "ancient-changes")
        .map(({ manager, fields }) => `${manager} ${fields.members.map((member) => (member.kind === "field" ? member.name : "")).join()}`),
    ).toEqual(buckets);
    expect(names).toEqual(expect.arrayContaining(next));
  });

  test("appliers do not count", () => {
    expect(capManagers([...many(10, 1), owns("me", '{"f:a":{}}')])).toHaveLength(11);
  });
});

describe("scale", () => {
  const paths = new Map([
    ["apps/v1", fieldPath("spec", "replicas")],
    ["apps/v0", null],
  ]);
  const parent = [
    owns("me", '{"f:spec":{"f:paused":{},"f:replicas":{}}}', "apps/v1"),
    owns("other", '{"f:spec":{"f:paused":{}}}', "apps/v0"),
    owns("lost", '{"f:spec":{"f:replicas":{}}}', "apps/v9"),
  ];

  test("who owns the replicas owns them there", () => {
    expect(toScaleRecords(parent, paths).map(({ apiVersion, manager }) => [manager, apiVersion])).toEqual([["me", "autoscaling/v1"]]);
  });

  test("a new owner takes the replicas from the parent's", () => {
    const scale = [owns("hpa=Update/scale", '{"f:spec":{"f:replicas":{}}}', "autoscaling/v1")];
    const after = fromScaleRecords(parent, scale, paths, "apps/v1");
    expect(owners(after)).toEqual([
      'me {"f:spec":{"f:paused":{}}}',
      'other {"f:spec":{"f:paused":{}}}',
      'hpa=Update/scale {"f:spec":{"f:replicas":{}}}',
    ]);
    expect(after.at(-1)).toMatchObject({ apiVersion: "apps/v1", time: undefined });
  });

  test("an applier that keeps them keeps its record", () => {
    expect(owners(fromScaleRecords(parent, toScaleRecords(parent, paths), paths, "apps/v1"))[0]).toBe(
      'me {"f:spec":{"f:paused":{},"f:replicas":{}}}',
    );
  });
});

describe("a manager's fields", () => {
  const service = bundledKind("v1", "Service")?.type ?? deducedType;
  const object = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "s", labels: { a: "b" } },
    spec: { type: "ClusterIP", ports: [{ port: 80, protocol: "TCP", targetPort: 8080 }] },
  };
  const record = owns(
    "me",
    '{"f:metadata":{"f:labels":{"f:a":{}}},"f:spec":{"f:ports":{"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:port":{}}}}}',
  );

  test("are read back with what names the object", () => {
    const { value: applied } = extractApplied(live(object, record), "me", "", service);
    expect(printJson(applied ?? null)).toBe(
      '{"apiVersion":"v1","kind":"Service","metadata":{"labels":{"a":"b"},"name":"s"},"spec":{"ports":[{"port":80}]}}',
    );
  });

  test("nobody", () => {
    expect(extractApplied(live(object, record), "you", "", service)).toEqual({ value: undefined, problems: [] });
  });

  test("an object that does not fit", () => {
    expect(extractApplied(live({ ...object, x: 1 }, record), "me", "", service).problems).toHaveLength(1);
  });
});

test("owners of all of some paths", () => {
  const entries = [owns("a=Update", '{"f:x":{},"f:y":{}}'), owns("b=Update", '{"f:x":{}}'), owns("c", '{"f:x":{},"f:y":{}}')];
  expect(ownersOfAll(entries, "Update", [fieldPath("x"), fieldPath("y")]).map(({ manager }) => manager)).toEqual(["a"]);
});
