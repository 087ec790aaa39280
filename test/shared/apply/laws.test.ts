import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apply, type Owners, update, type WriteOutcome } from "../../../shared/apply/updater.ts";
import { difference, emptySet, equalSets, type FieldSet, intersection, isEmpty, union } from "../../../shared/fieldpath/set.ts";
import type { Value } from "../../../shared/fieldpath/value.ts";
import { compare } from "../../../shared/typed/compare.ts";
import { fieldSetOf } from "../../../shared/typed/toFieldSet.ts";
import { anyPart, type Plain, partType } from "./anyObject.ts";
import { takenFromOthers } from "./keptOthers.ts";
import { value } from "./object.ts";

interface Step {
  readonly by: string;
  readonly verb: "apply" | "force" | "update";
  readonly object: Plain;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom("me", "ci", "hpa"),
  verb: fc.constantFrom("apply", "force", "update"),
  object: anyPart,
});

interface State {
  readonly object: Value;
  readonly owners: Owners;
}

function run({ object, owners }: State, step: Step): WriteOutcome {
  const write = {
    live: object,
    object: value(step.object),
    type: partType,
    apiVersion: "v1",
    owners,
    self: step.by,
    filter: <T>(set: T): T => set,
  };
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

function othersOf(owners: Owners, self: string): FieldSet {
  return [...owners].filter(([key]) => key !== self).reduce((set, [, owned]) => union(set, owned.set), emptySet);
}

describe("laws of apply", () => {
  // An object that loses its last field is null to the library; a real one keeps its kind and name.
  test("applying twice is applying once", () =>
    check((state, step) => {
      const first = run(state, { ...step, verb: "force" });
      if (first.kind !== "written" || first.object === null) return;
      const second = run(first, { ...step, verb: "apply" });
      expect(second.kind === "written" && second.unchanged && sameOwners(second.owners, first.owners)).toBe(true);
    }));

  test("without force nobody's field is changed, and one goes only with what the applier alone owned around it", () =>
    check((state, step) => {
      const outcome = run(state, { ...step, verb: "apply" });
      if (outcome.kind !== "written") return;
      const [last, now] = [state.owners, outcome.owners].map((owners) => owners.get(step.by)?.set ?? emptySet) as [FieldSet, FieldSet];
      const others = othersOf(state.owners, step.by);
      expect(takenFromOthers({ before: state.object, after: outcome.object, last, now, others }, partType)).toEqual([]);
    }));

  test("the applier owns exactly what it applied", () =>
    check((state, step) => {
      const outcome = run(state, { ...step, verb: "force" });
      if (outcome.kind !== "written") return;
      expect(equalSets(outcome.owners.get(step.by)?.set ?? emptySet, fieldSetOf(value(step.object), partType))).toBe(true);
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
      const { modified, added } = compare(state.object, outcome.object, partType);
      expect(isEmpty(intersection(union(modified, added), othersOf(outcome.owners, step.by)))).toBe(true);
      expect(isEmpty(difference(union(modified, added), outcome.owners.get(step.by)?.set ?? emptySet))).toBe(true);
    }));
});

function sameOwners(a: Owners, b: Owners): boolean {
  return a.size === b.size && [...a].every(([key, owned]) => equalSets(owned.set, b.get(key)?.set ?? emptySet));
}
