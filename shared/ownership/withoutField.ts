/**
 * What becomes of the live value of a field that the manifest sets, once the manifest no longer does.
 * Invariant: said only of applies that are predicted; of a merge key or a field that the object needs, nothing.
 */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { has } from "../fieldpath/set.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { keepersOf } from "./dropping.ts";
import { defaultInPlace } from "./liveDefault.ts";
import { isApplyOf, ownersAt } from "./owners.ts";
import { isRequired } from "./required.ts";
import type { Snapshot } from "./snapshot.ts";
import * as outcomes from "./words/outcomes.ts";
import { listed, shortValue } from "./words.ts";

/** "Without it here: stays 5, kept by hpa"; undefined where nothing can be said. `path`: of a field that is owned as one. */
export function withoutField(snapshot: Snapshot, path: FieldPath): string | undefined {
  const { as, kind, live, object } = snapshot;
  if (!as.decided || as.with !== "server-side" || live.state !== "live" || live.stale !== undefined) return undefined;
  if (live.live.problems.length > 0) return undefined;
  if (kind.schemaSource === "deduced" || isMergeKey(path) || isRequired(object, path)) return undefined;
  const current = valueAtPath(live.live.object, path, kind.type);
  if (current === undefined) return undefined;
  const { owners, below } = ownersAt(live.live, path, kind.type);
  if (owners.length === 0 && below.length > 0) {
    const entries = below.map(({ owner }) => owner.entry);
    // Of what is ours below it only that goes.
    if (entries.some((entry) => isApplyOf(as.manager, entry))) return undefined;
    return outcomes.staysKept(shortValue(current, 40), listed([...new Set(entries.map(({ manager }) => manager))]));
  }
  const managers = owners.map(({ entry }) => entry);
  const { keepers, migrated } = keepersOf(snapshot, { path, managers, live: current, sent: undefined, certainty: { kind: "certain" } });
  const others = keepers.filter((entry) => !isApplyOf(as.manager, entry));
  const value = shortValue(current, 40);
  if (others.length > 0) return outcomes.staysKept(value, listed([...new Set(others.map(({ manager }) => manager))]));
  if (migrated.length > 0) return outcomes.goesWithRecord;
  if (!live.live.managedFields.some((entry) => isApplyOf(as.manager, entry) && has(entry.fields, path))) {
    return outcomes.staysUnowned(value);
  }
  const becomes = defaultInPlace(snapshot, path);
  if (becomes === "none") return outcomes.goes;
  return becomes === "unknown" ? outcomes.goesOrResets : outcomes.resetsTo(shortValue(becomes.value, 40));
}

/** An item without its key is another item. */
function isMergeKey(path: FieldPath): boolean {
  const [item, last] = path.slice(-2);
  return item?.kind === "key" && last?.kind === "field" && item.keys.some(({ name }) => name === last.name);
}
