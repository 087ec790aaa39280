/**
 * What an apply would make of a live value, in words: both values, or for atomic lists and maps what would go and what would come.
 */

import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, type ValueList, type ValueMap } from "../fieldpath/value.ts";
import type { DefaultsOf } from "./defaults.ts";
import { spellingOf, spellingText } from "./spelling.ts";
import { counted, listed, shortValue } from "./words.ts";

/** "live 5, here 2", and where both mean the same, why they differ for the API server, which compares what is written. */
export function changeText(of: DefaultsOf, { path, live, sent }: Change): string {
  const causes = live === undefined || sent === undefined ? undefined : spellingOf(of, path, live, sent);
  const cause = causes === undefined || live === undefined ? undefined : spellingText(live, causes);
  if (isList(live) && isList(sent)) return cause ?? listChange(live, sent);
  if (isMap(live) && isMap(sent)) return cause ?? mapChange(live, sent);
  return `${live === undefined ? "no live value" : `live ${shortValue(live)}`}, here ${sent === undefined ? "nothing" : shortValue(sent)}${
    cause === undefined ? "" : ` (${cause})`
  }`;
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
  if (gone.length === 0 && added.length === 0) return `the same ${counted(live.length, "item")} in another order`;
  const parts = [
    gone.length > 0 ? `removes ${countedOf(gone.length, live.length)} (${samples(gone)})` : "",
    kept > 0 ? `keeps ${kept}` : "",
    added.length > 0 ? `adds ${added.length} (${samples(added)})` : "",
  ];
  return `this file ${listed(parts.filter((part) => part !== ""))}`;
}

function countedOf(gone: number, of: number): string {
  if (gone < of) return `${gone} of its ${of} items`;
  return of === 1 ? "its only item" : `its ${of} items`;
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
  const parts = [
    gone.length > 0 ? `drops ${entries(gone, live)}` : "",
    changed.length > 0
      ? `changes ${listed(changed.map((key) => `${key} from ${shortValue(live.get(key) as Value)} to ${shortValue(sent.get(key) as Value)}`))}`
      : "",
    added.length > 0 ? `adds ${entries(added, sent)}` : "",
  ];
  return `this file ${listed(parts.filter((part) => part !== ""))}`;
}

function entries(keys: readonly string[], map: ValueMap): string {
  return listed(keys.map((key) => `${key}: ${shortValue(map.get(key) as Value)}`));
}
