/**
 * Which records are our own under another operation or name: for the API server they are other owners.
 * Invariant: who writes through a subresource is somebody else, whatever the name: `kubectl scale` is somebody's hand.
 */
import { kubectlManager } from "../apply/lastApplied.ts";
import type { ManagerIdentity } from "../apply/model.ts";
import { isUs } from "./knownManagers.ts";
import { isApplyOf } from "./owners.ts";
import type { Snapshot } from "./snapshot.ts";
import { isTakeoverOf } from "./takeover.ts";

/** The record is ours too, but not the one that an apply of ours writes. */
export function isOurOther({ as, names }: Pick<Snapshot, "as" | "names">, owner: ManagerIdentity): boolean {
  if (!as.decided || owner.subresource !== "" || isApplyOf(as.manager, owner)) return false;
  if (owner.manager === as.manager || isUs(owner.manager, names.us) || isTakeoverOf(as.manager, owner.manager)) return true;
  return as.manager === kubectlManager && owner.manager === clientSide;
}

/** Whether nobody but us holds the field: each of its owners is ours under another operation or name. */
export function isSelfConflict(snapshot: Pick<Snapshot, "as" | "names">, managers: readonly ManagerIdentity[]): boolean {
  return managers.length > 0 && managers.every((owner) => isOurOther(snapshot, owner));
}

/** What `kubectl apply` without `--server-side` is called. */
const clientSide = "kubectl-client-side-apply";
