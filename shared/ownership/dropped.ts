/**
 * What becomes of fields that we applied before and the manifest no longer has: gone, reset to a default, or kept by others.
 * Invariant: only what our own Apply record holds can go. Nothing is said where the manifest is not all that its manager sends, be it
 * that the file names the object once more, where the schema is a guess, or of what a deployer adds by itself.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { predictApply } from "../apply/predictApply.ts";
import { stripMeta } from "../apply/stripMeta.ts";
import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { difference, type FieldSet, leaves, pathsOf, union } from "../fieldpath/set.ts";
import { isMap, type Value } from "../fieldpath/value.ts";
import { touchesPlaceholder } from "../manifest/placeholders.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { fieldSetOf } from "../typed/toFieldSet.ts";
import { type Default, defaultAt } from "./defaults.ts";
import { isMark } from "./deployers.ts";
import { holds, leavesOf } from "./fileLeaves.ts";
import { isAdopted } from "./fluxAdoption.ts";
import { comparedWithDefault, wasSentEmpty } from "./liveDefault.ts";
import { once } from "./once.ts";
import { isApplyOf } from "./owners.ts";
import { predict } from "./predict.ts";
import { stringDataAsData, withStringData } from "./secretData.ts";
import { deployedObject } from "./sentObject.ts";
import type { LiveObject, Snapshot } from "./snapshot.ts";

/** A field that goes from the live object, with everything below it. */
export interface RemovedField {
  readonly path: FieldPath;
  readonly live: Value;
  /** What the server writes in its place. */
  readonly becomes: Default;
  /** Others who hold something below it, which goes too. */
  readonly others: readonly ManagedFieldsEntry[];
}

/** A field that stays in the live object, since others hold it. */
export interface KeptField {
  readonly path: FieldPath;
  readonly live: Value;
  readonly keepers: readonly ManagedFieldsEntry[];
}

export interface Dropped {
  readonly removed: readonly RemovedField[];
  readonly kept: readonly KeptField[];
}

/** What the apply of a snapshot lets go of; computed once. */
export const droppedFields: (snapshot: Snapshot) => Dropped = once(find);

const nothing: Dropped = { removed: [], kept: [] };

function find(snapshot: Snapshot): Dropped {
  const { as, kind, live, object } = snapshot;
  if (snapshot.twins !== undefined) return nothing;
  if (!as.decided || as.with !== "server-side" || live.state !== "live" || kind.schemaSource === "deduced") return nothing;
  const own = ownRecord(snapshot);
  if (own === undefined) return nothing;
  const paths = droppedPaths(snapshot, own);
  if (paths.length === 0 || sendsMore(snapshot, paths)) return nothing;
  const accepted = objectAfter(snapshot, live.live);
  if (accepted === undefined) return nothing;
  const after = withStringData(accepted);

  const removed = new Map<string, RemovedField>();
  const kept = new Map<string, KeptField>();
  for (const path of paths) {
    const gone = shortestAbsent(after, path, snapshot);
    const at = gone ?? shortestAbsent(object.value, path, snapshot) ?? path;
    const value = valueAtPath(live.live.object, at, kind.type);
    if (value === undefined || removed.has(printPath(at))) continue;
    const others = live.live.managedFields.filter((entry) => entry !== own && holds(entry.fields, at) && !isAdopted(snapshot, entry));
    if (gone !== undefined) {
      const becomes = becomesOf(snapshot, after, at);
      // A default may hang on what is filled in later.
      if (becomes !== "none" && touchesPlaceholder(object, at.slice(0, -1), kind.type)) continue;
      if (typeof becomes === "string" || !equalValues(becomes.value, value))
        removed.set(printPath(at), { path: at, live: value, becomes, others });
    } else if (others.length > 0) kept.set(printPath(at), { path: at, live: value, keepers: others });
  }
  return { removed: [...removed.values()], kept: [...kept.values()] };
}

/** The leaves of our record that the manifest lacks. Deployers write empty maps that stand in no file. */
function droppedPaths(snapshot: Snapshot, own: ManagedFieldsEntry): readonly FieldPath[] {
  const { kind, object } = snapshot;
  const now = asData(snapshot, stripMeta(fieldSetOf(object.value, kind.type)));
  return [...pathsOf(leaves(difference(own.fields, now)))].filter(
    (path) => !isMark(path) && !holds(now, path) && !isFilledIn(snapshot, path) && !wasSentEmpty(snapshot, path),
  );
}

/** With a Secret's stringData under both names: some who apply it turn it into data themselves. */
function asData({ object }: Snapshot, set: FieldSet): FieldSet {
  return object.kind === "Secret" ? union(set, stringDataAsData(set)) : set;
}

/**
 * Whether the manifest is not all that its manager sends: it is configured so, or something of its record stands in no known text. Who was
 * named sends the whole.
 */
export const isPartial: (snapshot: Snapshot) => boolean = once((snapshot) => {
  const { as } = snapshot;
  if (as.decided && as.partial !== undefined) return as.partial;
  const own = ownRecord(snapshot);
  return own !== undefined && sendsMore(snapshot, droppedPaths(snapshot, own));
});

/** What the server fills in anyway tells nothing: some who apply write it themselves. */
function sendsMore(snapshot: Snapshot, dropped: readonly FieldPath[]): boolean {
  const { as, kind, earlier } = snapshot;
  if (as.decided && as.partial !== undefined) return as.partial;
  if ((as.decided && !as.inferred) || dropped.length === 0) return false;
  const texts = asData(snapshot, leavesOfTexts(earlier?.() ?? [], kind));
  return dropped.some((path) => !holds(texts, path) && comparedWithDefault(snapshot, path) !== "default");
}

/** Many texts take a while, and stay the same while somebody types. */
function leavesOfTexts(texts: readonly Value[], kind: Snapshot["kind"]): FieldSet {
  const known = knownTexts.get(texts);
  if (known?.kind === kind) return known.leaves;
  const fresh = { kind, leaves: leavesOf(texts, kind) };
  knownTexts.set(texts, fresh);
  return fresh.leaves;
}

const knownTexts = new WeakMap<readonly Value[], { readonly kind: Snapshot["kind"]; readonly leaves: FieldSet }>();

/** What we applied last, at the version that the manifest is of. */
function ownRecord({ as, live, object }: Snapshot): ManagedFieldsEntry | undefined {
  if (!as.decided || live.state !== "live") return undefined;
  return live.live.managedFields.find((entry) => isApplyOf(as.manager, entry) && entry.apiVersion === object.apiVersion);
}

/** The object after the apply, once nobody speaks against it: what goes does not hang on that. */
function objectAfter(snapshot: Snapshot, live: LiveObject): Value | undefined {
  const { as, kind } = snapshot;
  const prediction = predict(snapshot);
  if (prediction.verdict !== "conflict" || !as.decided) return prediction.result?.object;
  const forced = predictApply({ ...kind, live, config: deployedObject(snapshot), manager: as.manager, force: true, subresource: "" });
  return forced.verdict === "accepted" ? forced.object : undefined;
}

function becomesOf({ object, kind }: Snapshot, after: Value, path: FieldPath): Default {
  const siblings = path.length === 1 ? after : valueAtPath(after, path.slice(0, -1), kind.type);
  return isMap(siblings) ? defaultAt({ object, kind }, path, siblings) : "none";
}

function shortestAbsent(value: Value, path: FieldPath, { kind }: Snapshot): FieldPath | undefined {
  for (let length = 1; length <= path.length; length++) {
    if (valueAtPath(value, path.slice(0, length), kind.type) === undefined) return path.slice(0, length);
  }
  return undefined;
}

/** Something on the way to the field is filled in before the file is applied. */
function isFilledIn({ object, kind }: Snapshot, path: FieldPath): boolean {
  return path.some((_, i) => {
    const at = path.slice(0, i + 1);
    return typeof valueAtPath(object.value, at, kind.type) === "string" && touchesPlaceholder(object, at, kind.type);
  });
}
