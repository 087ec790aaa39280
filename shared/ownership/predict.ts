/**
 * What the API server would do with an apply of one manifest object, and how sure that is.
 * Invariant: `conflicts` holds only what may be claimed: no guess from an unknown schema, nothing at or above a placeholder.
 * What is left out of it turns "accepted" into "undecided", never the other way round.
 */

import { sameRecords } from "../apply/acceptedOutcome.ts";
import type { Certainty, Conflict, ManagedFieldsEntry, ManagerIdentity } from "../apply/model.ts";
import { predictApply } from "../apply/predictApply.ts";
import { equalValues } from "../fieldpath/compare.ts";
import { type FieldPath, fieldPath, isAtOrBelow } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { leaves, pathsOf } from "../fieldpath/set.ts";
import { isList, isMap, type Value, valueAt } from "../fieldpath/value.ts";
import { holdsPlaceholder, touchesPlaceholder } from "../manifest/placeholders.ts";
import { bundledKind } from "../schema/bundled.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { compare } from "../typed/compare.ts";
import { withDefaults } from "./defaults.ts";
import { liveForApply } from "./fluxAdoption.ts";
import { once } from "./once.ts";
import { hiddenAsData } from "./secretData.ts";
import { deployedObject, placeOf, sentObject } from "./sentObject.ts";
import type { LiveObject, Snapshot } from "./snapshot.ts";
import * as evidence from "./words/evidence.ts";
import { staleText } from "./words.ts";

/** The answer to "what would an apply of this do?" */
export interface Prediction {
  readonly verdict: "unchanged" | "changes" | "creates" | "conflict" | "refused" | "undecided";
  /** One per path, in the server's order. */
  readonly conflicts: readonly FieldConflict[];
  /** What the API server prints when it refuses, byte for byte; undefined where it does not. */
  readonly serverMessage: string | undefined;
  /** The object and its records after the apply; undefined where it is not accepted. */
  readonly result: { readonly object: Value; readonly managedFields: readonly ManagedFieldsEntry[] } | undefined;
  /** Why the answer is not certain; empty where it is. */
  readonly uncertain: readonly string[];
}

/** A field that others hold with another value, both values and all who hold it. */
export interface FieldConflict {
  readonly path: FieldPath;
  readonly managers: readonly ManagedFieldsEntry[];
  readonly live: Value | undefined;
  readonly sent: Value | undefined;
  readonly certainty: Certainty;
}

/** The prediction of a snapshot; computed once. */
export const predict: (snapshot: Snapshot) => Prediction = once((snapshot) => compute(snapshot, deployedObject(snapshot), liveForApply));

/** That of the request alone, without what Flux does before it: what a dry run asks. */
export const predictRequest: (snapshot: Snapshot) => Prediction = once((snapshot) =>
  compute(snapshot, sentObject(snapshot), (_, live) => live),
);

function compute(snapshot: Snapshot, config: Value, liveBefore: (snapshot: Snapshot, live: LiveObject) => LiveObject): Prediction {
  const { as, kind, live } = snapshot;
  if (live.state !== "live" && live.state !== "absent") return undecided(evidence.noLiveToCompare);
  const stale = staleText(live, snapshot.now);
  if (stale !== undefined) return undecided(stale);
  if (!as.decided) return undecided(evidence.nobodyKnowsWho);
  if (as.with !== "server-side") {
    return live.state === "absent" ? created(snapshot, answer("creates")) : undecided(evidence.clientSide(as.manager));
  }

  const outcome = predictApply({
    live: live.state === "live" ? liveBefore(snapshot, live.live) : undefined,
    config,
    type: kind.type,
    typeAt: kind.typeAt,
    manager: as.manager,
    force: as.force === true,
    subresource: "",
    resetFields: kind.resetFields,
  });
  switch (outcome.verdict) {
    case "accepted": {
      const result = { ...outcome, object: hiddenAsData(outcome.object) };
      const uncertain = unknownSchema(snapshot);
      if (outcome.created) return created(snapshot, { ...answer("creates"), result, uncertain });
      if (outcome.unchanged || isFilledInAgain(snapshot, result)) return { ...answer("unchanged"), result, uncertain };
      if (!isFilledInLater(snapshot, result)) return { ...answer("changes"), result, uncertain };
      return { ...answer("undecided"), result, uncertain: [...uncertain, evidence.filledInDecides] };
    }
    case "refused":
      if (outcome.path !== undefined && touchesPlaceholder(snapshot.object, outcome.path, kind.type)) {
        return undecided(evidence.filledInDecides);
      }
      return { ...answer("refused"), serverMessage: outcome.message, uncertain: unknownSchema(snapshot) };
    case "conflict":
      return conflicting(snapshot, outcome.conflicts, outcome.message, []);
    case "undecided":
      return conflicting(snapshot, outcome.conflicts, undefined, outcome.reasons);
  }
}

/** Admission comes last: nothing is created in a namespace that is not there, or that is going. Counterpart in Go: NamespaceLifecycle. */
function created(snapshot: Snapshot, prediction: Prediction): Prediction {
  const { namespaceTrouble, live, object } = snapshot;
  const namespace = live.state === "absent" ? placeOf(live.source) : undefined;
  if (namespaceTrouble === undefined || namespace === undefined) return prediction;
  const group = object.apiVersion.includes("/") ? `.${object.apiVersion.split("/")[0]}` : "";
  const resource = bundledKind(object.apiVersion, object.kind)?.resource;
  const going =
    resource &&
    `${resource}${group} "${object.name}" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`;
  const serverMessage = namespaceTrouble === "missing" ? `namespaces "${namespace}" not found` : going;
  return { ...answer("refused"), serverMessage };
}

/** Whether defaults alone, which an atomic list or map takes along when it is written, tell the result from the live object. */
function isFilledInAgain(snapshot: Snapshot, { object, managedFields }: NonNullable<Prediction["result"]>): boolean {
  const { live } = snapshot;
  if (live.state !== "live" || !sameRecords(managedFields, live.live.managedFields)) return false;
  return equalValues(withDefaults(snapshot, [], object).value, withoutRecords(live.live.object));
}

/** Whether all that would change is yet to be filled in. */
function isFilledInLater({ live, kind, object: manifest }: Snapshot, { object }: NonNullable<Prediction["result"]>): boolean {
  if (live.state !== "live" || !holdsPlaceholder(manifest)) return false;
  const { added, modified, removed } = compare(withoutRecords(live.live.object), object, kind.type);
  return [added, modified, removed].every((set) =>
    [...pathsOf(leaves(set))].every((path) => touchesPlaceholder(manifest, path, kind.type)),
  );
}

function withoutRecords(object: Value): Value {
  const metadata = valueAt(object, "metadata");
  if (!isMap(object) || !isMap(metadata)) return object;
  return new Map(object).set("metadata", new Map([...metadata].filter(([key]) => key !== "managedFields")));
}

function conflicting(snapshot: Snapshot, found: readonly Conflict[], message: string | undefined, reasons: readonly string[]): Prediction {
  const byPath = new Map<string, { path: FieldPath; managers: ManagedFieldsEntry[] }>();
  for (const { path, manager } of found) {
    const at = byPath.get(printPath(path)) ?? { path, managers: [] };
    at.managers.push(recordOf(snapshot, manager));
    byPath.set(printPath(path), at);
  }
  const conflicts: FieldConflict[] = [];
  const uncertain = [...reasons, ...unknownSchema(snapshot)];
  let guessed = false;
  for (const { path, managers } of byPath.values()) {
    const conflict = judged(snapshot, path, managers);
    if (conflict === undefined) guessed = true;
    else conflicts.push(conflict);
  }
  if (guessed) uncertain.push(evidence.unknownListsMayConflict);
  return {
    verdict: conflicts.length > 0 ? "conflict" : "undecided",
    conflicts,
    serverMessage: guessed ? undefined : message,
    result: undefined,
    uncertain,
  };
}

/** The conflict with its values, undefined where it must not be claimed. */
function judged(snapshot: Snapshot, path: FieldPath, managers: readonly ManagedFieldsEntry[]): FieldConflict | undefined {
  const { object, kind, live } = snapshot;
  if (touchesPlaceholder(object, path, kind.type)) return undefined;
  const sent = valueAtPath(deployedObject(snapshot), path, kind.type);
  const current = live.state === "live" ? valueAtPath(live.live.object, path, kind.type) : undefined;
  if (kind.schemaSource !== "deduced") return { path, managers, live: current, sent, certainty: { kind: "certain" } };
  // Without a schema nobody knows how a list merges, nor whether status is reset; a record of a scalar in plain maps stands on its own.
  const guess = path.some((element) => element.kind !== "field") || isAtOrBelow(path, fieldPath("status"));
  if (guess || [sent, current].some((value) => isList(value) || isMap(value))) return undefined;
  return { path, managers, live: current, sent, certainty: { kind: "serverDecides", reason: noSchema(snapshot) } };
}

/** The record of an identity, with its time. */
function recordOf({ live }: Snapshot, identity: ManagerIdentity): ManagedFieldsEntry {
  const entries = live.state === "live" ? live.live.managedFields : [];
  const entry = entries.find(
    (candidate) =>
      candidate.manager === identity.manager &&
      candidate.operation === identity.operation &&
      candidate.subresource === identity.subresource &&
      (identity.operation === "Apply" || candidate.apiVersion === identity.apiVersion),
  );
  return entry ?? { ...identity, time: undefined, fields: { members: [], children: [] } };
}

function unknownSchema(snapshot: Snapshot): readonly string[] {
  return snapshot.kind.schemaSource === "deduced" ? [noSchema(snapshot)] : [];
}

function noSchema({ object }: Snapshot): string {
  return evidence.noSchemaFor(object.apiVersion, object.kind);
}

function answer(verdict: Prediction["verdict"]): Prediction {
  return { verdict, conflicts: [], serverMessage: undefined, result: undefined, uncertain: [] };
}

function undecided(reason: string): Prediction {
  return { ...answer("undecided"), uncertain: [reason] };
}
