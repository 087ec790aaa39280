/**
 * How the API server's Go types of built-in kinds write a field that is empty; OpenAPI documents don't say it.
 * Invariant: a type that the table lacks has no such fields, or is no Go type. The table is made by scripts/goFields.
 * Counterpart in Go: the `json` tags of the types in k8s.io/api, of which the table is made.
 */
import { plainValue } from "../fieldpath/plainValue.ts";
import type { Value } from "../fieldpath/value.ts";
import data from "./goFields.json" with { type: "json" };
import type { TypeRef } from "./model.ts";

export interface GoFields {
  /** Fields that are always written, with what stands there when they are empty. */
  readonly written: ReadonlyMap<string, Value>;
  /** Scalars that are left out where they hold 0, "" or false. */
  readonly omitted: ReadonlySet<string>;
}

/** What is special about the fields of a named type. */
export function goFieldsOf({ named }: TypeRef): GoFields {
  if (named === undefined) return nothing;
  const known = decoded.get(named);
  if (known !== undefined) return known;
  const entry = Object.hasOwn(table, named) ? table[named] : undefined;
  const fields: GoFields = {
    written: new Map(Object.entries(entry?.written ?? {}).map(([name, zero]) => [name, plainValue(zero)])),
    omitted: new Set(entry?.omitted),
  };
  decoded.set(named, fields);
  return fields;
}

const table = data as Readonly<
  Record<string, { readonly written?: Readonly<Record<string, unknown>>; readonly omitted?: readonly string[] }>
>;
const nothing: GoFields = { written: new Map(), omitted: new Set() };
const decoded = new Map<string, GoFields>();
