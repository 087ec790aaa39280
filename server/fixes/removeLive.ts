import { equalPaths, type FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { byAncestor } from "../../shared/ownership/byAncestor.ts";
import { handEditsOf } from "../../shared/ownership/handEdits.ts";
import { kubectl, liveTarget, resourceArgument } from "../../shared/ownership/kubectl.ts";
import { leftoversOf } from "../../shared/ownership/leftovers.ts";
import { removalPatch } from "../../shared/ownership/removeLive.ts";
import { removesLive } from "../../shared/ownership/words/commands.ts";
import { counted } from "../../shared/ownership/words.ts";
import type { Fix, FixTarget } from "./fix.ts";

/** A command that takes out of the live object what no apply of the file would: what a hand added there, and what a former apply left. */
export const removeLive: Fix = {
  id: "remove-live",
  codes: ["edited-by-hand", "left-behind"],
  offer(target) {
    const { snapshot, code, path, preferredOnly } = target;
    const live = preferredOnly ? undefined : liveTarget(snapshot);
    const paths = live === undefined ? [] : staying(target);
    const patch = live && removalPatch(snapshot, live, paths);
    const copies = live && patch && kubectl(live, ["patch", resourceArgument(live), "--type=json", "-p", patch]);
    if (copies === undefined) return [];
    const title = removesLive(paths.length === 1 ? printPath(path) : counted(paths.length, "field"));
    return { id: removeLive.id, title, preferred: false, edits: [], copies, resolves: [{ snapshot, code, path }] };
  },
};

/** The fields of the finding that stay in the live object whatever is applied. */
function staying({ snapshot, code, path }: FixTarget): readonly FieldPath[] {
  const all =
    code === "left-behind"
      ? leftoversOf(snapshot).filter(({ clientSide }) => !clientSide)
      : handEditsOf(snapshot).filter(({ sent, goes }) => sent === undefined && !goes);
  const own = all.find((one) => equalPaths(one.path, path));
  return (
    (own && byAncestor<{ readonly path: FieldPath }>(snapshot, all).find((group) => group.includes(own)))?.map((one) => one.path) ?? []
  );
}
