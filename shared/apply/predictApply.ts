/**
 * What the API server would do with a server-side apply.
 *
 * Invariant: the verdict, and the message of a conflict with its order, are the server's own; what needs a conversion between
 * versions, or a schema that fits the live object, is "undecided" and never guessed. Defaulting, admission and the kind's own
 * validation come after the merge and are not predicted.
 * Counterpart in Go: the managedfields package's chain from FieldManager to StructuredMerge, from the outside in.
 */
import { compareNames } from "../fieldpath/compare.ts";
import { difference, type FieldSet, isEmpty, pathsOf, union } from "../fieldpath/set.ts";
import type { Value } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { printProblems } from "../typed/problem.ts";
import { acceptedOutcome } from "./acceptedOutcome.ts";
import { conflictMessage } from "./conflictText.ts";
import { refusalOfNull } from "./forbiddenNull.ts";
import { fieldsOfLastApplied, kubectlManager } from "./lastApplied.ts";
import { liveProblems } from "./liveObject.ts";
import type { ApplyOutcome, Conflict, DecodedObject, ManagerIdentity } from "./model.ts";
import { certaintyAbout } from "./otherVersions.ts";
import { type PreparedApply, prepareApply } from "./prepareApply.ts";
import { refusalBeforeMerge, refusalOfValue, staleObject } from "./refusals.ts";
import { apply, type WriteOutcome } from "./updater.ts";

export interface ApplyRequest {
  /** Undefined: there is no such object yet. */
  readonly live: DecodedObject | undefined;
  /** The manifest's object. */
  readonly config: Value;
  /** The schema at the manifest's apiVersion. */
  readonly type: SchemaType;
  /** The schema at another version of the kind, undefined where it is not known. */
  readonly typeAt: (apiVersion: string) => SchemaType | undefined;
  readonly manager: string;
  readonly force: boolean;
  /** "" for the object itself. */
  readonly subresource: string;
  readonly resetFields: FieldSet;
  /** The time to record, RFC 3339; absent: new records have none. */
  readonly time?: string;
  /** All versions at which the server knows the kind, where that is known: it fails on records of others. */
  readonly versions?: readonly string[];
}

/** The server's answer to an apply. */
export function predictApply(request: ApplyRequest): ApplyOutcome {
  const refusal = refusalBeforeMerge(request);
  if (refusal !== undefined) return refusal;
  const { live, type } = request;
  const unfit = live === undefined ? [] : liveProblems(live.object, type);
  if (unfit.length > 0)
    return { verdict: "undecided", reasons: [`the live object does not fit the schema: ${printProblems(unfit)}`], conflicts: [] };

  const prepared = prepareApply(request);
  const outcome = asKubectl(request, prepared, apply(prepared.write, request.force));
  if (outcome.kind === "failed") return { verdict: "refused", code: 500, message: outcome.message };
  const converts = [...prepared.entries.values()].some((entry) => entry.apiVersion !== prepared.write.apiVersion);
  const unreadable = prepared.builtIn ? refusalOfValue(request, converts) : undefined;
  if (unreadable !== undefined && converts) return unreadable;
  const conflicts = outcome.kind === "conflict" ? listConflicts(prepared, outcome.conflicts) : [];
  const doubts = doubtsAbout(request, prepared, outcome.touched);
  if (doubts.size > 0) {
    return { verdict: "undecided", reasons: [...doubts.values()], conflicts: conflicts.filter(({ manager }) => !doubts.has(manager)) };
  }
  if (outcome.kind === "conflict") return { verdict: "conflict", message: conflictMessage(conflicts), conflicts };
  return (
    unreadable ??
    staleObject(request) ??
    (prepared.builtIn ? undefined : refusalOfNull(outcome.object, prepared.write.live, type)) ??
    acceptedOutcome(request, prepared, outcome)
  );
}

/** Manager `kubectl` may take what the last-applied annotation covers; it is told only of the other conflicts. */
function asKubectl({ live, manager, type }: ApplyRequest, { write }: PreparedApply, outcome: WriteOutcome): WriteOutcome {
  if (outcome.kind !== "conflict" || manager !== kubectlManager || live === undefined) return outcome;
  const allowed = fieldsOfLastApplied(write.live, write.apiVersion, type);
  if (allowed === undefined) return outcome;
  const conflicts = new Map<string, FieldSet>();
  for (const [key, set] of outcome.conflicts) {
    const rest = difference(set, allowed);
    if (!isEmpty(rest)) conflicts.set(key, rest);
  }
  return conflicts.size === 0 ? apply(write, true) : { ...outcome, conflicts };
}

/** Managers in the order of their identity, and of each the paths in the order of its set. */
function listConflicts({ entries }: PreparedApply, conflicts: ReadonlyMap<string, FieldSet>): readonly Conflict[] {
  const listed: Conflict[] = [];
  for (const [key, set] of [...conflicts].sort(([a], [b]) => compareNames(a, b))) {
    const manager = entries.get(key);
    if (manager !== undefined) for (const path of pathsOf(set)) listed.push({ manager, path });
  }
  return listed;
}

/** The records at other versions that cannot be judged, each with the reason. */
function doubtsAbout(
  request: ApplyRequest,
  { entries, write, builtIn }: PreparedApply,
  touched: FieldSet,
): ReadonlyMap<ManagerIdentity, string> {
  const { type, typeAt, config } = request;
  const versions = { live: write.live, config, builtIn, type, typeAt, liveAt: request.live?.atVersions, filter: write.filter };
  const doubts = new Map<ManagerIdentity, string>();
  for (const [key, entry] of entries) {
    if (entry.apiVersion === write.apiVersion) continue;
    // What the applier drops of its last apply is found at the version of that one.
    const concerned = key === write.self ? union(touched, entry.fields) : touched;
    const certainty = certaintyAbout(entry, concerned, versions);
    if (certainty.kind === "serverDecides") doubts.set(entry, certainty.reason);
  }
  return doubts;
}
