/** What disappears where an atomic list or map is replaced as a whole. What only a default added to an item is no loss. */
import { equalValues } from "../fieldpath/compare.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import { shortValue } from "./words.ts";

/** Items, or entries of a map as `key: value`, that the live value has and the sent one has no longer; none where neither is a list or map. */
export function lostItems(live: Value | undefined, sent: Value | undefined): readonly string[] {
  if (isList(live) && (isList(sent) || sent === null)) {
    const left = [...(sent ?? [])];
    return live.filter((item) => !taken(left, item)).map((item) => shortValue(item, 40));
  }
  if (!isMap(live) || !(isMap(sent) || sent === null)) return [];
  return [...live].filter(([key]) => sent?.has(key) !== true).map(([key, value]) => `${key}: ${shortValue(value, 40)}`);
}

/** Takes the item out of the list that became this live one; false where there is none. */
function taken(items: Value[], live: Value): boolean {
  const exact = items.findIndex((item) => equalValues(item, live));
  const at = exact >= 0 ? exact : items.findIndex((item) => isWithin(item, live));
  if (at >= 0) items.splice(at, 1);
  return at >= 0;
}

/** Whether the live value says all that the sent one does, and maybe more. */
function isWithin(sent: Value, live: Value): boolean {
  if (isMap(sent) && isMap(live)) {
    return [...sent].every(([key, value]) => {
      const other = live.get(key);
      return other !== undefined && isWithin(value, other);
    });
  }
  if (isList(sent) && isList(live)) {
    return sent.length === live.length && sent.every((item, index) => isWithin(item, live[index] as Value));
  }
  return equalValues(sent, live);
}
