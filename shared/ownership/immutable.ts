/**
 * What a manifest changes of what never changes once the object is there, so that the API server refuses the whole apply.
 * Invariant: what the manifest leaves out counts only where the apply removes it, not where the server keeps it or fills it in, as it does in
 * volumeClaimTemplates; another spelling of one amount is no change.
 */
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { type Value, valueAt } from "../fieldpath/value.ts";
import { droppedFields } from "./dropped.ts";
import { changedByRule, frozenByRule } from "./frozenByRule.ts";
import { changedByTable, frozenByTable } from "./frozenByTable.ts";
import { once } from "./once.ts";
import { hiddenAsData } from "./secretData.ts";
import type { Snapshot } from "./snapshot.ts";

/** Something that never changes. */
export interface Frozen {
  /** As a whole: `.spec.template`. */
  readonly frozen: string;
  /** In the server's words, as far as they are known. */
  readonly reason: string;
  /** A rule of the kind's definition says so; else it was tried on a real server. */
  readonly byDefinition: boolean;
}

/** A change of it. */
export interface FrozenChange extends Frozen {
  /** The first place where both differ. */
  readonly path: FieldPath;
  /** Null where the live object lacks it. */
  readonly live: Value;
  /** Undefined where the manifest leaves it out, which removes it. */
  readonly sent: Value | undefined;
}

/** What a manifest is compared with. */
export interface Written extends Pick<Snapshot, "object" | "kind"> {
  readonly live: Value;
}

/** Each change of what never changes; found once per snapshot. */
export const frozenChanges: (snapshot: Snapshot) => readonly FrozenChange[] = once((snapshot) => {
  if (snapshot.live.state !== "live") return [];
  const { object } = snapshot;
  const written = { ...snapshot, object: { ...object, value: hiddenAsData(object.value) }, live: snapshot.live.live.object };
  const removed = droppedFields(snapshot).removed.flatMap(({ path, live, becomes }) => {
    const frozen = becomes === "unknown" ? undefined : (frozenByTable(written, path) ?? frozenByRule(written, path));
    return frozen === undefined ? [] : [{ ...frozen, path, live, sent: undefined }];
  });
  const changed = [...changedByTable(written), ...changedByRule(written)];
  return [...changed.map((change) => asWritten(change, object.value)), ...removed];
});

/** A Secret's data that the manifest has as stringData. */
function asWritten(change: FrozenChange, manifest: Value): FrozenChange {
  const [data, key, ...more] = change.path;
  const isData = data?.kind === "field" && data.name === "data" && key?.kind === "field";
  if (!isData || valueAt(manifest, "stringData", key.name) === undefined) return change;
  return { ...change, path: [field("stringData"), key, ...more] };
}
