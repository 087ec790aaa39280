import { type FieldPath, field, fieldPath } from "../../shared/fieldpath/pathElement.ts";
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import { touchesPlaceholder } from "../../shared/manifest/placeholders.ts";
import { type DefinedVersion, definedVersions, isDefinition, type MergeChange, mergeChanges } from "../../shared/ownership/definedLists.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
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
      report({ path, message: `${message} (${objectName(snapshot)}).`, managers: [], certainty: { kind: "certain" }, fixes: [] });

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
      if (changes.length > most) say([...version.path, ...fieldPath("schema", "openAPIV3Schema")], manyText(version, changes));
      else for (const change of changes) say(change.path, changeText(change));
    }
  },
};

/** Beyond these, what changes in a version is said once. */
const most = 5;

function changeText({ name, what, live, sent, becomes }: MergeChange): string {
  return `${name} is ${live} in the live definition and ${sent} here. ${consequences[becomes](what)}`;
}

/** What becomes of the records, as tried on a real server. */
const consequences: Readonly<Record<MergeChange["becomes"], (what: MergeChange["what"]) => string>> = {
  atomic: (what) =>
    `Whoever holds ${part[what]} of it then holds the whole ${what}: the next apply of each conflicts with the others, and a forced one deletes what they put there`,
  granular: (what) =>
    `Its owner keeps only what it applies next: what that lacks stays in the ${what} without an owner, and until then others take over ${part[what]} without a conflict`,
  rekeyed: () =>
    "What was recorded by the old keys means nothing any more: others take over items without a conflict, and items that a manifest drops stay",
};

const part = { list: "an item", map: "a key" } as const;

function manyText({ name }: DefinedVersion, changes: readonly MergeChange[]): string {
  const places = changes.map((change) => change.name);
  return `${changes.length} lists and maps of version ${name} merge otherwise than in the live definition (${listed(places, most)}): what is recorded of who owns what in them means something else then`;
}

function goneText({ object }: Snapshot, gone: readonly DefinedVersion[], live: Value): string {
  const group = stringAt(object.value, "spec", "group") ?? "";
  const names = gone.map(({ name }) => name);
  const stored = valueAt(live, "status", "storedVersions");
  const refused = names.filter((name) => isList(stored) && stored.includes(name));
  const versions = listed(names.map((name) => `${group}/${name}`));
  const start = `${versions} ${names.length === 1 ? "is" : "are"} in the live definition and not here`;
  if (refused.length > 0) return `${start}. The API server refuses that while status.storedVersions names ${listed(refused)}`;
  return `${start}. Where a record in an object's managedFields is at such a version, every server-side apply of that object fails then, with force too; served: false keeps it readable`;
}

function unservedText({ object }: Snapshot, { name }: DefinedVersion): string {
  const version = `${stringAt(object.value, "spec", "group") ?? ""}/${name}`;
  return `${version} is served now and not any more after an apply of this: manifests at ${version} can't be applied then, and records at it must not lose it altogether, else every server-side apply of their object fails`;
}
