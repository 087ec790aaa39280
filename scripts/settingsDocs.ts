/**
 * What is told of the settings elsewhere: `contributes.configuration` and the configurations that an untrusted workspace may not choose
 * in package.json, and docs/settings.md. Invariant: neither says anything that shared/settings.ts doesn't.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Setting, settings } from "../shared/settings.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Brings them up to date; with `check`, writes nothing. Answers which files were out of date. */
export function settingsDocs(check: boolean): string[] {
  const outdated = [
    { file: "package.json", update: manifestWithSettings },
    { file: "docs/settings.md", update: page },
  ].filter(({ file, update }) => {
    const before = readFileSync(path.join(root, file), "utf8");
    const after = update(before);
    if (!check && after !== before) writeFileSync(path.join(root, file), after);
    return after !== before;
  });
  return outdated.map(({ file }) => file);
}

const named: readonly [name: string, setting: Setting<unknown>][] = Object.entries(settings).map(([name, setting]) => [
  `fieldOwnership.${name}`,
  setting,
]);

function manifestWithSettings(text: string): string {
  const manifest = JSON.parse(text);
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
    markdownDescription: setting.description,
  };
}

function page(): string {
  const sections = named.map(([name, setting]) => {
    const values = setting.values ? `One of ${setting.values.map(code).join(", ")}. ` : "";
    const restricted = setting.restricted ? " An untrusted workspace cannot set it." : "";
    return `## ${name}\n\n${setting.description}\n\n${values}Default: ${code(setting.default)}.${restricted}\n`;
  });
  return ["# Settings\n\nMade from `shared/settings.ts` by `npm run generate`.\n", ...sections].join("\n");
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}
