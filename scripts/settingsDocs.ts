/**
 * The settings as VS Code's manifest wants them: `contributes.configuration` and the configurations that an untrusted workspace may not
 * choose. Invariant: package.json holds nothing about a setting that shared/settings.ts doesn't say.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Setting, settings } from "../shared/settings.ts";

const packageFile = path.resolve(import.meta.dirname, "..", "package.json");

/** Writes the settings into package.json; with `check`, only says whether they are up to date there. */
export function settingsDocs(check: boolean): boolean {
  const before = readFileSync(packageFile, "utf8");
  const manifest = JSON.parse(before);
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedConfigurations();
  manifest.contributes.configuration = configuration();
  const after = `${JSON.stringify(manifest, null, 2)}\n`;
  if (!check && after !== before) writeFileSync(packageFile, after);
  return after === before;
}

function named(): [name: string, setting: Setting<unknown>][] {
  return Object.entries(settings).map(([name, setting]) => [`fieldOwnership.${name}`, setting]);
}

function restrictedConfigurations(): string[] {
  return named().flatMap(([name, setting]) => (setting.restricted ? [name] : []));
}

function configuration(): object {
  const properties = named().map(([name, setting], order) => [name, { ...schemaOf(setting), order }]);
  return { title: "Field Ownership", properties: Object.fromEntries(properties) };
}

function schemaOf(setting: Setting<unknown>): object {
  return {
    ...(Array.isArray(setting.default) ? { type: "array", items: { type: "string" } } : { type: typeof setting.default }),
    ...(setting.values && { enum: setting.values }),
    default: setting.default,
    markdownDescription: setting.description,
  };
}
