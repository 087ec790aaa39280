/**
 * Notices when targets come to mean something else than when they were asked: every `kubectl config use-context` changes a kubeconfig,
 * and what was read before is of another cluster then.
 */
import type { ClusterTarget, TargetDescription } from "../cluster/ports.ts";
import { targetId } from "./targets.ts";

export interface Meanings {
  /** A target is asked, and means this. */
  note(target: ClusterTarget, description: TargetDescription): void;
  /** Whether a target means something else now. A file that is being written may look like anything: what is seen twice counts. */
  isOther(target: ClusterTarget, description: TargetDescription): boolean;
}

export function createMeanings(): Meanings {
  const asked = new Map<string, string>();
  const seen = new Map<string, string>();
  return {
    note(target, description) {
      // The first counts: other objects may still be shown as they were then.
      if (!asked.has(targetId(target))) asked.set(targetId(target), JSON.stringify(description));
    },
    isOther(target, description) {
      const id = targetId(target);
      const before = asked.get(id);
      const meaning = JSON.stringify(description);
      const twice = seen.get(id) === meaning;
      seen.set(id, meaning);
      if (before === undefined || before === meaning || !twice) return false;
      asked.delete(id);
      return true;
    },
  };
}
