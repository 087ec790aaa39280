/**
 * Which fields of a built-in kind the API server never lets anybody change, from a table that was learned from a real server
 * (test/cluster/tables). A kind or field without an entry is not claimed to be immutable.
 */
import { sameAmount } from "../apply/quantity.ts";
import { equalValues } from "../fieldpath/compare.ts";
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, valueAt } from "../fieldpath/value.ts";
import data from "../schema/immutable.json" with { type: "json" };
import type { SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { indexItems } from "../typed/indexItems.ts";
import type { Snapshot } from "./snapshot.ts";

/** A change of what never changes. */
export interface FrozenChange {
  /** The first place where both differ. */
  readonly path: FieldPath;
  readonly live: Value;
  readonly sent: Value;
  /** What never changes as a whole, as the table has it: `.spec.template`. */
  readonly frozen: string;
  /** The server's words. */
  readonly reason: string;
}

/**
 * Each immutable field that the manifest writes otherwise than live. Fields that it leaves out are no change: the server keeps or defaults
 * them, as it does in volumeClaimTemplates; other spellings of one amount are none either.
 */
export function frozenChanges({ object, live, kind }: Pick<Snapshot, "object" | "live" | "kind">): readonly FrozenChange[] {
  if (live.state !== "live") return [];
  const name = `${object.apiVersion} ${object.kind}`;
  const found: FrozenChange[] = [];
  for (const state of statesOf(name)) {
    if (!isInState(live.live.object, state.slice(name.length + 1))) continue;
    for (const [reason, paths] of Object.entries(Object.hasOwn(table, state) ? (table[state] ?? {}) : {})) {
      for (const frozen of paths) {
        const steps = frozen.match(/\.[^.[]+|\[\]/g) ?? [];
        for (const change of changesAt(steps, [], object.value, live.live.object, kind.type)) found.push({ ...change, frozen, reason });
      }
    }
  }
  return found;
}

const table = data.kinds as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The entries of a kind: for all its objects, and for those in a state. */
function statesOf(name: string): readonly string[] {
  return Object.keys(table).filter((key) => key === name || key.startsWith(`${name} `));
}

/** `.immutable`: that field is true; with `!` it is not; nothing: always. */
function isInState(live: Value, state: string): boolean {
  if (state === "") return true;
  const steps = state.replace(/^!?\./, "").split(".");
  return (valueAt(live, ...steps) === true) !== state.startsWith("!");
}

type Difference = Pick<FrozenChange, "path" | "live" | "sent">;

/** The differences at a path of the table, one for each item that it leads through. */
function changesAt(steps: readonly string[], at: FieldPath, sent: Value, live: Value, type: SchemaType): readonly Difference[] {
  const [step, ...rest] = steps;
  if (step === undefined) {
    const difference = firstDifference(at, sent, live, type);
    return difference === undefined ? [] : [difference];
  }
  if (step === "[]") return pairs(at, sent, live, type).flatMap((pair) => changesAt(rest, pair.path, pair.sent, pair.live, pair.type));
  const name = step.slice(1);
  const [own, other, below] = [valueAt(sent, name), valueAt(live, name), fieldType(type, name)];
  if (own === undefined || own === null || other === undefined || below === undefined) return [];
  return changesAt(rest, [...at, field(name)], own, other, below);
}

function firstDifference(path: FieldPath, sent: Value, live: Value, type: SchemaType): Difference | undefined {
  if (isMap(sent) && isMap(live)) {
    const atomic = resolve(type)?.map?.relationship === "atomic";
    if (atomic && [...live.keys()].some((key) => !sent.has(key) && resolve(type)?.map?.fields.has(key) !== true))
      return { path, sent, live };
    for (const [key, own] of sent) {
      const [other, below] = [live.get(key), fieldType(type, key)];
      if (own === null || below === undefined) continue;
      if (other === undefined) {
        if (!isEmpty(own)) return { path: [...path, field(key)], sent: own, live: null };
        continue;
      }
      const difference = firstDifference([...path, field(key)], own, other, below);
      if (difference !== undefined) return atomic ? { path, sent, live } : difference;
    }
    return undefined;
  }
  if (isList(sent) && isList(live)) {
    const keyed = resolve(type)?.list?.relationship === "associative";
    if (!keyed && sent.length !== live.length) return { path, sent, live };
    const all = pairs(path, sent, live, type);
    if (keyed && all.length < sent.length) return { path, sent, live };
    for (const pair of all) {
      const difference = firstDifference(pair.path, pair.sent, pair.live, pair.type);
      if (difference !== undefined) return keyed ? difference : { path, sent, live };
    }
    return undefined;
  }
  return isSame(sent, live, type) ? undefined : { path, sent, live };
}

/** Items of both lists that belong together: by their keys, else by their place. */
function pairs(path: FieldPath, sent: Value, live: Value, type: SchemaType): readonly (Difference & { readonly type: SchemaType })[] {
  const [list, element] = [resolve(type)?.list, elementType(type)];
  if (!isList(sent) || !isList(live) || list === undefined || element === undefined) return [];
  if (list.relationship !== "associative") {
    return sent.flatMap((item, index) => {
      const other = live[index];
      return other === undefined ? [] : [{ path: [...path, { kind: "index" as const, index }], sent: item, live: other, type: element }];
    });
  }
  const others = indexItems(live, list, type.schema);
  return [...indexItems(sent, list, type.schema)].flatMap(([text, { element: at, items }]) => {
    const [own, other] = [items[0], others.get(text)?.items[0]];
    return own === undefined || other === undefined ? [] : [{ path: [...path, at], sent: own, live: other, type: element }];
  });
}

function isSame(sent: Value, live: Value, type: SchemaType): boolean {
  if (equalValues(sent, live)) return true;
  if (isMap(sent) || isList(sent) || isMap(live) || isList(live) || resolve(type)?.scalar !== "untyped") return false;
  return String(sent) === String(live) || sameAmount(String(sent), String(live));
}

function isEmpty(value: Value): boolean {
  return value === "" || value === 0 || value === false || (isMap(value) && value.size === 0) || (isList(value) && value.length === 0);
}
