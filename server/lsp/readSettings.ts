/** Settings as an editor sends them (nested, any JSON) → the typed table, with defaults for what is absent or of the wrong type. */
import { type Setting, type Settings, settings } from "../../shared/settings.ts";

export function readSettings(sent: unknown): Settings {
  const table = Object.entries<Setting<unknown>>(settings);
  return Object.fromEntries(table.map(([name, setting]) => [name, accepted(at(sent, name), setting)])) as unknown as Settings;
}

function at(sent: unknown, name: string): unknown {
  let value = sent;
  for (const key of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function accepted(value: unknown, setting: Setting<unknown>): unknown {
  if (Array.isArray(setting.default)) return Array.isArray(value) ? value.filter((item) => typeof item === "string") : setting.default;
  if (typeof setting.default === "object") return readTexts(value);
  const fits = typeof value === typeof setting.default && (setting.values?.includes(value) ?? true);
  return fits ? value : setting.default;
}

/** A map of texts; whatever else stands in it is left out. */
function readTexts(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
