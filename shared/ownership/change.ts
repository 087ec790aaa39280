/**
 * What an apply would make of a live value, in words: both values, or for atomic lists and maps what would go and what would come.
 */

import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, type ValueList, type ValueMap } from "../fieldpath/value.ts";
import type { DefaultsOf } from "./defaults.ts";
import { spellingOf, spellingText } from "./spelling.ts";
import * as words from "./words/changes.ts";
import { listed, shortValue } from "./words.ts";

/** "live 5, here 2", and where both mean the same, why they differ for the API server, which compares what is written. */
export function changeText(of: DefaultsOf, { path, live, sent }: Change): string {
  const causes = live === undefined || sent === undefined ? undefined : spellingOf(of, path, live, sent);
  const cause = causes === undefined || live === undefined ? undefined : spellingText(live, causes);
  if (isList(live) && isList(sent)) return cause ?? listChange(live, sent);
  if (isMap(live) && isMap(sent)) return cause ?? mapChange(live, sent);
  const here = sent === undefined ? words.nothing : shortValue(sent);
  const change = live === undefined ? words.onlyHere(here) : words.liveAndHere(shortValue(live), here);
  return cause === undefined ? change : words.thoughSame(change, cause);
}

/** What a field is and what a manifest says of it. */
export interface Change {
  readonly path: FieldPath;
  readonly live?: Value | undefined;
  readonly sent?: Value | undefined;
}

/** The file has all of the live map, and more: without its own keys there is nothing to disagree about. */
export function onlyAdds({ live, sent }: Pick<Change, "live" | "sent">): boolean {
  return isMap(live) && isMap(sent) && live.size > 0 && [...live].every(([key, value]) => equalValues(sent.get(key) ?? null, value));
}

/** Items of an atomic list that only one side has, each counted as often as it stands there. */
export function listDifference(live: ValueList, sent: ValueList): { readonly gone: ValueList; readonly added: ValueList } {
  const gone = [...live];
  const added = sent.filter((item) => {
    const at = gone.findIndex((other) => equalValues(other, item));
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
  return { gone, added };
}

function listChange(live: ValueList, sent: ValueList): string {
  const { gone, added } = listDifference(live, sent);
  const kept = live.length - gone.length;
  if (gone.length === 0 && added.length === 0) return words.sameReordered(live.length);
  const parts = [
    ...(gone.length > 0 ? [removal(gone, live.length)] : []),
    ...(kept > 0 ? [words.keeps(kept)] : []),
    ...(added.length > 0 ? [words.adds(added.length, samples(added))] : []),
  ];
  return words.thisFile(listed(parts));
}

function removal(gone: ValueList, total: number): string {
  if (gone.length < total) return words.removesSome(gone.length, total, samples(gone));
  return total === 1 ? words.removesOnly(samples(gone)) : words.removesAll(total, samples(gone));
}

/** The first two of them, shortened. */
function samples(items: ValueList): string {
  const shown = items.slice(0, 2).map((item) => shortValue(item, 40));
  return [...shown, ...(items.length > 2 ? ["…"] : [])].join("; ");
}

function mapChange(live: ValueMap, sent: ValueMap): string {
  const gone = [...live.keys()].filter((key) => !sent.has(key));
  const added = [...sent.keys()].filter((key) => !live.has(key));
  const changed = [...sent.keys()].filter((key) => {
    const own = live.get(key);
    return own !== undefined && !equalValues(own, sent.get(key) as Value);
  });
  const changedEntry = (key: string): string =>
    words.changedEntry(key, shortValue(live.get(key) as Value), shortValue(sent.get(key) as Value));
  const parts = [
    ...(gone.length > 0 ? [words.drops(entries(gone, live))] : []),
    ...(changed.length > 0 ? [words.changes(listed(changed.map(changedEntry)))] : []),
    ...(added.length > 0 ? [words.addsEntries(entries(added, sent))] : []),
  ];
  return words.thisFile(listed(parts));
}

function entries(keys: readonly string[], map: ValueMap): string {
  return listed(keys.map((key) => words.entry(key, shortValue(map.get(key) as Value))));
}
