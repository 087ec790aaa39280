import type { FieldPath, PathElement } from "../../shared/fieldpath/pathElement.ts";
import { printElement, printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, type Value } from "../../shared/fieldpath/value.ts";
import { writeValues } from "../../shared/manifest/writeValues.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import { resolve } from "../../shared/schema/resolve.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import { isProblem, itemElements } from "../../shared/typed/listItem.ts";
import type { Fix } from "./fix.ts";

/** Puts the items of a list into the order that the live object has, each with its text and comments. */
export const useLiveOrder: Fix = {
  id: "use-live-order",
  codes: ["reorders-list"],
  offer({ snapshot, code, path, preferredOnly }) {
    const { object, kind, live } = snapshot;
    if (preferredOnly || live.state !== "live") return [];
    const own = itemsAt(snapshot, object.value, path);
    const places = new Map(itemsAt(snapshot, live.live.object, path).map(({ element }, place) => [printElement(element), place]));
    const sorted = own.map((item) => ({ ...item, place: places.get(printElement(item.element)) ?? -1 })).sort((a, b) => a.place - b.place);
    if (sorted.some(({ place }) => place < 0)) return [];
    const edits = writeValues(object, [{ path, value: sorted.map(({ value }) => value) }], kind.type);
    if (edits === undefined || edits.length === 0) return [];
    const title = titles.usesLiveOrder(printPath(path));
    return { id: useLiveOrder.id, title, preferred: false, edits, resolves: [{ snapshot, code, path }] };
  },
};

function itemsAt({ kind }: Snapshot, object: Value, path: FieldPath): readonly { readonly element: PathElement; readonly value: Value }[] {
  const list = valueAtPath(object, path, kind.type);
  const type = typeAtPath(kind.type, path);
  const listType = type && resolve(type)?.list;
  if (!isList(list) || type === undefined || listType === undefined) return [];
  return itemElements(list, listType, type.schema).flatMap((answer, at) =>
    isProblem(answer) ? [] : [{ element: answer.element, value: list[at] ?? null }],
  );
}
