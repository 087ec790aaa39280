import { printPath } from "../../shared/fieldpath/printPath.ts";
import { comesBack } from "../../shared/ownership/comesBack.ts";
import { contestedAt } from "../../shared/ownership/contested.ts";
import { knownManager } from "../../shared/ownership/knownManagers.ts";
import { kubectl, liveTarget } from "../../shared/ownership/kubectl.ts";
import { takeoverOf } from "../../shared/ownership/takeover.ts";
import { takesOver } from "../../shared/ownership/words/commands.ts";
import { listed } from "../../shared/ownership/words.ts";
import type { Fix } from "./fix.ts";

/**
 * A command that forces just this field, and leaves all else of the object as it is. Never for Secrets, whose values it would hold; not where
 * kubectl would take a client-side apply's record along, which is to be handed over first.
 */
export const takeOver: Fix = {
  id: "take-over",
  codes: ["apply-conflict", "self-conflict"],
  offer({ snapshot, code, path, preferredOnly }) {
    const target = preferredOnly || snapshot.object.kind === "Secret" ? undefined : liveTarget(snapshot);
    const conflict = contestedAt(snapshot, path)?.conflict;
    const takeover = target && conflict && takeoverOf(snapshot, target, path);
    if (target === undefined || conflict === undefined || takeover === undefined) return [];
    const args = ["apply", "--server-side", "--force-conflicts", `--field-manager=${takeover.manager}`];
    const copies = kubectl(target, args, takeover.config);
    if (copies === undefined) return [];
    const owners = listed([...new Set(conflict.managers.map(({ manager }) => manager))]);
    const returning = conflict.managers.filter((owner) => knownManager(owner)?.returns === "yes");
    const title = takesOver(printPath(path), owners, [...new Set(returning.map(comesBack))]);
    return { id: takeOver.id, title, preferred: false, edits: [], copies, resolves: [{ snapshot, code, path }] };
  },
};
