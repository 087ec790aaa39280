import { locate } from "../../shared/manifest/locate.ts";
import { meantField } from "../../shared/ownership/meantField.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import type { Fix } from "./fix.ts";

/** Gives an undeclared field the near name that the schema declares. The key's quotes stay. */
export const renameField: Fix = {
  id: "rename-field",
  codes: ["unknown-field"],
  offer({ snapshot, code, path, ordinal }) {
    const { object, kind } = snapshot;
    const meant = meantField(snapshot, path);
    const key = locate(object, path, kind.type).find((place) => place.ordinal === ordinal)?.key;
    if (meant === undefined || key === undefined) return [];
    const [quote = ""] = /^["']?/.exec(object.source.text.slice(key.start, key.end)) ?? [];
    const edits = [{ range: key, newText: `${quote}${meant}${quote}` }];
    return [{ id: renameField.id, title: titles.renames(meant), preferred: true, edits, resolves: [{ snapshot, code, path }] }];
  },
};
