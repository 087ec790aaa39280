/**
 * Writes every generated file of the project; with `--check` it writes nothing and fails where one is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { bundlePath, bundleSchemas } from "./bundleSchemas.ts";
import { settingsFiles } from "./settingsDocs.ts";

const generated: readonly { readonly path: string; readonly text: () => string }[] = [
  { path: bundlePath, text: bundleSchemas },
  ...settingsFiles,
];

const check = process.argv.includes("--check");
for (const { path, text } of generated) {
  const wanted = text();
  if (wanted === readOrEmpty(path)) continue;
  if (check) {
    console.error(`${path} is out of date: run \`npm run generate\``);
    process.exitCode = 1;
  } else writeFileSync(path, wanted);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
