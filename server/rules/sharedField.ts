import type { ManagedFieldsEntry } from "../../shared/apply/model.ts";
import { equalValues } from "../../shared/fieldpath/compare.ts";
import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { intersection, pathsOf } from "../../shared/fieldpath/set.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { leavesOf } from "../../shared/ownership/fileLeaves.ts";
import { isApplyOf } from "../../shared/ownership/owners.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as claims from "../../shared/ownership/words/claims.ts";
import { listed, objectName, ownerName } from "../../shared/ownership/words.ts";
import { valueAtPath } from "../../shared/typed/atPath.ts";
import type { Rule } from "./rule.ts";

/**
 * Another manager holds this field too, with the same value: nothing conflicts, but the field has two masters.
 *
 * Off unless a severity is chosen for it, since it is how shared ownership is meant to work. Whoever writes another value first is refused,
 * or takes the field over by force; whoever drops it leaves it to the other. What to do: nothing, or leave the field to one of you.
 */
export const sharedField: Rule = {
  code: "shared-field",
  severity: "off",
  check(snapshot, _prediction, report) {
    const { object, kind, live, as } = snapshot;
    if (live.state !== "live" || live.stale !== undefined || !as.decided || as.with !== "server-side" || kind.schemaSource === "deduced")
      return;
    for (const { path, managers } of sharedFields(snapshot, live.live.managedFields, as.manager)) {
      const [sent, current] = [object.value, live.live.object].map((value) => valueAtPath(value, path, kind.type));
      if (sent === undefined || current === undefined || !equalValues(sent, current)) continue;
      if (touchesPlaceholder(object, path, kind.type)) continue;
      const owners = listed(managers.map((owner) => ownerName(owner, snapshot.now)));
      const message = claims.sharedField(printPath(path), owners, as.manager, objectName(snapshot));
      report({ path, message, managers, certainty: { kind: "certain" }, fixes: [] });
    }
  },
};

interface SharedField {
  readonly path: FieldPath;
  readonly managers: ManagedFieldsEntry[];
}

/** The manifest's leaves that others hold, by records of its own version: another version's paths may mean other fields. */
function sharedFields({ object, kind }: Snapshot, entries: readonly ManagedFieldsEntry[], manager: string): Iterable<SharedField> {
  const leaves = leavesOf([object.value], kind);
  const found = new Map<string, SharedField>();
  for (const entry of entries) {
    if (isApplyOf(manager, entry) || entry.apiVersion !== object.apiVersion) continue;
    for (const path of pathsOf(intersection(leaves, entry.fields))) {
      const known = found.get(printPath(path));
      if (known === undefined) found.set(printPath(path), { path, managers: [entry] });
      else known.managers.push(entry);
    }
  }
  return found.values();
}
