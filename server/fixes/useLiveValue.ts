import { equalValues } from "../../shared/fieldpath/compare.ts";
import { equalPaths, type FieldPath, field } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap, type Value, type ValueMap } from "../../shared/fieldpath/value.ts";
import { dropFields } from "../../shared/manifest/dropFields.ts";
import { locate } from "../../shared/manifest/locate.ts";
import type { TextEdit } from "../../shared/manifest/model.ts";
import { scalarAt } from "../../shared/manifest/scalarAt.ts";
import { onlyAdds } from "../../shared/ownership/change.ts";
import { frozenChanges } from "../../shared/ownership/immutable.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { listed, shortValue } from "../../shared/ownership/words.ts";
import type { Fix } from "./fix.ts";

/**
 * Writes the live value into the manifest, so that the field is owned together with whoever holds it, or stays what it must be. Scalars, and
 * maps whose values are scalars, key by key, with their comments; never the values of a Secret, which are hidden.
 */
export const useLiveValue: Fix = {
  id: "use-live-value",
  codes: ["apply-conflict", "self-conflict", "immutable-field"],
  offer({ snapshot, code, path }) {
    const change =
      code === "immutable-field"
        ? frozenChanges(snapshot).find((candidate) => equalPaths(candidate.path, path))
        : predict(snapshot).conflicts.find((candidate) => equalPaths(candidate.path, path));
    if (change?.live === undefined || change.live === null || change.sent === undefined || snapshot.object.kind === "Secret") return [];
    const edits = rewritten(snapshot, path, change.sent, change.live);
    if (edits === undefined || edits.length === 0) return [];
    const owners = "managers" in change ? listed([...new Set(change.managers.map(({ manager }) => manager))]) : "";
    const shown = isMap(change.live) ? "values" : `value ${shortValue(change.live, 30)}`;
    const title = `Use the live ${shown} of ${printPath(path)}${owners === "" ? "" : ` (owned together with ${owners})`}`;
    return [
      {
        id: useLiveValue.id,
        title,
        preferred: code !== "immutable-field" && onlyAdds(change),
        edits,
        resolves: [{ snapshot, code, path }],
      },
    ];
  },
};

/** The edits that turn the written value into the live one; undefined where it cannot be done as text. */
function rewritten(snapshot: Snapshot, path: FieldPath, sent: Value, live: Value): readonly TextEdit[] | undefined {
  if (isMap(sent) && isMap(live)) return rewrittenMap(snapshot, path, sent, live);
  if (isMap(sent) || isList(sent) || isMap(live) || isList(live)) return undefined;
  const written = scalarAt(snapshot.object, path, snapshot.kind.type);
  if (written === undefined || written.shared) return undefined;
  const { start, end, style } = written.node;
  if (style !== "plain" && style !== "single" && style !== "double") return undefined;
  return [{ range: { start, end }, newText: scalarText(live, style !== "plain") }];
}

function rewrittenMap(snapshot: Snapshot, path: FieldPath, sent: ValueMap, live: ValueMap): readonly TextEdit[] | undefined {
  const { object, kind } = snapshot;
  const gone = [...sent.keys()].filter((key) => !live.has(key));
  if (gone.length === sent.size) return undefined;
  const edits: TextEdit[] = [];
  if (gone.length > 0) {
    const dropped = dropFields(
      object,
      gone.map((key) => [...path, field(key)]),
      kind.type,
    );
    if (dropped.refused.length > 0) return undefined;
    edits.push(...dropped.edits);
  }
  for (const [key, value] of live) {
    const own = sent.get(key);
    if (own === undefined) return undefined;
    if (equalValues(own, value)) continue;
    const inner = rewritten(snapshot, [...path, field(key)], own, value);
    if (inner === undefined) return undefined;
    edits.push(...inner);
  }
  // What comes through an alias or a merge key stands elsewhere too.
  const place = locate(object, path, kind.type).find(({ effective }) => effective);
  return place === undefined || place.through !== undefined || place.anchor !== undefined ? undefined : edits;
}

/** Plain where that reads as the same text everywhere. */
function scalarText(value: Value, quoted: boolean): string {
  if (typeof value !== "string") return String(value);
  const plain = /^[A-Za-z][\w./-]*(?::[\w./-]+)?$/.test(value) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(value);
  return plain && !quoted ? value : JSON.stringify(value);
}
