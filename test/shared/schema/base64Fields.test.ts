/** The list of fields that hold bytes is what the OpenAPI documents of the bundled version say. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { isBase64 } from "../../../shared/schema/base64Fields.ts";

const folder = path.resolve(import.meta.dirname, "../../conformance/data/openapi/1.37");

interface Definition {
  readonly properties?: Readonly<
    Record<string, { readonly format?: string; readonly additionalProperties?: { readonly format?: string } }>
  >;
}

test("exactly the fields of format byte", () => {
  const wrong: string[] = [];
  let bytes = 0;
  for (const file of readdirSync(folder).filter((name) => name.includes("__"))) {
    const { components } = JSON.parse(gunzipSync(readFileSync(path.join(folder, file))).toString()) as {
      components: { schemas: Readonly<Record<string, Definition>> };
    };
    for (const [name, { properties = {} }] of Object.entries(components.schemas)) {
      for (const [field, { format, additionalProperties }] of Object.entries(properties)) {
        const isBytes = format === "byte" || additionalProperties?.format === "byte";
        if (isBytes) bytes++;
        if (isBase64(name, field) !== isBytes) wrong.push(`${name} ${field}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(bytes).toBeGreaterThan(5);
});

test.each<[string | undefined, string]>([
  [undefined, "data"],
  ["io.k8s.api.core.v1.ConfigMap", "data"],
  ["example.dev.v1.Secret", "data"],
])("none: %s %s", (named, field) => expect(isBase64(named, field)).toBe(false));
