/**
 * What the API server never lets anybody change in a built-in kind, from a table that was learned from a real server (test/cluster/tables).
 * Invariant: a kind or field without an entry is not claimed to be immutable.
 */
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { isList, type Value, valueAt } from "../fieldpath/value.ts";
import data from "../schema/immutable.json" with { type: "json" };
import type { SchemaType } from "../schema/model.ts";
import { fieldType, resolve } from "../schema/resolve.ts";
import { indexItems } from "../typed/indexItems.ts";
import { type Difference, firstDifference, pairs } from "./difference.ts";
import type { Frozen, FrozenChange, Written } from "./immutable.ts";

/** The changes in what the manifest writes. */
export function changedByTable({ object, live, kind }: Written): readonly FrozenChange[] {
  return entriesOf(object, live).flatMap((entry) =>
    changesAt(entry.steps, [], object.value, live, kind.type).map((change) => ({ ...change, ...entry })),
  );
}

/** What a field is part of that never changes; an item of a list none of whose items may go. */
export function frozenByTable({ object, live }: Written, path: FieldPath): Frozen | undefined {
  return entriesOf(object, live).find(({ steps }) => {
    if (steps.at(-1) === "[]" && steps.length !== path.length) return false;
    return steps.every((step, i) => {
      const element = path[i];
      return element !== undefined && (element.kind === "field" ? step === `.${element.name}` : step === "[]");
    });
  });
}

interface Entry extends Frozen {
  readonly steps: readonly string[];
}

const table = data.kinds as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The table's entries for a kind: those for all its objects, and those for objects in the state of the live one. */
function entriesOf({ apiVersion, kind }: Written["object"], live: Value): readonly Entry[] {
  const name = `${apiVersion} ${kind}`;
  const states = Object.keys(table).filter((key) => key === name || key.startsWith(`${name} `));
  const own = states
    .filter((state) => isInState(live, state.slice(name.length + 1)))
    .flatMap((state) => Object.entries(table[state] ?? {}));
  return own.flatMap(([reason, paths]) =>
    paths.map((path) => ({ frozen: path.replace(/\[\]$/, ""), reason, byDefinition: false, steps: path.match(/\.[^.[]+|\[\]/g) ?? [] })),
  );
}

/** `.immutable`: that field is true; with `!` it is not; nothing: always. */
function isInState(live: Value, state: string): boolean {
  if (state === "") return true;
  const steps = state.replace(/^!?\./, "").split(".");
  return (valueAt(live, ...steps) === true) !== state.startsWith("!");
}

/** Of a list none of whose items may come or go. */
function newItems(at: FieldPath, sent: Value, live: Value, type: SchemaType): readonly Difference[] {
  const list = resolve(type)?.list;
  if (!isList(sent) || !isList(live) || list === undefined) return [];
  if (list.relationship !== "associative") return sent.length === live.length ? [] : [{ path: at, sent, live }];
  const known = indexItems(live, list, type.schema);
  return [...indexItems(sent, list, type.schema)].flatMap(
    ([
      text,
      {
        element,
        items: [item],
      },
    ]) => (known.has(text) || item === undefined ? [] : [{ path: [...at, element], sent: item, live: null }]),
  );
}

/** The differences at a path of the table, one for each item that it leads through. */
function changesAt(steps: readonly string[], at: FieldPath, sent: Value, live: Value, type: SchemaType): readonly Difference[] {
  const [step, ...rest] = steps;
  if (step === undefined) {
    const difference = firstDifference(at, sent, live, type);
    return difference === undefined ? [] : [difference];
  }
  if (step === "[]" && rest.length === 0) return newItems(at, sent, live, type);
  if (step === "[]") return pairs(at, sent, live, type).flatMap((pair) => changesAt(rest, pair.path, pair.sent, pair.live, pair.type));
  const name = step.slice(1);
  const [own, other, below] = [valueAt(sent, name), valueAt(live, name), fieldType(type, name)];
  if (own === undefined || own === null || other === undefined || below === undefined) return [];
  return changesAt(rest, [...at, field(name)], own, other, below);
}
