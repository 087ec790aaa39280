/** From what a cluster or a saved file says to what a snapshot knows. */
import { isMap, stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { decodeLive } from "../../shared/ownership/decodeLive.ts";
import { maskSecret } from "../../shared/ownership/maskSecret.ts";
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { Settings } from "../../shared/settings.ts";
import type { ClusterAnswer, ObjectKey } from "../cluster/ports.ts";
import type { SavedObject } from "../files/files.ts";
import { processDigest } from "../files/processDigest.ts";

/** A cluster's answer, decoded, the values of Secrets hidden. */
export function fromCluster(answer: ClusterAnswer): LiveAnswer {
  if (answer.state !== "live") return answer;
  return { state: "live", live: decodeLive(maskSecret(answer.object, processDigest)), source: answer.source, readAt: answer.readAt };
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

/** The same version of the same object, or the same reason: nothing to tell anybody. */
export function isSame(before: LiveAnswer, after: LiveAnswer): boolean {
  if (before.state !== after.state) return false;
  if (!("live" in before) || !("live" in after)) return JSON.stringify(before) === JSON.stringify(after);
  const identity = ({ object }: { readonly object: Value }): string =>
    [stringAt(object, "metadata", "uid"), stringAt(object, "metadata", "resourceVersion")].join(" ");
  return identity(before.live) === identity(after.live);
}

export const untrustedMessage = "The workspace isn't trusted: no kubeconfig is read and no cluster is asked";

/** Why there is no live object where no cluster may be asked; completes "No live object: …". */
export function noSaved({ kind, name }: ObjectKey, settings: Settings): string {
  const reads = settings["cluster.connect"] === "off" ? "fieldOwnership.cluster.connect is off" : "no cluster is asked here";
  return settings["live.files"].length === 0 ? reads : `fieldOwnership.live.files hold no ${kind} "${name}", and ${reads}`;
}
