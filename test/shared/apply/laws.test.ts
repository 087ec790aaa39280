import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apply, type Owners, update, type WriteOutcome } from "../../../shared/apply/updater.ts";
import { difference, emptySet, equalSets, intersection, isEmpty, union } from "../../../shared/fieldpath/set.ts";
import type { Value } from "../../../shared/fieldpath/value.ts";
import { schemaFromSmd } from "../../../shared/schema/fromSmd.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { compare } from "../../../shared/typed/compare.ts";
import { fieldSetOf } from "../../../shared/typed/toFieldSet.ts";
import { value } from "./object.ts";

const type: SchemaType = {
  schema: schemaFromSmd(
    value({
      types: [
        {
          name: "t",
          map: {
            fields: [
              { name: "size", type: { scalar: "numeric" } },
              { name: "labels", type: { map: { elementType: { scalar: "string" } } } },
              { name: "selector", type: { map: { elementType: { scalar: "string" }, elementRelationship: "atomic" } } },
              { name: "tags", type: { list: { elementType: { scalar: "string" }, elementRelationship: "associative" } } },
              { name: "args", type: { list: { elementType: { scalar: "string" }, elementRelationship: "atomic" } } },
              { name: "items", type: { list: { elementType: { namedType: "item" }, elementRelationship: "associative", keys: ["name"] } } },
              { name: "inner", type: { namedType: "t" } },
            ],
          },
        },
        {
          name: "item",
          map: {
            fields: [
              { name: "name", type: { scalar: "string" } },
              { name: "value", type: { scalar: "string" } },
            ],
          },
        },
      ],
    }),
  ),
  type: { named: "t" },
};

const word = fc.constantFrom("a", "b", "c");
const { object: anyObject } = fc.letrec<{ object: Record<string, unknown> }>((tie) => ({
  object: fc.record(
    {
      size: fc.nat(2),
      labels: fc.dictionary(word, word, { maxKeys: 3 }),
      selector: fc.dictionary(word, word, { maxKeys: 2 }),
      tags: fc.uniqueArray(word, { maxLength: 3 }),
      args: fc.array(word, { maxLength: 2 }),
      items: fc.uniqueArray(fc.record({ name: word, value: word }, { requiredKeys: ["name"] }), {
        selector: ({ name }) => name,
        maxLength: 3,
      }),
      inner: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.constant({}), tie("object")),
    },
    { requiredKeys: [] },
  ),
}));

interface Step {
  readonly by: string;
  readonly verb: "apply" | "force" | "update";
  readonly object: Record<string, unknown>;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom("me", "ci", "hpa"),
  verb: fc.constantFrom("apply", "force", "update"),
  object: anyObject,
});

interface State {
  readonly object: Value;
  readonly owners: Owners;
}

function run({ object, owners }: State, step: Step): WriteOutcome {
  const write = { live: object, object: value(step.object), type, apiVersion: "v1", owners, self: step.by, filter: <T>(set: T): T => set };
  return step.verb === "update" ? update(write) : apply(write, step.verb === "force");
}

/** The state after some steps, refused ones left out. */
function after(steps: readonly Step[]): State {
  return steps.reduce<State>(
    (state, step) => {
      const outcome = run(state, step);
      return outcome.kind === "written" ? { object: outcome.object, owners: outcome.owners } : state;
    },
    { object: new Map(), owners: new Map() },
  );
}

const check = (law: (state: State, step: Step) => void): void => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 5 }), anyStep, (steps, step) => law(after(steps), step)),
    { numRuns: 500 },
  );
};

function othersOf(owners: Owners, self: string) {
  return [...owners].filter(([key]) => key !== self).reduce((set, [, owned]) => union(set, owned.set), emptySet);
}

describe("laws of apply", () => {
  // Nobody owns an empty list or map of items, so what a manifest writes as empty may be left out, or left as null, at first.
  test("applying twice is applying once", () =>
    check((state, step) => {
      const first = run(state, { ...step, verb: "force" });
      if (first.kind !== "written" || /\[\]|\{\}/.test(JSON.stringify(step.object))) return;
      const second = run(first, { ...step, verb: "apply" });
      expect(second.kind === "written" && second.unchanged && sameOwners(second.owners, first.owners)).toBe(true);
    }));

  test("without force nobody's field is changed or added to", () =>
    check((state, step) => {
      const outcome = run(state, { ...step, verb: "apply" });
      if (outcome.kind !== "written") return;
      const { modified, added } = compare(state.object, outcome.object, type);
      expect(isEmpty(intersection(union(modified, added), othersOf(state.owners, step.by)))).toBe(true);
    }));

  test("the applier owns exactly what it applied", () =>
    check((state, step) => {
      const outcome = run(state, { ...step, verb: "force" });
      if (outcome.kind !== "written") return;
      expect(equalSets(outcome.owners.get(step.by)?.set ?? emptySet, fieldSetOf(value(step.object), type))).toBe(true);
    }));

  test("a conflict names only fields that exactly another manager owns", () =>
    check((state, step) => {
      const outcome = run(state, { ...step, verb: "apply" });
      if (outcome.kind !== "conflict") return;
      for (const [key, set] of outcome.conflicts) {
        expect(key).not.toBe(step.by);
        expect(isEmpty(difference(set, state.owners.get(key)?.set ?? emptySet))).toBe(true);
      }
    }));

  test("after an update nobody but the writer owns what it changed", () =>
    check((state, step) => {
      const outcome = run(state, { ...step, verb: "update" });
      if (outcome.kind !== "written") return;
      const { modified, added } = compare(state.object, outcome.object, type);
      expect(isEmpty(intersection(union(modified, added), othersOf(outcome.owners, step.by)))).toBe(true);
      expect(isEmpty(difference(union(modified, added), outcome.owners.get(step.by)?.set ?? emptySet))).toBe(true);
    }));
});

function sameOwners(a: Owners, b: Owners): boolean {
  return a.size === b.size && [...a].every(([key, owned]) => equalSets(owned.set, b.get(key)?.set ?? emptySet));
}
