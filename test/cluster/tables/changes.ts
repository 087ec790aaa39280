/** One change after the other of an object: a value that the field has elsewhere, a field less, a field more. */
import { sameAmount } from "../../../shared/apply/quantity.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { elementType, fieldType, resolve } from "../../../shared/schema/resolve.ts";
import type { ClusterObject } from "../connect.ts";

export interface Change {
  /** Without the keys of list items: `.spec.containers[].image`; one that comes or goes: `.spec.containers[]`. */
  readonly path: string;
  readonly mode: "change" | "add" | "drop";
  readonly object: ClusterObject;
  /** What stands at the path. */
  read(object: unknown): unknown;
}

/** Values that were seen in a field of a type, as JSON. */
export type Pool = Map<string, Set<string>>;

/** Every change at or below a dotted path, or anywhere; the object's own values go into the pool. */
export function changesOf(object: ClusterObject, root: SchemaType, below: readonly string[] | undefined, pool: Pool): readonly Change[] {
  const changes: Change[] = [];
  const note = (path: string, mode: Change["mode"], at: readonly string[], value: unknown): void => {
    changes.push({ path, mode, object: replaced(object, at, value), read: (from) => valueAt(from, at) });
  };
  const visit = (value: unknown, type: SchemaType | undefined, at: readonly string[], path: string, field: string): void => {
    if (at.length > 0 && field !== "") remember(pool, field, value);
    const inside = (below ?? []).every((name, i) => at[i] === undefined || at[i] === name);
    if (!inside) return;
    const reached = at.length >= (below?.length ?? 0) && at.length > 0;
    if (Array.isArray(value)) {
      if (reached) for (const other of others(pool, field, value)) note(path, "change", at, other);
      const element = type && elementType(type);
      if (reached && value.length > 1) note(`${path}[]`, "drop", at, value.slice(0, -1));
      if (reached) for (const more of moreItems(pool, element?.type.named ?? "", value)) note(`${path}[]`, "add", at, [...value, more]);
      for (const [i, item] of value.entries()) visit(item, element, [...at, `${i}`], `${path}[]`, element?.type.named ?? "");
    } else if (typeof value === "object" && value !== null) {
      const fields = type === undefined ? undefined : resolve(type)?.map?.fields;
      if (fields === undefined || fields.size === 0) {
        if (reached) for (const other of [...others(pool, field, value), { ...value, more: "x" }]) note(path, "change", at, other);
        return;
      }
      for (const name of new Set([...fields.keys(), ...Object.keys(value)])) {
        if (at.length === 0 && ["apiVersion", "kind", "metadata", "status"].includes(name)) continue;
        const next = [...at, name];
        const key = `${type?.type.named ?? path}.${name}`;
        const child = (value as Record<string, unknown>)[name];
        if (child !== undefined) {
          if (next.length >= (below?.length ?? 0)) note(`${path}.${name}`, "drop", next, undefined);
          visit(child, type && fieldType(type, name), next, `${path}.${name}`, key);
        } else if (below === undefined || next.length >= below.length) {
          for (const other of others(pool, key, undefined)) note(`${path}.${name}`, "add", next, other);
        }
      }
    } else if (reached) {
      for (const other of [...others(pool, field, value), ...alike(value)]) note(path, "change", at, other);
    }
  };
  visit(object, root, [], "", "");
  return changes;
}

/** Another selector, with labels that it selects; alone it would be no valid object. */
export function withOtherSelector(object: ClusterObject): readonly Change[] {
  const spec = object.spec as { readonly selector?: { readonly matchLabels?: object }; readonly template?: object } | undefined;
  if (spec?.selector?.matchLabels === undefined || spec.template === undefined) return [];
  const labels = { app: "other" };
  const relabelled = replaced(object, ["spec", "template", "metadata", "labels"], labels);
  const changed = replaced(relabelled, ["spec", "selector"], { matchLabels: labels });
  return [{ path: ".spec.selector", mode: "change", object: changed, read: (from) => valueAt(from, ["spec", "selector"]) }];
}

function remember(pool: Pool, field: string, value: unknown): void {
  const known = pool.get(field) ?? new Set<string>();
  if (known.size < 8) pool.set(field, known.add(JSON.stringify(value)));
}

/** At most two other values that the field has elsewhere. */
function others(pool: Pool, field: string, value: unknown): readonly unknown[] {
  return [...(pool.get(field) ?? [])]
    .map((text) => JSON.parse(text) as unknown)
    .filter((other) => other !== null && !isSame(other, value))
    .slice(0, 2);
}

/** Equal, or another spelling of the same amounts, which a server takes even where nothing may change. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b || sameAmount(String(a), String(b));
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

/** Items that a list could have beside its own: of another list, and its last one under another name. */
function moreItems(pool: Pool, field: string, value: readonly unknown[]): readonly unknown[] {
  const last = value.at(-1) as { readonly name?: unknown; readonly metadata?: { readonly name?: unknown } } | undefined;
  if (typeof last?.name === "string") return [{ ...last, name: `${last.name}x` }, ...others(pool, field, undefined)];
  const { metadata } = last ?? {};
  const named = typeof metadata?.name === "string" ? [{ ...last, metadata: { ...metadata, name: `${metadata.name}x` } }] : [];
  return [...named, ...others(pool, field, undefined)];
}

/** Values that are made up. */
function alike(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [value + 1];
  if (typeof value === "boolean") return [!value];
  return typeof value === "string" ? [`${value}x`] : [];
}

function replaced(object: ClusterObject, at: readonly string[], value: unknown): ClusterObject {
  const copy = structuredClone(object);
  let parent = copy as Record<string, unknown>;
  for (const name of at.slice(0, -1)) parent = parent[name] as Record<string, unknown>;
  if (value === undefined) delete parent[at.at(-1) ?? ""];
  else parent[at.at(-1) ?? ""] = structuredClone(value);
  return copy;
}

function valueAt(object: unknown, at: readonly string[]): unknown {
  let value = object;
  for (const name of at) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
