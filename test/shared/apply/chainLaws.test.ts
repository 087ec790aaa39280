/** Laws of the whole way of an apply: records decoded from a stored object, predicted, written back and read again. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { identityText } from "../../../shared/apply/identity.ts";
import { decodeManagedFields, encodeManagedFields } from "../../../shared/apply/managedFields.ts";
import type { ApplyOutcome, DecodedObject, ManagedFieldsEntry } from "../../../shared/apply/model.ts";
import { predictApply } from "../../../shared/apply/predictApply.ts";
import { predictUpdate } from "../../../shared/apply/predictUpdate.ts";
import { parseJson, printJson } from "../../../shared/fieldpath/json.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import { emptySet, equalSets, type FieldSet, has, union } from "../../../shared/fieldpath/set.ts";
import { isMap, type Value, valueAt } from "../../../shared/fieldpath/value.ts";
import { anyWidget, type Plain, widgetType } from "./anyObject.ts";
import { takenFromOthers } from "./keptOthers.ts";
import { value } from "./object.ts";

interface Step {
  readonly by: string;
  readonly verb: "apply" | "force" | "update";
  readonly object: Plain;
}
// Without the last-applied annotation `kubectl` is a manager like any other.
const anyStep: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom("me", "ci", "kubectl"),
  verb: fc.constantFrom("apply", "force", "update"),
  object: anyWidget,
});

type Live = DecodedObject | undefined;

function applied(live: Live, step: Step, time: string): ApplyOutcome {
  return predictApply({
    live,
    config: value(step.object),
    type: widgetType,
    typeAt: () => widgetType,
    manager: step.by,
    force: step.verb === "force",
    subresource: "",
    resetFields: emptySet,
    time,
  });
}

/** As a server keeps it: as text. */
function stored(object: Value, records: readonly ManagedFieldsEntry[]): DecodedObject {
  const metadata = valueAt(object, "metadata");
  const encoded = encodeManagedFields(records);
  const kept = new Map([...(isMap(metadata) ? metadata : []), ...(encoded === undefined ? [] : [["managedFields", encoded] as const])]);
  const whole = new Map([...(isMap(object) ? object : []), ["metadata", kept] as const]);
  const read = parseJson(printJson(whole)).value;
  const { entries: managedFields, problems } = decodeManagedFields(read);
  return { object: read, managedFields, problems };
}

function after(live: Live, step: Step, at: number): Live {
  const time = `2026-01-01T00:00:0${at}Z`;
  if (step.verb === "update") {
    const object = value(step.object);
    const written = { live, object, type: widgetType, manager: step.by, subresource: "", resetFields: emptySet, time };
    return stored(object, predictUpdate(written));
  }
  const outcome = applied(live, step, time);
  return outcome.verdict === "accepted" ? stored(outcome.object, outcome.managedFields) : live;
}

const check = (law: (live: DecodedObject, step: Step) => void): void => {
  const states = fc.array(anyStep, { minLength: 1, maxLength: 5 }).map((steps) => steps.reduce<Live>(after, undefined));
  const last = anyStep.map((step) => ({ ...step, verb: "apply" as const }));
  fc.assert(
    fc.property(states, last, (live, step) => {
      if (live !== undefined) law(live, step);
    }),
    { numRuns: 300 },
  );
};

const now = "2026-02-01T00:00:00Z";

function owned(entries: readonly ManagedFieldsEntry[], wanted: (entry: ManagedFieldsEntry) => boolean): FieldSet {
  return entries.filter(wanted).reduce((set, { fields }) => union(set, fields), emptySet);
}

describe("laws of the whole chain", () => {
  test("what is stored reads back as the same records, in their order", () =>
    check((live) => {
      const again = stored(live.object, live.managedFields);
      expect(live.problems).toEqual([]);
      expect(again.managedFields.map(identityText)).toEqual(live.managedFields.map(identityText));
      expect(again.managedFields.every(({ fields }, at) => equalSets(fields, live.managedFields[at]?.fields ?? emptySet))).toBe(true);
    }));

  test("an apply predicted clean has no conflict when it is replayed, and then changes nothing", () =>
    check((live, step) => {
      const first = applied(live, step, now);
      if (first.verdict !== "accepted") return;
      const result = stored(first.object, first.managedFields);
      expect(applied(result, step, "2026-03-01T00:00:00Z")).toMatchObject({ verdict: "accepted", unchanged: true });
      const forced = applied(result, { ...step, verb: "force" }, "2026-03-01T00:00:00Z");
      expect(forced).toMatchObject({ verdict: "accepted", unchanged: true, managedFields: result.managedFields });
    }));

  test("force changes nothing about an apply that is clean without it", () =>
    check((live, step) => {
      const outcome = applied(live, step, now);
      if (outcome.verdict === "accepted") expect(applied(live, { ...step, verb: "force" }, now)).toEqual(outcome);
    }));

  test("without force nobody's field is changed, and one goes only with what the applier alone owned around it", () =>
    check((live, step) => {
      const outcome = applied(live, step, now);
      if (outcome.verdict !== "accepted") return;
      const isSelf = (entry: ManagedFieldsEntry): boolean => entry.manager === step.by && entry.operation === "Apply";
      const observed = {
        before: stored(live.object, []).object,
        after: stored(outcome.object, []).object,
        last: owned(live.managedFields, isSelf),
        now: owned(outcome.managedFields, isSelf),
        others: owned(live.managedFields, (entry) => !isSelf(entry)),
      };
      expect(takenFromOthers(observed, widgetType)).toEqual([]);
    }));

  test("every field in conflict is the other's, is named in the message, and is the applier's alone after force", () =>
    check((live, step) => {
      const outcome = applied(live, step, now);
      if (outcome.verdict !== "conflict") return;
      const forced = applied(live, { ...step, verb: "force" }, now);
      // Pruning may leave a null behind that validation refuses.
      if (forced.verdict === "refused") return;
      if (forced.verdict !== "accepted") throw new Error(`force: ${forced.verdict}`);
      for (const { manager, path } of outcome.conflicts) {
        const identity = identityText(manager);
        const isOther = (entry: ManagedFieldsEntry): boolean => identityText(entry) === identity;
        const isInvented = live.managedFields.length === 0 && manager.manager === "before-first-apply";
        expect(isInvented || has(owned(live.managedFields, isOther), path)).toBe(true);
        expect(has(owned(forced.managedFields, isOther), path)).toBe(false);
        expect(outcome.message).toContain(printPath(path));
      }
    }));
});
