import { printPath } from "../../shared/fieldpath/printPath.ts";
import { dropFields } from "../../shared/manifest/dropFields.ts";
import type { Fix } from "./fix.ts";

/** Takes a field out that the API server would refuse or ignore, and a parent that this empties. */
export const removeField: Fix = {
  id: "remove-field",
  codes: ["unknown-field", "status-ignored", "injected-placeholder", "null-value"],
  offer({ snapshot, code, path }) {
    const { edits, refused } = dropFields(snapshot.object, [path], snapshot.kind.type);
    if (edits.length === 0 || refused.length > 0) return [];
    return [
      {
        id: removeField.id,
        title: `Remove ${printPath(path)}`,
        preferred: code === "status-ignored",
        edits,
        resolves: [{ snapshot, code, path }],
      },
    ];
  },
};
