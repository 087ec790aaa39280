import { equalValues } from "../../shared/fieldpath/compare.ts";
import { equalPaths, type FieldPath, field } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap, type Value, type ValueList } from "../../shared/fieldpath/value.ts";
import { dropFields } from "../../shared/manifest/dropFields.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { TextEdit } from "../../shared/manifest/model.ts";
import { says, writeValues } from "../../shared/manifest/writeValues.ts";
import { onlyAdds } from "../../shared/ownership/change.ts";
import { contestedAt } from "../../shared/ownership/contested.ts";
import { frozenChanges } from "../../shared/ownership/immutable.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { spellingOf } from "../../shared/ownership/spelling.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { listed, shortValue } from "../../shared/ownership/words.ts";
import { valueAtPath } from "../../shared/typed/atPath.ts";
import type { Fix } from "./fix.ts";

/**
 * Writes the live value into the manifest, so that the field is owned together with whoever holds it, or stays what it must be. Scalars, and
 * maps and lists entry by entry, with their comments; never the values of a Secret, which are hidden. Where both mean the same, it is the
 * safe way out.
 */
export const useLiveValue: Fix = {
  id: "use-live-value",
  codes: ["apply-conflict", "self-conflict", "immutable-field", "spelling"],
  offer({ snapshot, code, path, preferredOnly }) {
    const change = changeAt(snapshot, code, path);
    if (change?.live === undefined || change.live === null || change.sent === undefined || snapshot.object.kind === "Secret") return [];
    const same = spellingOf(snapshot, path, change.live, change.sent) !== undefined;
    const preferred = same || (code !== "immutable-field" && onlyAdds(change));
    if (preferredOnly && !preferred) return [];
    const edits = rewritten(snapshot, path, change.sent, change.live);
    if (edits === undefined || edits.length === 0 || !says(snapshot.object, [{ path, value: change.live }], edits, snapshot.kind.type))
      return [];
    const owners = "managers" in change ? listed([...new Set(change.managers.map(({ manager }) => manager))]) : "";
    const what = titleOf(printPath(path), change.live, same);
    const title = owners === "" ? what : titles.ownedTogether(what, owners);
    return [
      {
        id: useLiveValue.id,
        title,
        preferred,
        edits,
        resolves: [{ snapshot, code, path }],
      },
    ];
  },
};

function titleOf(field: string, live: Value, same: boolean): string {
  if (isMap(live) || isList(live)) return (same ? titles.usesSpellings : isMap(live) ? titles.usesLiveMap : titles.usesLiveList)(field);
  return (same ? titles.usesSpelling : titles.usesLive)(field, shortValue(live, 30));
}

function changeAt(snapshot: Snapshot, code: string, path: FieldPath) {
  const { object, kind, live } = snapshot;
  if (code === "immutable-field") return frozenChanges(snapshot).find((candidate) => equalPaths(candidate.path, path));
  if (code !== "spelling") return contestedAt(snapshot, path)?.conflict;
  if (live.state !== "live") return undefined;
  return { live: valueAtPath(live.live.object, path, kind.type), sent: valueAtPath(object.value, path, kind.type) };
}

/** The edits that turn the written value into the live one; undefined where it cannot be done as text. */
function rewritten(snapshot: Snapshot, path: FieldPath, sent: Value, live: Value): readonly TextEdit[] | undefined {
  const { object, kind } = snapshot;
  if (isList(sent) && isList(live))
    return itemByItem(snapshot, path, sent, live) ?? writeValues(object, [{ path, value: live }], kind.type);
  if (!isMap(sent) || !isMap(live)) return isMap(live) ? undefined : writeValues(object, [{ path, value: live }], kind.type);
  const at = (key: string): FieldPath => [...path, field(key)];
  const gone = [...sent.keys()].filter((key) => !live.has(key));
  const added = [...live].filter(([key]) => !sent.has(key));
  // What is added stands behind the last key, which must not go then.
  const last = [...sent.keys()].at(-1) ?? "";
  if (gone.length === sent.size || (added.length > 0 && !live.has(last))) return undefined;
  const dropped = dropFields(object, gone.map(at), kind.type);
  const written = writeValues(
    object,
    added.map(([key, value]) => ({ path: at(key), value })),
    kind.type,
  );
  const changed = [...live].map(([key, value]) => {
    const own = sent.get(key);
    return own === undefined || equalValues(own, value) ? [] : rewritten(snapshot, at(key), own, value);
  });
  // What comes through an alias or a merge key stands elsewhere too.
  const place = locate(object, path, kind.type).find(({ effective }) => effective);
  const isOwn = place !== undefined && place.through === undefined && place.anchor === undefined;
  const edits = [written, ...changed].filter((some) => some !== undefined);
  const isWhole = isOwn && dropped.refused.length === 0 && edits.length === changed.length + 1;
  return isWhole ? [...dropped.edits, ...edits.flat()] : undefined;
}

/** The edits within the items, where each of them is still the same one; undefined otherwise. */
function itemByItem(snapshot: Snapshot, path: FieldPath, sent: ValueList, live: ValueList): readonly TextEdit[] | undefined {
  if (sent.length !== live.length) return undefined;
  const edits = sent.map((own, index) => {
    const now = live[index] ?? null;
    if (equalValues(own, now)) return [];
    const at: FieldPath = [...path, { kind: "index", index }];
    const shares = isMap(own) && isMap(now) && [...own].some(([key, value]) => equalValues(value, now.get(key) ?? null));
    return shares || spellingOf(snapshot, at, now, own) !== undefined ? rewritten(snapshot, at, own, now) : undefined;
  });
  return edits.every((some) => some !== undefined) ? edits.flat() : undefined;
}
