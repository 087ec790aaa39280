/**
 * What a field becomes when nobody sets it: the API server's own defaults, which the OpenAPI documents mostly lack.
 * The table of built-in types was learned from a real server (test/cluster/tables); a custom resource's defaults stand in its schema.
 * Invariant: "none" and a value are claimed only of what was tried or is written down; all else is "unknown".
 */
import { printJson } from "../fieldpath/json.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { plainValue } from "../fieldpath/plainValue.ts";
import { isList, isMap, type Value, type ValueMap } from "../fieldpath/value.ts";
import { bundledKind } from "../schema/bundled.ts";
import data from "../schema/defaults.json" with { type: "json" };
import type { SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { typeAtPath } from "../typed/atPath.ts";
import type { Snapshot } from "./snapshot.ts";

/** What the server writes into an absent field; "unknown": only the server can tell. */
export type Default = { readonly value: Value } | "none" | "unknown";

/** Whose defaults are asked for: a snapshot, or as much of it. */
export interface DefaultsOf {
  readonly object: Pick<Snapshot["object"], "apiVersion" | "kind">;
  readonly kind: Pick<Snapshot["kind"], "type" | "schemaSource">;
}

/**
 * The default of the field at a path. `siblings`: the map that the field would stand in, as it is after the apply, since some defaults
 * hang on a neighbour (imagePullPolicy on the image's tag, rollingUpdate on the strategy's type).
 */
export function defaultAt(of: DefaultsOf, path: FieldPath, siblings: ValueMap): Default {
  const last = path.at(-1);
  const parent = typeAtPath(of.kind.type, path.slice(0, -1));
  if (last === undefined || parent === undefined || of.kind.schemaSource === "deduced") return "unknown";
  // Nobody fills in an item of a list.
  if (last.kind !== "field") return "none";
  if (path.length === 1 && last.name === "status") return "unknown";
  return fieldDefault(of, nameOf(parent, path.slice(0, -1), of.kind.type), parent, last.name, siblings);
}

/** The value with all defaults filled in below it, as the server stores it; `sure`: none of them was unknown. */
export function withDefaults(of: DefaultsOf, path: FieldPath, value: Value): { readonly value: Value; readonly sure: boolean } {
  const type = typeAtPath(of.kind.type, path);
  if (type === undefined || of.kind.schemaSource === "deduced") return { value, sure: false };
  const filler = { of, sure: true };
  const filled = fill(filler, value, type, nameOf(type, path, of.kind.type));
  return { value: filled, sure: filler.sure };
}

interface Filler {
  readonly of: DefaultsOf;
  sure: boolean;
}

function fill(filler: Filler, value: Value, type: SchemaType, name: string): Value {
  if (isList(value)) {
    const element = elementType(type);
    return element === undefined ? value : value.map((item) => fill(filler, item, element, element.type.named ?? ""));
  }
  if (!isMap(value)) return value;
  const filled = new Map<string, Value>();
  for (const [key, below] of value) {
    const at = fieldType(type, key);
    filled.set(key, at === undefined ? below : fill(filler, below, at, below === null ? "" : (at.type.named ?? `${name}.${key}`)));
  }
  for (const key of candidates(filler.of, name, type)) {
    if (value.has(key)) continue;
    const found = fieldDefault(filler.of, name, type, key, value);
    if (found === "unknown") filler.sure = false;
    else if (found !== "none") filled.set(key, found.value);
  }
  return filled;
}

/** The fields that may get a default in a map of this type. */
function candidates(of: DefaultsOf, name: string, type: SchemaType): Iterable<string> {
  if (isBuiltIn(of)) return new Set([...Object.keys(own(table.types, name) ?? {}), ...Object.keys(kindEntry(of, name))]);
  return [...(resolve(type)?.map?.fields.values() ?? [])].filter((field) => field.default !== undefined).map((field) => field.name);
}

function fieldDefault(of: DefaultsOf, name: string, parent: SchemaType, key: string, siblings: ValueMap): Default {
  if (!isBuiltIn(of)) return schemaDefault(of, parent, key);
  const entry = own(kindEntry(of, name), key) ?? own(own(table.types, name) ?? {}, key);
  if (entry !== undefined) return decide(entry, siblings);
  if (own(table.types, name) !== undefined) return "none";
  // In a map of free keys nothing is filled in unless the table says so; of a type that was never met nothing is known.
  return resolve(parent)?.map?.fields.size === 0 ? "none" : "unknown";
}

/** A custom resource gets what its definition says. */
function schemaDefault(of: DefaultsOf, parent: SchemaType, key: string): Default {
  const declared = resolve(parent)?.map?.fields.get(key);
  if (declared?.default === undefined || declared.default === null) return "none";
  return { value: fill({ of, sure: true }, declared.default, { schema: parent.schema, type: declared.type }, "") };
}

function decide(entry: Entry, siblings: ValueMap): Default {
  if (entry === "unknown") return "unknown";
  if ("is" in entry) return { value: plainValue(entry.is) };
  if ("as" in entry) {
    const copied = siblings.get(entry.as);
    return copied === undefined ? "none" : { value: copied };
  }
  if (!("by" in entry)) return "none";
  const sibling = siblings.get(entry.by);
  const found = own(entry.cases, siblingFeature(entry.by, sibling)) ?? (sibling === undefined ? undefined : own(entry.cases, "present"));
  return found === undefined ? "unknown" : decide(found, siblings);
}

/** What of a neighbour a default may hang on: whether it is there, its value, the tag of an image. */
export function siblingFeature(name: string, value: Value | undefined): string {
  if (value === undefined || (isList(value) && value.length === 0)) return "absent";
  if (isList(value) || isMap(value)) return "present";
  if ((name === "image" || name === "reference") && typeof value === "string") return isLatest(value) ? "latest" : "pinned";
  return `=${printJson(value)}`;
}

/** Whether an image is the newest of its name: tagged so, or with neither tag nor digest. */
function isLatest(image: string): boolean {
  const [name = "", digest] = image.split("@");
  const [, tag] = name.slice(name.lastIndexOf("/") + 1).split(":");
  return tag === "latest" || (tag === undefined && digest === undefined);
}

/** A name for the table: the type's own, or where the schema gives none, that of the struct around it and the field. */
function nameOf(type: SchemaType, path: FieldPath, root: SchemaType): string {
  if (type.type.named !== undefined) return type.type.named;
  const last = path.at(-1);
  const parent = typeAtPath(root, path.slice(0, -1));
  return last?.kind === "field" && parent?.type.named !== undefined ? `${parent.type.named}.${last.name}` : "";
}

function isBuiltIn({ object }: DefaultsOf): boolean {
  return bundledKind(object.apiVersion, object.kind) !== undefined;
}

function kindEntry({ object }: DefaultsOf, name: string): Entries {
  return own(own(table.kinds, `${object.apiVersion} ${object.kind}`) ?? {}, name) ?? {};
}

/** `is`: this value. `as`: a copy of a sibling. `by`: hangs on a sibling's feature. Empty: no default. */
export type Entry =
  | "unknown"
  | { readonly is: unknown }
  | { readonly as: string }
  | { readonly by: string; readonly cases: Readonly<Record<string, Entry>> }
  | Readonly<Record<string, never>>;
type Entries = Readonly<Record<string, Entry>>;

/** What holds for a type wherever it stands, and what holds in one kind only; fields that a tried type lacks have no default. */
export interface DefaultsTable {
  readonly version: string;
  readonly types: Readonly<Record<string, Entries>>;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, Entries>>>>;
}

const table = data as unknown as DefaultsTable;

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
