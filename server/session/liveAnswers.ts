/** From what a cluster or a saved file says to what a snapshot knows. */
import { isMap, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { decodeLive } from "../../shared/ownership/decodeLive.ts";
import { handOversAfter } from "../../shared/ownership/handOvers.ts";
import { maskSecret } from "../../shared/ownership/maskSecret.ts";
import type { LiveAnswer, LiveObject } from "../../shared/ownership/snapshot.ts";
import * as reaching from "../../shared/ownership/words/reaching.ts";
import type { Settings } from "../../shared/settings.ts";
import type { ClusterAnswer, ClusterKind, ObjectKey } from "../cluster/ports.ts";
import type { SavedObject } from "../files/files.ts";
import { processDigest } from "../files/processDigest.ts";

/** A cluster's answer, decoded, the values of Secrets hidden. */
export function fromCluster(answer: ClusterAnswer): LiveAnswer {
  if (answer.state !== "live") return answer;
  return { state: "live", live: decodeLive(maskSecret(answer.object, processDigest)), source: answer.source, readAt: answer.readAt };
}

/** Where the API server keeps no record of owners, the object says nothing about them. `kind`: as the cluster describes it, if it did. */
export function unlessUntracked(answer: LiveAnswer, key: ObjectKey, kind: ClusterKind | undefined): LiveAnswer {
  if (answer.state !== "live" || kind === undefined) return answer;
  const { kind: name, apiVersion } = key;
  if (!kind.verbs.includes("patch")) {
    return { state: "ownersNotTracked", source: answer.source, message: reaching.noPatch(apiVersion, name) };
  }
  const recorded = valueAt(answer.live.object, "metadata", "managedFields") !== undefined;
  if (kind.type !== undefined || recorded) return answer;
  return { state: "ownersNotTracked", source: answer.source, message: reaching.noRecords(apiVersion, name) };
}

/** Versions other than that of the object at which records are kept: the object must be known there to judge them. */
export function versionsToRead(answer: LiveAnswer, { apiVersion }: ObjectKey): readonly string[] {
  if (answer.state !== "live") return [];
  return [...new Set(answer.live.managedFields.map((entry) => entry.apiVersion))].filter((version) => version !== apiVersion);
}

/** The live object with what it is at other versions; an answer that failed, or that is of a later write, says nothing. */
export function withVersions(answer: LiveAnswer, others: readonly (readonly [apiVersion: string, answer: LiveAnswer])[]): LiveAnswer {
  if (answer.state !== "live" || others.length === 0) return answer;
  const atVersions = new Map<string, Value>();
  for (const [apiVersion, other] of others) {
    if (other.state === "live" && isSame(answer, other)) atVersions.set(apiVersion, other.live.object);
  }
  return { ...answer, live: { ...answer.live, atVersions } };
}

/** A saved object without managedFields was saved without `--show-managed-fields`, as kubectl does by default. */
export function fromFile({ file, readAt, value }: SavedObject): LiveAnswer {
  const object = maskSecret(value(), processDigest);
  const metadata = isMap(object) ? object.get("metadata") : undefined;
  const recorded = isMap(metadata) && metadata.has("managedFields");
  return { state: recorded ? "live" : "ownersUnknown", live: decodeLive(object), source: { from: "file", file }, readAt };
}

/** The same version of the same object, or the same reason: nothing to tell anybody. A stale object grows older, which is to be told. */
export function isSame(before: LiveAnswer, after: LiveAnswer): boolean {
  if (before.state !== after.state || isStale(before) || isStale(after)) return false;
  if (!("live" in before) || !("live" in after)) return JSON.stringify(before) === JSON.stringify(after);
  return uidOf(before.live) === uidOf(after.live) && versionOf(before.live) === versionOf(after.live);
}

/** Whether an answer tells of an earlier state of the same object: watches lag behind reads, and reads may overtake each other. */
export function isOlder(answer: LiveAnswer, known: LiveAnswer): boolean {
  if (answer.state !== "live" || known.state !== "live" || uidOf(answer.live) !== uidOf(known.live)) return false;
  const [version = "", than = ""] = [versionOf(answer.live), versionOf(known.live)];
  return /^\d+$/.test(version) && /^\d+$/.test(than) && BigInt(version) < BigInt(than);
}

/** What is known after an answer: of a newer version whose it is now, and where the cluster could not be asked, what was seen last, marked. */
export function afterAnswer(known: LiveAnswer, answer: LiveAnswer): LiveAnswer {
  if (known.state !== "live") return answer;
  if (answer.state === "live" && uidOf(known.live) === uidOf(answer.live)) {
    const handOvers = handOversAfter(known.handOvers ?? [], known.live, answer.live);
    return handOvers.length === 0 ? answer : { ...answer, handOvers };
  }
  const { state } = answer;
  if (state !== "signedOut" && state !== "unreachable" && state !== "slow") return answer;
  return { ...known, stale: { state, message: answer.message } };
}

/** The answer, known to be the newest at this time. */
export function asOfNow(answer: LiveAnswer, readAt: number): LiveAnswer {
  if (answer.state !== "live") return answer;
  const { stale, ...fresh } = answer;
  return { ...fresh, readAt };
}

export function isStale(answer: LiveAnswer): boolean {
  return answer.state === "live" && answer.stale !== undefined;
}

/** Whether the last try got no answer, whatever is known from before. */
export function isOutOfReach(answer: LiveAnswer): boolean {
  const state = answer.state === "live" ? answer.stale?.state : answer.state;
  return state === "unreachable" || state === "slow";
}

function uidOf({ object }: LiveObject): string | undefined {
  return stringAt(object, "metadata", "uid");
}

function versionOf({ object }: LiveObject): string | undefined {
  return stringAt(object, "metadata", "resourceVersion");
}

/** Why there is no live object where no cluster may be asked; completes "No live object: …". */
export function noSaved({ kind, name }: ObjectKey, settings: Settings): string {
  const reason = settings["cluster.connect"] === "off" ? reaching.switchedOff : reaching.nobodyAsked;
  return settings["live.files"].length === 0 ? reason : reaching.notSaved(kind, name, reason);
}
