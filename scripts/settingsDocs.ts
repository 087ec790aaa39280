/**
 * What is told of the settings elsewhere: `contributes.configuration` and the configurations that an untrusted workspace may not choose
 * in package.json, and docs/settings.md. Invariant: neither says anything that shared/settings.ts doesn't.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Setting, settings } from "../shared/settings.ts";

const root = path.resolve(import.meta.dirname, "..");
const manifestPath = path.join(root, "package.json");

/** The files that tell of the settings, and what they are to hold. */
export const settingsFiles: readonly { readonly path: string; readonly text: () => string }[] = [
  { path: manifestPath, text: manifestWithSettings },
  { path: path.join(root, "docs/settings.md"), text: page },
];

const named: readonly [name: string, setting: Setting<unknown>][] = Object.entries(settings).map(([name, setting]) => [
  `fieldOwnership.${name}`,
  setting,
]);

function manifestWithSettings(): string {
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = named.flatMap(([name, setting]) =>
    setting.restricted ? [name] : [],
  );
  manifest.contributes.configuration = {
    title: "Field Ownership",
    properties: Object.fromEntries(named.map(([name, setting], order) => [name, { ...schemaOf(setting), order }])),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function schemaOf(setting: Setting<unknown>): object {
  return {
    ...(Array.isArray(setting.default) ? { type: "array", items: { type: "string" } } : { type: typeof setting.default }),
    ...(setting.values && { enum: setting.values }),
    default: setting.default,
    ...(setting.scope && { scope: setting.scope }),
    markdownDescription: setting.description,
  };
}

function page(): string {
  const sections = named.map(([name, setting]) => {
    const values = setting.values ? `One of ${setting.values.map(code).join(", ")}. ` : "";
    return `## ${name}\n\n${setting.description}\n\n${values}Default: ${code(setting.default)}.${whoMaySet(setting)}\n`;
  });
  return ["# Settings\n\nMade from `shared/settings.ts` by `npm run generate`.\n", ...sections].join("\n");
}

function whoMaySet({ restricted, scope }: Setting<unknown>): string {
  if (scope === "application") return " User settings only: no workspace can set it.";
  return restricted ? " An untrusted workspace cannot set it." : "";
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}
