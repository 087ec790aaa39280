/**
 * What the API server said to a dry run, beside what we had predicted: whether both agree, and where they don't, why.
 * Invariant: whatever only a write brings with it (resourceVersion, uid, generation, times) is never a difference.
 */
import { conflictCause } from "../apply/conflictText.ts";
import { identityText } from "../apply/identity.ts";
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { equalValues } from "../fieldpath/compare.ts";
import { type FieldPath, fieldPath, isAtOrBelow } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { difference, emptySet, type FieldSet, has, pathsOf, union } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { typeAtPath, valueAtPath } from "../typed/atPath.ts";
import { compare } from "../typed/compare.ts";
import { decodeLive } from "./decodeLive.ts";
import { withDefaults } from "./defaults.ts";
import { type Prediction, predictRequest } from "./predict.ts";
import type { Cause, DryRunOutcome, Snapshot } from "./snapshot.ts";
import { scalarSpelling } from "./spelling.ts";
import { nothing } from "./words/changes.ts";
import * as words from "./words/verifying.ts";
import { listed, shortValue } from "./words.ts";

/** One place where the server's answer is another than ours. */
export type Difference =
  /**
   * Absent from what was merged: `defaulted`, `admitted` (put in by admission), `filledIn` (one of both). `canonical`: the same, written
   * otherwise.
   * `reset`: this endpoint does not write it. `changed`: by admission or a conversion.
   */
  | {
      readonly cause: "defaulted" | "admitted" | "filledIn" | "canonical" | "reset" | "changed";
      readonly path: FieldPath;
      readonly predicted: Value | undefined;
      readonly server: Value | undefined;
    }
  | { readonly cause: "conflictMissed" | "conflictNotThere"; readonly conflict: Cause }
  /** A manager would own other fields than we said. */
  | { readonly cause: "owners"; readonly manager: ManagedFieldsEntry; readonly paths: readonly FieldPath[] };

export interface Verification {
  /** `decided`: we had left it to the server. Expected differences are no disagreement. */
  readonly outcome: "agrees" | "differs" | "decided";
  readonly answer: DryRunOutcome;
  readonly differences: readonly Difference[];
}

/** Compares a dry run's answer with the prediction of the snapshot whose object was sent. */
export function verify(snapshot: Snapshot, answer: DryRunOutcome): Verification {
  const prediction = predictRequest(snapshot);
  const differences = answer.kind === "accepted" ? acceptance(snapshot, prediction, answer.object) : refusal(prediction, answer);
  if (prediction.verdict === "undecided") return { outcome: "decided", answer, differences };
  const expected = answer.kind === "accepted" ? prediction.result !== undefined : isForeseen(prediction, answer.code);
  const agrees = expected && differences.every(isExpected);
  return { outcome: agrees ? "agrees" : "differs", answer, differences };
}

/** What no prediction claims to know: values that are filled in, and the same value in canonical form. */
export function isExpected({ cause }: Difference): boolean {
  return cause === "defaulted" || cause === "admitted" || cause === "filledIn" || cause === "canonical";
}

/** Whether we said that it would be refused, and for that reason. */
function isForeseen({ verdict }: Prediction, code: number): boolean {
  return code === 409 ? verdict === "conflict" || verdict === "refused" : verdict === "refused";
}

function refusal({ conflicts }: Prediction, { code, causes }: Extract<DryRunOutcome, { kind: "refused" }>): readonly Difference[] {
  if (code !== 409) return [];
  const ours = conflicts.flatMap(({ path, managers }) => managers.map((manager) => conflictCause({ manager, path })));
  return [
    ...without(causes, ours).map((conflict) => ({ cause: "conflictMissed" as const, conflict })),
    ...without(ours, causes).map((conflict) => ({ cause: "conflictNotThere" as const, conflict })),
  ];
}

function without(causes: readonly Cause[], others: readonly Cause[]): readonly Cause[] {
  const known = new Set(others.map(({ field, message }) => `${field}\n${message}`));
  return causes.filter(({ field, message }) => !known.has(`${field}\n${message}`));
}

function acceptance(snapshot: Snapshot, { conflicts, result }: Prediction, object: Value): readonly Difference[] {
  const notThere = conflicts.flatMap(({ path, managers }) =>
    managers.map((manager) => ({ cause: "conflictNotThere" as const, conflict: conflictCause({ manager, path }) })),
  );
  if (result === undefined) return notThere;
  const { type, resetFields } = snapshot.kind;
  const { removed, modified, added } = compare(result.object, object, type);
  const values = highest(union(union(removed, modified), added)).filter((path) => !ofTheWrite.some((own) => isAtOrBelow(path, own)));
  const filled = withDefaults(snapshot, [], result.object);
  return [
    ...values.map((path): Difference => {
      const predicted = valueAtPath(result.object, path, type);
      const server = valueAtPath(object, path, type);
      const reset = server === undefined && [...pathsOf(resetFields)].some((root) => isAtOrBelow(path, root));
      const same = scalarSpelling(predicted, server, typeAtPath(type, path)) !== undefined;
      const cause = reset ? "reset" : predicted === undefined ? additionOf(filled, path, server, type) : same ? "canonical" : "changed";
      return { cause, path, predicted, server };
    }),
    ...owners(result.managedFields, decodeLive(object).managedFields),
  ];
}

/** Where a value comes from that nobody sent. */
function additionOf(
  { value, sure }: ReturnType<typeof withDefaults>,
  path: FieldPath,
  server: Value | undefined,
  type: SchemaType,
): "defaulted" | "admitted" | "filledIn" {
  const expected = valueAtPath(value, path, type);
  if (expected !== undefined && server !== undefined && equalValues(expected, server)) return "defaulted";
  return sure ? "admitted" : "filledIn";
}

/** What a write itself brings, dry run or not. */
const ofTheWrite: readonly FieldPath[] = ["resourceVersion", "uid", "generation", "creationTimestamp", "managedFields", "selfLink"].map(
  (name) => fieldPath("metadata", name),
);

/** The paths of a set that have no parent in it. */
function highest(set: FieldSet): readonly FieldPath[] {
  return [...pathsOf(set)].filter((path) => !path.some((_, length) => length > 0 && has(set, path.slice(0, length))));
}

/** Managers by identity, each with the paths that only one side gives them. */
function owners(predicted: readonly ManagedFieldsEntry[], server: readonly ManagedFieldsEntry[]): readonly Difference[] {
  const ours = new Map(predicted.map((entry) => [identityText(entry), entry]));
  const theirs = new Map(server.map((entry) => [identityText(entry), entry]));
  return [...new Map([...ours, ...theirs])].flatMap(([id, manager]): readonly Difference[] => {
    const [a, b] = [ours.get(id)?.fields ?? emptySet, theirs.get(id)?.fields ?? emptySet];
    const paths = [...pathsOf(union(difference(a, b), difference(b, a)))];
    return paths.length === 0 ? [] : [{ cause: "owners", manager, paths }];
  });
}

/** One finished sentence for a difference; secret values print as their length. */
export function differenceText(found: Difference): string {
  switch (found.cause) {
    case "conflictMissed":
      return words.conflictMissed(found.conflict.field, found.conflict.message);
    case "conflictNotThere":
      return words.conflictNotThere(found.conflict.field, found.conflict.message);
    case "owners":
      return words.ownersDiffer(found.manager.manager, found.manager.operation, listed(found.paths.map(printPath)));
    case "reset":
      return words.notWritten(printPath(found.path));
    case "changed":
      return words.changedThere(printPath(found.path), shown(found.server), shown(found.predicted));
    default:
      return words.additions[found.cause](printPath(found.path), shown(found.server));
  }
}

function shown(value: Value | undefined): string {
  return value === undefined ? nothing : shortValue(value);
}
