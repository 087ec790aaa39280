import { equalPaths, type FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import type { Value } from "../../shared/fieldpath/value.ts";
import { writeValues } from "../../shared/manifest/writeValues.ts";
import { byAncestor } from "../../shared/ownership/byAncestor.ts";
import { leftoversOf } from "../../shared/ownership/leftovers.ts";
import { droppedForGood } from "../../shared/ownership/movedItems.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { shortValue } from "../../shared/ownership/words.ts";
import type { Fix, FixTarget } from "./fix.ts";

/** Writes what the live object has and the file lacks into the file, so that it stays, and is owned. Never for Secrets. */
export const keepField: Fix = {
  id: "keep-field",
  codes: ["removes-field", "keeps-field", "left-behind"],
  offer(target) {
    const { snapshot, code, path, preferredOnly } = target;
    const fields = preferredOnly || snapshot.object.kind === "Secret" ? [] : missing(target);
    const writings = fields.map(({ path: at, live }) => ({ path: at, value: live }));
    const edits = writings.length === 0 ? undefined : writeValues(snapshot.object, writings, snapshot.kind.type);
    if (edits === undefined) return [];
    const [first] = fields;
    const title =
      fields.length === 1 ? titles.writesField(printPath(path), shortValue(first?.live ?? null, 30)) : titles.writesFields(fields.length);
    return { id: keepField.id, title, preferred: false, edits, resolves: [{ snapshot, code, path }] };
  },
};

interface Missing {
  readonly path: FieldPath;
  readonly live: Value;
}

/** All that the finding tells of. */
function missing({ snapshot, code, path }: FixTarget): readonly Missing[] {
  const leftovers = leftoversOf(snapshot);
  const own = leftovers.find((one) => equalPaths(one.path, path));
  const { removed, kept } = droppedForGood(snapshot);
  const all: readonly Missing[] =
    code === "left-behind"
      ? leftovers.filter(({ clientSide }) => clientSide === own?.clientSide)
      : code === "removes-field"
        ? removed
        : kept;
  return byAncestor(snapshot, all).find((group) => group.some((one) => equalPaths(one.path, path))) ?? [];
}
