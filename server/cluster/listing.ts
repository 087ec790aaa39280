/**
 * Many objects of one collection by paged LIST. Invariant: a namespace full of others is not dragged in: the next page is asked for only
 * while what is left is few beside what is still missing. Counterpart in Go: client-go pager.
 */
import { isList, isMap, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import type { Connection, Got } from "./connection.ts";

export interface Listed {
  /** Whether the collection was seen to its end: what was not found is not there. */
  readonly complete: boolean;
  /** The state of the collection that was listed: where a watch may go on. Undefined where nothing was. */
  readonly version: string | undefined;
  /** Why the last page did not come. */
  readonly failure: Exclude<Got, { readonly state: "ok" }> | undefined;
}

const mostPerPage = 100;
/** A LIST reads an object for about a quarter of what a GET costs. */
const worth = 4;

/** Lists a collection until every one of `missing` was found (and taken out of it), or finding the rest is not worth it. */
export async function listObjects(
  connection: Connection,
  collection: string,
  missing: Set<string>,
  onFound: (name: string, object: Value) => void,
  signal: AbortSignal,
): Promise<Listed> {
  const asked = missing.size;
  let limit = Math.min(mostPerPage, 2 * asked);
  let version: string | undefined;
  let next = "";
  let seen = 0;
  let restarted = false;
  for (;;) {
    const got = await connection.get(`${collection}?limit=${limit}${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`, signal);
    if (got.state !== "ok") {
      // The server forgot the state that the pages are of.
      const again = next !== "" && "status" in got && got.status === 410 && !restarted;
      if (!again) return { complete: false, version, failure: got };
      [restarted, next, seen, version] = [true, "", 0, undefined];
      continue;
    }
    const items = valueAt(got.body, "items");
    if (!isList(items)) return { complete: false, version, failure: { state: "unreachable", message: "The server sent no list" } };
    version ??= stringAt(got.body, "metadata", "resourceVersion");
    for (const item of items) {
      const name = stringAt(item, "metadata", "name");
      if (name !== undefined && missing.delete(name)) onFound(name, item);
    }
    seen += items.length;
    next = stringAt(got.body, "metadata", "continue") ?? "";
    if (next === "") return { complete: true, version, failure: undefined };
    const left = valueAt(got.body, "metadata", "remainingItemCount");
    const tooMany = typeof left === "number" ? left > worth * missing.size : seen > worth * asked;
    if (missing.size === 0 || tooMany) return { complete: false, version, failure: undefined };
    limit = mostPerPage;
  }
}

/** An item of a list as the object that a GET gives: lists of built-in kinds leave out what all their items are. */
export function itemAs(item: Value, apiVersion: string, kind: string): Value {
  return isMap(item) ? new Map<string, Value>([["apiVersion", apiVersion], ["kind", kind], ...item]) : item;
}
