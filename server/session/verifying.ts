/**
 * Verification on the server: the prediction beside a dry run, where a person asks for one.
 * Invariant: what is sent, and where, can be said before; the values of Secrets are sent as they stand in the text and come back hidden.
 */
import { isMap, type Value } from "../../shared/fieldpath/value.ts";
import { parseDocument } from "../../shared/manifest/parseDocument.ts";
import { holdsPlaceholder } from "../../shared/manifest/placeholders.ts";
import type { PlannedDryRun } from "../../shared/messages.ts";
import { maskSecret } from "../../shared/ownership/maskSecret.ts";
import { sentObject } from "../../shared/ownership/sentObject.ts";
import type { Applier, DryRunOutcome, Snapshot } from "../../shared/ownership/snapshot.ts";
import { type Verification, verify } from "../../shared/ownership/verification.ts";
import { whoIsNotKnown } from "../../shared/ownership/words/outcomes.ts";
import * as words from "../../shared/ownership/words/verifying.ts";
import { nameInNamespace } from "../../shared/ownership/words.ts";
import type { Cluster, ClusterTarget, ObjectKey, TargetDescription } from "../cluster/ports.ts";
import { processDigest } from "../files/processDigest.ts";

/** Everything that a verification is about. */
export interface VerifySubject {
  readonly snapshot: Snapshot;
  /** The object's index in its document. */
  readonly item: number;
  readonly key: ObjectKey;
  readonly target: ClusterTarget;
}

/** What would be sent where, to be said to a person before it is; or why nothing can be. */
export type VerifyPlan = PlannedDryRun | { readonly problem: string };

/** The server's answer beside the prediction, or why there is none. */
export type VerifyResult = { readonly verification: Verification } | { readonly problem: string };

/** What would be sent where. Asks nobody. */
export function verifyPlan({ snapshot }: VerifySubject, description: TargetDescription): VerifyPlan {
  const problem = obstacle(snapshot);
  if (problem !== undefined) return { problem };
  if ("problem" in description) return description;
  const { manager, force } = snapshot.as as DecidedApplier;
  const { context, server } = description;
  return { object: nameInNamespace(snapshot), context, server, as: force === true ? words.withForce(manager) : manager };
}

/** Sends the dry run. */
export async function verifyOnServer(
  { snapshot, item, key, target }: VerifySubject,
  cluster: Pick<Cluster, "dryRun">,
  signal: AbortSignal,
): Promise<VerifyResult> {
  const problem = obstacle(snapshot);
  if (problem !== undefined) return { problem };
  const { manager, force } = snapshot.as as DecidedApplier;
  // The snapshot's own values of Secrets are hidden.
  const readable = parseDocument(snapshot.document.text).objects[item];
  if (readable === undefined) return { problem: words.textChanged };
  const object = sentObject({ ...snapshot, object: readable });
  const request = { object, manager, force: force === true, creates: snapshot.live.state === "absent" };
  const answer = await cluster.dryRun(target, key, request, signal);
  if (answer.state !== "answered") return { problem: answer.message };
  return { verification: verify(snapshot, hidden(answer.outcome, object)) };
}

type DecidedApplier = Applier & { readonly decided: true };

/** Why a dry run could not be compared with anything. */
function obstacle({ as, live, object, document }: Snapshot): string | undefined {
  if (document.kind !== "objects") return words.textBroken;
  if (live.state === "live" || live.state === "ownersUnknown") {
    if (live.source.from === "file") return words.comparedWithSaved(live.source.file);
  } else if (live.state !== "absent") return "message" in live ? live.message : words.notReadYet;
  if (!as.decided) return whoIsNotKnown(as.evidence);
  if (as.with !== "server-side") return words.appliedClientSide(as.manager);
  return holdsPlaceholder(object) ? words.filledInLater : undefined;
}

/** What the server quotes of a Secret it must not quote to others. */
function hidden(outcome: DryRunOutcome, sent: Value): DryRunOutcome {
  if (outcome.kind === "accepted") return { kind: "accepted", object: maskSecret(outcome.object, processDigest) };
  const isSecret = isMap(sent) && sent.get("kind") === "Secret";
  if (!isSecret || outcome.code === 409) return outcome;
  const fields = [...new Set(outcome.causes.map(({ field }) => field))].join(", ");
  return { ...outcome, message: `HTTP ${outcome.code}${fields === "" ? "" : `: ${fields}`}`, causes: [] };
}
