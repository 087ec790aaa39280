import { dropFields } from "../../shared/manifest/dropFields.ts";
import { exportLeftovers } from "../../shared/ownership/exportLeftovers.ts";
import { counted } from "../../shared/ownership/words.ts";
import type { Fix } from "./fix.ts";

/** Removes all that an export from a cluster left in the object: nothing of it is the manifest's to say. */
export const cleanExport: Fix = {
  id: "clean-export",
  codes: ["server-set-field", "stale-resource-version"],
  offer({ snapshot, code, path }) {
    const leftovers = exportLeftovers(snapshot);
    const { edits, refused } = dropFields(snapshot.object, leftovers, snapshot.kind.type);
    const left = leftovers.length - refused.length;
    if (edits.length === 0) return [];
    const own = { snapshot, code, path };
    const resolves = [own, ...leftovers.map((leftover) => ({ snapshot, code: "server-set-field", path: leftover }))];
    const title = `Remove what only the server sets (${counted(left, "field")})`;
    return [{ id: cleanExport.id, title, preferred: refused.length === 0, edits, resolves }];
  },
};
