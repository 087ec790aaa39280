import { equalValues } from "../../shared/fieldpath/compare.ts";
import { equalPaths, type FieldPath, field, type PathElement } from "../../shared/fieldpath/pathElement.ts";
import { valueAt } from "../../shared/fieldpath/value.ts";
import { type Writing, writeValues } from "../../shared/manifest/writeValues.ts";
import { movedItems } from "../../shared/ownership/movedItems.ts";
import { partialKeys } from "../../shared/ownership/partialKeys.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { listed, shortValue } from "../../shared/ownership/words.ts";
import { valueAtPath } from "../../shared/typed/atPath.ts";
import type { Fix, FixTarget } from "./fix.ts";

/**
 * Writes the merge key that the live item has, so that the item is that one and no other: the old key where it was changed, the missing one
 * where it was left out.
 */
export const keepItemKey: Fix = {
  id: "keep-item-key",
  codes: ["moved-item", "partial-key"],
  offer(target) {
    const { snapshot, code, path, preferredOnly } = target;
    const other = preferredOnly ? undefined : liveItem(target);
    // It would be there twice.
    if (other === undefined || valueAtPath(snapshot.object.value, other, snapshot.kind.type) !== undefined) return [];
    const writings = writingsFor(target, other);
    const edits = writings.length === 0 ? undefined : writeValues(snapshot.object, writings, snapshot.kind.type);
    if (edits === undefined) return [];
    const keys = listed(writings.map(({ path: at, value }) => titles.keyWithValue(nameOf(at.at(-1)), shortValue(value, 30))));
    const title = code === "moved-item" ? titles.keepsOldKey(keys) : titles.writesLiveKey(keys);
    return { id: keepItemKey.id, title, preferred: false, edits, resolves: [{ snapshot, code, path }] };
  },
};

function liveItem({ snapshot, code, path }: FixTarget): FieldPath | undefined {
  if (code === "moved-item") return movedItems(snapshot).find(({ to }) => equalPaths(to, path))?.from;
  const partial = partialKeys(snapshot).find((one) => one.live && equalPaths(one.path, path));
  return partial && [...path.slice(0, -1), partial.other];
}

/** Only keys that differ; a key that the live item lacks cannot be written. */
function writingsFor({ snapshot, path }: FixTarget, other: FieldPath): readonly Writing[] {
  const [own, old] = [path.at(-1), other.at(-1)];
  if (own?.kind !== "key" || old?.kind !== "key" || own.keys.some(({ name }) => !old.keys.some((key) => key.name === name))) return [];
  const item = valueAtPath(snapshot.object.value, path, snapshot.kind.type);
  return old.keys.flatMap(({ name, value }) => {
    const before = own.keys.find((key) => key.name === name)?.value ?? valueAt(item, name);
    if (before !== undefined && equalValues(before, value)) return [];
    return [{ path: [...path, field(name)], value, readAt: [...other, field(name)] }];
  });
}

function nameOf(element: PathElement | undefined): string {
  return element?.kind === "field" ? element.name : "";
}
