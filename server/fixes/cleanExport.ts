import { dropFields } from "../../shared/manifest/dropFields.ts";
import { exportLeftovers } from "../../shared/ownership/exportLeftovers.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import type { Fix } from "./fix.ts";
import { removing } from "./removing.ts";

/** Removes all that an export from a cluster left in the object: nothing of it is the manifest's to say. */
export const cleanExport: Fix = {
  id: "clean-export",
  codes: ["server-set-field", "stale-resource-version"],
  offer({ snapshot, code, path }) {
    const { object, kind } = snapshot;
    const leftovers = exportLeftovers(snapshot);
    const refused = new Set(dropFields(object, leftovers, kind.type).refused.map((one) => one.path));
    const gone = leftovers.filter((leftover) => !refused.has(leftover));
    const resolves = [path, ...gone].map((at) => ({ snapshot, code: at === path ? code : "server-set-field", path: at }));
    const title = titles.cleansExport(gone.length);
    const about = { id: cleanExport.id, title, preferred: refused.size === 0, resolves };
    const removes = gone.map((leftover) => ({ path: leftover }));
    return removing(snapshot, removes, about) ?? [];
  },
};
