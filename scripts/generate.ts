/**
 * Writes every generated file of the project; with `--check` it writes nothing and fails where one is out of date.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundlePath, bundleSchemas } from "./bundleSchemas.ts";
import { ruleFiles, strayPages } from "./ruleDocs.ts";
import { settingsFiles } from "./settingsDocs.ts";

const generated: readonly { readonly path: string; readonly text: () => string }[] = [
  { path: bundlePath, text: bundleSchemas },
  ...settingsFiles,
  ...ruleFiles,
];

const check = process.argv.includes("--check");
for (const { path: file, text } of generated) {
  const wanted = text();
  if (wanted === readOrEmpty(file)) continue;
  if (check) {
    console.error(`${file} is out of date: run \`npm run generate\``);
    process.exitCode = 1;
  } else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, wanted);
  }
}
for (const stray of strayPages()) {
  if (check) {
    console.error(`${stray} is of no rule: run \`npm run generate\``);
    process.exitCode = 1;
  } else rmSync(stray);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
