import { equalPaths } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { writeValues } from "../../shared/manifest/writeValues.ts";
import { byAncestor } from "../../shared/ownership/byAncestor.ts";
import { handEditsOf } from "../../shared/ownership/handEdits.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { shortValue } from "../../shared/ownership/words.ts";
import type { Fix } from "./fix.ts";

/** Writes what a hand changed or added in the live object into the manifest, so that the next apply keeps it. Never for Secrets. */
export const keepHandEdit: Fix = {
  id: "keep-hand-edit",
  codes: ["edited-by-hand"],
  offer({ snapshot, code, path, preferredOnly }) {
    const { object, kind } = snapshot;
    const edits = preferredOnly ? [] : handEditsOf(snapshot);
    const edit = edits.find((candidate) => equalPaths(candidate.path, path));
    // A Secret's live values are hidden from us.
    if (edit === undefined || object.kind === "Secret") return [];
    const alike = edits.filter(({ sent, goes }) => sent === undefined && goes === edit.goes);
    const group = edit.sent === undefined ? (byAncestor(snapshot, alike).find((one) => one.includes(edit)) ?? [edit]) : [edit];
    const writings = group.map((one) => ({ path: one.path, value: one.live }));
    const written = writeValues(object, writings, kind.type);
    if (written === undefined) return [];
    return [
      {
        id: keepHandEdit.id,
        title: group.length === 1 ? titles.keepsEdit(printPath(path), shortValue(edit.live, 30)) : titles.keepsEdits(group.length),
        preferred: false,
        edits: written,
        resolves: [{ snapshot, code, path }],
      },
    ];
  },
};
