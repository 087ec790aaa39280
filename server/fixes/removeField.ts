import { printPath } from "../../shared/fieldpath/printPath.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import type { Fix } from "./fix.ts";
import { removing } from "./removing.ts";

/** Takes a field out that the API server would refuse, ignore or fill in by itself, and a parent that this empties. */
export const removeField: Fix = {
  id: "remove-field",
  codes: ["unknown-field", "status-ignored", "injected-placeholder", "null-value", "over-claimed"],
  offer({ snapshot, code, path }) {
    const title = titles.removes(printPath(path));
    const preferred = code === "status-ignored";
    return removing(snapshot, [{ path }], { id: removeField.id, title, preferred, resolves: [{ snapshot, code, path }] }) ?? [];
  },
};
