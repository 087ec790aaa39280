import { type FieldPath, field, fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { type DefinedVersion, definedVersions, isDefinition, type MergeChange, mergeChanges } from "../../shared/ownership/definedLists.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as definitions from "../../shared/ownership/words/definitions.ts";
import { listed, objectName, staleText } from "../../shared/ownership/words.ts";
import type { Rule } from "./rule.ts";

/**
 * The CustomResourceDefinition changes what the managedFields of its objects mean: a list or map merges otherwise than the live definition
 * says, or a version is not served any more or gone.
 *
 * A list that becomes atomic belongs as a whole to everyone who held an item, so their next applies conflict, and a forced one deletes the
 * others' items. One that stops being atomic leaves its owner only what it applies next: what it lacks then stays for ever, and until then
 * others take items without a conflict. With other keys the records match no item. A removed version that a record names makes every
 * server-side apply of that object fail. What to do: keep what is there, or change it when nobody has applied yet; keep an old version with
 * `served: false` until no record names it.
 */
export const crdOwnershipChange: Rule = {
  code: "crd-ownership-change",
  severity: "warning",
  check(snapshot, _prediction, report) {
    const { object, live, as, kind, now } = snapshot;
    if (!isDefinition(object) || live.state !== "live" || staleText(live, now) !== undefined || (!as.decided && !as.ask)) return;
    const say = (path: FieldPath, message: string): void =>
      report({ path, message, managers: [], certainty: { kind: "certain" }, fixes: [] });

    const name = objectName(snapshot);
    const [sent, current] = [definedVersions(object.value), definedVersions(live.live.object)];
    if (sent.some(({ path }) => touchesPlaceholder(object, [...path, field("name")], kind.type))) return;
    const names = new Set(sent.map(({ name }) => name));
    const gone = current.filter(({ name }) => !names.has(name));
    if (sent.length > 0 && gone.length > 0) say(fieldPath("spec", "versions"), goneText(snapshot, gone, live.live.object));
    for (const version of sent) {
      const before = current.find(({ name }) => name === version.name);
      if (before === undefined) continue;
      if (before.served === true && version.served === false) say([...version.path, field("served")], unservedText(snapshot, version));
      const changes = mergeChanges(version, before);
      if (changes.length > most) say([...version.path, ...fieldPath("schema", "openAPIV3Schema")], manyText(version, changes, name));
      else for (const change of changes) say(change.path, changeText(change, name));
    }
  },
};

/** Beyond these, what changes in a version is said once. */
const most = 5;

/** What becomes of the records, as tried on a real server. */
function changeText({ name, what, live, sent, becomes }: MergeChange, object: string): string {
  const parts = { field: name, live, here: sent, object };
  if (becomes === "rekeyed") return definitions.listIsRekeyed(parts);
  if (becomes === "atomic") return (what === "list" ? definitions.listBecomesAtomic : definitions.mapBecomesAtomic)(parts);
  return (what === "list" ? definitions.listBecomesGranular : definitions.mapBecomesGranular)(parts);
}

function manyText({ name: version }: DefinedVersion, changes: readonly MergeChange[], object: string): string {
  const places = changes.map((change) => change.name);
  return definitions.manyMergeOtherwise({ version, count: changes.length, places: listed(places, most), object });
}

function goneText(snapshot: Snapshot, gone: readonly DefinedVersion[], live: Value): string {
  const group = stringAt(snapshot.object.value, "spec", "group") ?? "";
  const names = gone.map(({ name }) => name);
  const stored = valueAt(live, "status", "storedVersions");
  const refused = names.filter((name) => isList(stored) && stored.includes(name));
  const versions = listed(names.map((name) => `${group}/${name}`));
  const parts = { versions, count: names.length, object: objectName(snapshot) };
  return refused.length > 0 ? definitions.goneAndRefused({ ...parts, stored: listed(refused) }) : definitions.gone(parts);
}

function unservedText(snapshot: Snapshot, { name }: DefinedVersion): string {
  return definitions.unserved(`${stringAt(snapshot.object.value, "spec", "group") ?? ""}/${name}`, objectName(snapshot));
}
