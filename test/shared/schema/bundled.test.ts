import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bundlePath, bundleSchemas } from "../../../scripts/bundleSchemas.ts";
import { equalValues } from "../../../shared/fieldpath/compare.ts";
import { bundledKind, bundledKinds, bundledVersion } from "../../../shared/schema/bundled.ts";
import { kindKey, schemaFromOpenApi } from "../../../shared/schema/fromOpenApi.ts";
import { schemaToSmd } from "../../../shared/schema/fromSmd.ts";
import { fieldType, resolve } from "../../../shared/schema/resolve.ts";
import { openApiDocument, openApiIndex } from "../../conformance/data.ts";

test("the committed bundle is what the generator makes", () => {
  expect(readFileSync(bundlePath, "utf8") === bundleSchemas()).toBe(true);
});

test("the bundle stays small", () => {
  expect(gzipSync(readFileSync(bundlePath), { level: 9 }).length).toBeLessThan(100 * 1024);
});

test("its version is noted", () => {
  expect(bundledVersion).toBe("1.37");
});

describe("every kind is as its OpenAPI document says", () => {
  test.each([...openApiIndex("1.37")].map(([apiVersion, file]) => ({ apiVersion, file })))("$apiVersion", ({ apiVersion, file }) => {
    const { kinds } = schemaFromOpenApi(openApiDocument("1.37", file));
    for (const { kind } of bundledKinds().filter((one) => one.apiVersion === apiVersion)) {
      const type = bundledKind(apiVersion, kind)?.type;
      const converted = kinds.get(kindKey(apiVersion, kind));
      const definition = converted && resolve(converted);
      const bundled = type && resolve(type);
      const print = (atom: typeof bundled) => schemaToSmd({ types: new Map([["t", atom ?? {}]]) });
      expect(equalValues(print(bundled), print(definition))).toBe(true);
    }
  });
});

test.each([
  ["apps/v1", "Deployment", "deployments", true, ["scale", "status"]],
  ["v1", "ConfigMap", "configmaps", true, []],
  ["v1", "Namespace", "namespaces", false, ["finalize", "status"]],
  ["rbac.authorization.k8s.io/v1", "ClusterRole", "clusterroles", false, []],
])("%s %s", (apiVersion, kind, resource, namespaced, subresources) => {
  expect(bundledKind(apiVersion, kind)).toMatchObject({ resource, namespaced, subresources });
});

test("keys know their defaults", () => {
  const service = bundledKind("v1", "Service")?.type;
  const spec = service && fieldType(service, "spec");
  const ports = spec && fieldType(spec, "ports");
  const list = ports && resolve(ports)?.list;
  expect(list?.keys).toEqual(["port", "protocol"]);
  expect(ports && resolve({ schema: ports.schema, type: list?.element ?? {} })?.map?.fields.get("protocol")?.default).toBe("TCP");
});

test.each([
  ["apps/v1", "deployment"],
  ["extensions/v1beta1", "Deployment"],
  ["__proto__", "toString"],
  ["apps/v1", "constructor"],
])("no built-in kind: %s %s", (apiVersion, kind) => {
  expect(bundledKind(apiVersion, kind)).toBeUndefined();
});
