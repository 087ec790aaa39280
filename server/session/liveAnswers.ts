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

/** Why there is no live object where no cluster may be asked; completes "No live object: …". */
export function noSaved({ kind, name }: ObjectKey, settings: Settings): string {
  const reads = settings["cluster.enabled"] ? "no cluster is asked here" : "fieldOwnership.cluster.enabled is off";
  return settings["live.files"].length === 0 ? reads : `fieldOwnership.live.files hold no ${kind} "${name}", and ${reads}`;
}
