import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { settingsFiles } from "../scripts/settingsDocs.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Which source files and packages went into which bundle. */
let bundles: Readonly<Record<string, readonly string[]>>;

beforeAll(() => {
  bundles = JSON.parse(readFileSync(path.join(root, "dist/bundles.json"), "utf8"));
});

/** Files of the .vsix, as vsce chooses them. */
function packaged(): string[] {
  const vsce = path.join(root, "node_modules/.bin/vsce");
  return execFileSync(vsce, ["ls", "--no-dependencies"], { cwd: root, encoding: "utf8" }).trim().split("\n").sort();
}

test("the .vsix holds these files and no others", () => {
  expect(packaged()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist/ThirdPartyNotices.txt",
    "dist/client.cjs",
    "dist/cluster.cjs",
    "dist/server.cjs",
    "docs/field-ownership-yaml.md",
    ...readdirSync(path.join(root, "docs/rules"))
      .map((page) => `docs/rules/${page}`)
      .sort(),
    "package.json",
  ]);
});

test("the .vsix has at most 1.5 MB", () => {
  const sizes = packaged().map((file) => deflateRawSync(readFileSync(path.join(root, file))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1.5e6);
});

test.each([
  {
    bundle: "client",
    holds: "client/",
    not: ["server/", "shared/ownership/", "node_modules/yaml/", "node_modules/vscode-languageserver/"],
  },
  {
    bundle: "server",
    holds: "server/lsp/",
    not: ["client/", "server/cli/", "server/cluster/connection.ts", "node_modules/@kubernetes/", "node_modules/vscode-languageclient/"],
  },
  {
    bundle: "cli",
    holds: "server/cli/",
    not: ["client/", "server/lsp/", "server/cluster/connection.ts", "node_modules/@kubernetes/", "node_modules/vscode-"],
  },
  {
    bundle: "cluster",
    holds: "node_modules/@kubernetes/client-node/",
    not: [
      "client/",
      "server/lsp/",
      "server/cli/",
      "node_modules/vscode-",
      "node_modules/undici/",
      "node_modules/@kubernetes/client-node/dist/gen/apis/",
    ],
  },
])("the bundle $bundle holds $holds, not what other bundles are for", ({ bundle, holds, not }) => {
  const inputs = bundles[bundle] ?? [];
  expect(inputs.filter((input) => input.startsWith(holds))).not.toEqual([]);
  expect(inputs.filter((input) => not.some((start) => input.startsWith(start)))).toEqual([]);
});

test.each(settingsFiles)("$path tells what the table of settings says", ({ path: file, text }) => {
  expect(text()).toBe(readFileSync(file, "utf8"));
});

test("the license is Apache-2.0, whole", () => {
  const license = readFileSync(path.join(root, "LICENSE"), "utf8");
  expect(license).toContain("Apache License\n                           Version 2.0, January 2004");
  expect(license).toContain("END OF TERMS AND CONDITIONS");
});
