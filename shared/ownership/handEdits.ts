/**
 * Live values that somebody's hand set and the manifest does not have so: kubectl edit, patch, set and the like, or a dashboard.
 * Invariant: an edit is a record's claim that others don't share. Commands that write whole objects (create, replace, run, expose) edit
 * nothing, and what only means the same, or is a default, was not edited.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { equalValues } from "../fieldpath/compare.ts";
import { parseJson } from "../fieldpath/json.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { has, leaves, pathsOf } from "../fieldpath/set.ts";
import { isList, isMap, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { touchesPlaceholder } from "../manifest/placeholders.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { isHand, isMark, lastAppliedAnnotation } from "./deployers.ts";
import { holds } from "./fileLeaves.ts";
import { isAdopted } from "./fluxAdoption.ts";
import { comparedWithDefault } from "./liveDefault.ts";
import { once } from "./once.ts";
import type { Snapshot } from "./snapshot.ts";
import { spellingOf } from "./spelling.ts";

/** One field that a hand set. */
export interface HandEdit {
  readonly path: FieldPath;
  readonly by: ManagedFieldsEntry;
  readonly live: Value;
  /** Undefined where the manifest lacks the field. */
  readonly sent: Value | undefined;
  /** Why the next apply deletes it: a client-side one had sent it, or Flux takes it over; undefined: it stays, or the manifest has it. */
  readonly goes: "sentBefore" | "takenOver" | undefined;
}

/** The hand edits of a live object that a manifest neither has nor leaves to somebody else; none where they are not known. */
export const handEditsOf: (snapshot: Snapshot) => readonly HandEdit[] = once(find);

function find(snapshot: Snapshot): readonly HandEdit[] {
  const { as, live } = snapshot;
  if (!as.decided || live.state !== "live" || live.stale !== undefined) return [];
  const found = new Map<string, HandEdit>();
  for (const by of live.live.managedFields) {
    if (!editsFields(by) || by.apiVersion !== snapshot.object.apiVersion) continue;
    for (const leaf of pathsOf(leaves(by.fields))) {
      const edit = editAt(snapshot, live.live.managedFields, by, leaf);
      if (edit !== undefined) found.set(printPath(edit.path), edit);
    }
  }
  return [...found.values()];
}

/** `kubectl` is the applier of that name, but on `scale` it is kubectl scale. */
function editsFields({ manager, subresource }: ManagedFieldsEntry): boolean {
  if (subresource === "scale") return manager === "kubectl" || isHand(manager);
  return subresource === "" && isHand(manager) && !/^kubectl-(create|replace|run|expose|autoscale)$/.test(manager);
}

function editAt(snapshot: Snapshot, entries: readonly ManagedFieldsEntry[], by: ManagedFieldsEntry, leaf: FieldPath): HandEdit | undefined {
  const { object, kind, live } = snapshot;
  if (live.state !== "live" || isMark(leaf) || isOrdinary(leaf) || touchesPlaceholder(object, leaf, kind.type)) return undefined;
  const current = valueAtPath(live.live.object, leaf, kind.type);
  if (current === undefined) return undefined;
  const sent = sentAt(snapshot, leaf);
  if (sent !== undefined) {
    const same = equalValues(current, sent) || spellingOf(snapshot, leaf, current, sent) !== undefined;
    return same || isMap(sent) !== isMap(current) ? undefined : { path: leaf, by, live: current, sent, goes: undefined };
  }
  // What the file leaves out is the autoscaler's, or whoever's turn it is.
  if (by.subresource === "scale") return undefined;
  const others = entries.filter((entry) => !isHand(entry.manager));
  if (others.some((entry) => has(entry.fields, leaf)) || isFilledIn(snapshot, leaf)) return undefined;
  for (let length = 1; length <= leaf.length; length++) {
    const path = leaf.slice(0, length);
    const written = sentAt(snapshot, path);
    // What stands in the way is filled in later, or of another shape: who knows what is sent.
    if (written !== undefined && !isMap(written) && !isList(written)) return undefined;
    if (written !== undefined || others.some((entry) => holds(entry.fields, path))) continue;
    const value = valueAtPath(live.live.object, path, kind.type);
    const goes = isAdopted(snapshot, by) ? "takenOver" : wasLastApplied(snapshot, path) ? "sentBefore" : undefined;
    return value === undefined ? undefined : { path, by, live: value, sent: undefined, goes };
  }
  return undefined;
}

/** The manifest's value; a Secret's stringData stands for data, as the server makes data of it. */
function sentAt({ object, kind }: Snapshot, path: FieldPath): Value | undefined {
  const value = valueAtPath(object.value, path, kind.type);
  const [data, key] = path;
  if (value !== undefined || object.kind !== "Secret" || data?.kind !== "field" || data.name !== "data") return value;
  return key?.kind === "field" ? valueAt(object.value, "stringData", key.name) : valueAt(object.value, "stringData");
}

/** Whether the server may have written the value itself. */
function isFilledIn(snapshot: Snapshot, path: FieldPath): boolean {
  const compared = comparedWithDefault(snapshot, path);
  // Whoever creates an object is recorded for all that the server fills in: an address, a node, a Namespace's label of its own name.
  return compared === "default" || (compared === "unknown" && snapshot.kind.schemaSource !== "deduced");
}

/** What a hand is meant to write: the time of a restart, and what the control plane or kubectl note. */
function isOrdinary(path: FieldPath): boolean {
  const key = path.at(-1);
  return key?.kind === "field" && ordinary.includes(key.name);
}

const ordinary: readonly string[] = [
  "kubectl.kubernetes.io/restartedAt",
  "deployment.kubernetes.io/revision",
  "kubernetes.io/change-cause",
  lastAppliedAnnotation,
];

/** Whether a client-side apply had sent the field. */
function wasLastApplied({ as, live, kind }: Snapshot, path: FieldPath): boolean {
  if (!as.decided || as.with !== "client-side" || live.state !== "live") return false;
  const text = stringAt(live.live.object, "metadata", "annotations", lastAppliedAnnotation);
  const before = text === undefined ? undefined : parseJson(text);
  return before !== undefined && before.problem === undefined && valueAtPath(before.value, path, kind.type) !== undefined;
}
