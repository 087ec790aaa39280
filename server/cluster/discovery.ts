/** Kind → resource path, scope and subresources, as the server lists them per group-version. Counterpart in Go: client-go discovery, RESTMapper. */
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import type { Connection, Got } from "./connection.ts";
import { type ShortMemory, shortMemory } from "./shortMemory.ts";

export interface Resource {
  readonly resource: string;
  readonly namespaced: boolean;
  readonly subresources: readonly string[];
}

export type FoundResource = { readonly state: "found"; readonly resource: Resource } | Exclude<Got, { readonly state: "ok" }>;

export interface Discovery {
  find(apiVersion: string, kind: string, signal: AbortSignal): Promise<FoundResource | undefined>;
}

const keepMs = 60_000;
const keepFailureMs = 5_000;

export function createDiscovery(connection: Connection): Discovery {
  const lists: ShortMemory<Got> = shortMemory((answer) => (answer.state === "ok" ? keepMs : keepFailureMs), 200);
  return {
    async find(apiVersion, kind, signal) {
      const root = groupVersionPath(apiVersion);
      const list = await lists.get(root, signal, (flight) => connection.get(root, flight));
      if (list === undefined || (list.state !== "ok" && list.state !== "notFound")) return list;
      const resource = list.state === "ok" ? resourceOf(valueAt(list.body, "resources"), kind) : undefined;
      if (resource !== undefined) return { state: "found", resource };
      return { state: "notFound", name: undefined, message: `the server knows no kind ${kind} in ${apiVersion}` };
    },
  };
}

/** `/api/v1` for the core group, `/apis/GROUP/VERSION` for the others. */
export function groupVersionPath(apiVersion: string): string {
  const parts = apiVersion.split("/").map(encodeURIComponent).join("/");
  return apiVersion.includes("/") ? `/apis/${parts}` : `/api/${parts}`;
}

function resourceOf(resources: Value | undefined, kind: string): Resource | undefined {
  if (!isList(resources)) return undefined;
  const own = resources.find((item) => stringAt(item, "kind") === kind && stringAt(item, "name")?.includes("/") === false);
  const resource = stringAt(own, "name");
  if (resource === undefined) return undefined;
  const subresources = resources.flatMap((item) => {
    const name = stringAt(item, "name") ?? "";
    return name.startsWith(`${resource}/`) ? [name.slice(resource.length + 1)] : [];
  });
  return { resource, namespaced: valueAt(own, "namespaced") === true, subresources };
}
