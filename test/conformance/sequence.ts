/** `merge.sequence`: applies and updates of several managers on one object, one after the other. */
import { basename } from "node:path";
import { apply, type OwnedSet, type Owners, update } from "../../shared/apply/updater.ts";
import { compareNames } from "../../shared/fieldpath/compare.ts";
import { parseFieldsV1, printFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { pathsOf } from "../../shared/fieldpath/set.ts";
import { isList, stringAt, type Value, type ValueMap } from "../../shared/fieldpath/value.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { validate } from "../../shared/typed/validate.ts";
import type { Case } from "./data.ts";

interface State {
  readonly type: SchemaType;
  readonly value: Value;
  readonly owners: Owners;
}

/**
 * Whether sets are written and read again after each step, as a server does, so that integers in them become floats: recorded
 * cases say it by their file's name, our own by `stored`.
 */
export function isStored({ in: input, file }: Case): boolean {
  const stored = input.get("stored");
  return typeof stored === "boolean" ? stored : basename(file).includes("fuzz");
}

/** The answers to all steps. */
export function runSequence(vector: Case, typeOf: (input: ValueMap) => SchemaType): Value {
  const { in: input } = vector;
  const stored = isStored(vector);
  const steps = input.get("steps");
  let state: State = { type: typeOf(input), value: new Map(), owners: new Map() };
  return (isList(steps) ? steps : []).map((step) => {
    const result = runStep(state, step as ValueMap, typeOf);
    if (!("next" in result)) return result.answer;
    state = stored ? { ...result.next, owners: storeAndRead(result.next.owners) } : result.next;
    return describe(result.next);
  });
}

function runStep(
  state: State,
  step: ValueMap,
  typeOf: (input: ValueMap) => SchemaType,
): { readonly next: State } | { readonly answer: Value } {
  const { type, value, owners } = state;
  const verb = stringAt(step, "do");
  if (verb === "schema") {
    const next = typeOf(step);
    return isValid(value, next, false) ? { next: { ...state, type: next } } : failed;
  }
  const object = step.get("value") ?? null;
  if (!isValid(object, type, verb === "update")) return failed;
  const self = stringAt(step, "manager") ?? "";
  const write = { live: value, object, type, apiVersion: stringAt(step, "version") ?? "", owners, self, filter: <T>(set: T): T => set };
  const outcome = verb === "update" ? update(write) : apply(write, verb === "forceApply");
  if (outcome.kind === "failed") return failed;
  if (outcome.kind === "written") return { next: { type, value: outcome.object, owners: outcome.owners } };
  const conflicts = [...outcome.conflicts].sort(([a], [b]) => compareNames(a, b));
  const listed = conflicts.flatMap(([manager, set]) =>
    [...pathsOf(set)].map(
      (path) =>
        new Map([
          ["manager", manager],
          ["path", printPath(path)],
        ]),
    ),
  );
  return { answer: new Map([["conflicts", listed]]) };
}

const failed: { readonly answer: Value } = { answer: new Map([["error", true]]) };

function isValid(value: Value, type: SchemaType, allowDuplicates: boolean): boolean {
  return validate(value, type, { allowDuplicates }).length === 0;
}

function storeAndRead(owners: Owners): Owners {
  return new Map([...owners].map(([key, owned]) => [key, { ...owned, set: parseFieldsV1(printFieldsV1(owned.set)).set }]));
}

function describe({ value, owners }: State): Value {
  const managers = [...owners].sort(([a], [b]) => compareNames(a, b)).map(([manager, owned]) => describeOwner(manager, owned));
  return new Map<string, Value>([
    ["value", value],
    ["managers", managers],
  ]);
}

function describeOwner(manager: string, { set, apiVersion, applied }: OwnedSet): Value {
  return new Map<string, Value>([
    ["manager", manager],
    ["version", apiVersion],
    ["applied", applied],
    ["set", printFieldsV1(set)],
  ]);
}
