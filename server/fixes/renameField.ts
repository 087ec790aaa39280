import { field } from "../../shared/fieldpath/pathElement.ts";
import { locate } from "../../shared/manifest/locate.ts";
import { usesAt } from "../../shared/manifest/usesAt.ts";
import { meantField } from "../../shared/ownership/meantField.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import { validate } from "../../shared/typed/validate.ts";
import type { Fix, FixTarget } from "./fix.ts";

/**
 * Gives an undeclared field the near name that the schema declares. The key's quotes stay. Preferred where the cluster's own schema says so,
 * and the value is one for a field of that name; a newer cluster may know the field.
 */
export const renameField: Fix = {
  id: "rename-field",
  codes: ["unknown-field"],
  offer(target) {
    const { snapshot, code, path, ordinal } = target;
    const { object, kind } = snapshot;
    const meant = meantField(snapshot, path);
    const key = locate(object, path, kind.type).find((place) => place.ordinal === ordinal)?.key;
    if (meant === undefined || key === undefined) return [];
    const [quote = ""] = /^["']?/.exec(object.source.text.slice(key.start, key.end)) ?? [];
    const edits = [{ range: key, newText: `${quote}${meant}${quote}` }];
    const isUsedElsewhere = usesAt(object, key.start, path, kind.type).length > 0;
    const preferred = kind.schemaSource === "server" && !isUsedElsewhere && fits(target, meant);
    return { id: renameField.id, title: titles.renames(meant), preferred, edits, resolves: [{ snapshot, code, path }] };
  },
};

function fits({ snapshot: { object, kind }, path }: FixTarget, meant: string): boolean {
  const type = typeAtPath(kind.type, [...path.slice(0, -1), field(meant)]);
  const value = valueAtPath(object.value, path, kind.type);
  return type !== undefined && value !== undefined && validate(value, type, { allowDuplicates: false }).length === 0;
}
