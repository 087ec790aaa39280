/**
 * Kind → resource path, scope, verbs and subresources: all of them by two requests where the server aggregates its discovery (since
 * Kubernetes 1.26), else by one per group-version.
 * Invariant: a kind is called missing only after the server was asked a moment ago, since it may just have been added.
 * Counterpart in Go: client-go discovery, RESTMapper.
 */
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import type { Connection, Got } from "./connection.ts";
import { type ShortMemory, shortMemory } from "./shortMemory.ts";

export interface Resource {
  /** Path of the resource, for example "deployments". */
  readonly resource: string;
  readonly namespaced: boolean;
  /** What may be done to it at all: "get", "patch", "watch", …. */
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
  /** All versions at which the server serves the kind; absent where it did not tell of all. */
  readonly served?: readonly string[];
}

export type FoundResource = { readonly state: "found"; readonly resource: Resource } | Exclude<Got, { readonly state: "ok" }>;

export interface Discovery {
  find(apiVersion: string, kind: string, signal: AbortSignal): Promise<FoundResource | undefined>;
  /** The next question asks the server. */
  forget(): void;
}

/** Resources by kind; "stale" where the server behind an APIService did not answer the API server. */
type Kinds = ReadonlyMap<string, Resource> | "stale";

/** By apiVersion. */
type Listed =
  | { readonly state: "ok"; readonly versions: ReadonlyMap<string, Kinds>; readonly readAt: number }
  | Exclude<Got, { readonly state: "ok" }>;

/** The schemas' index tells of changes long before; see `forget`. */
const keepMs = 600_000;
const keepFailureMs = 5_000;
/** How old an answer may be that a kind is missing from. */
const missingMs = 5_000;
const aggregated = ["v2", "v2beta1"].map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`);
const accept = [...aggregated, "application/json"].join(",");

export function createDiscovery(connection: Connection): Discovery {
  const lists: ShortMemory<Listed> = shortMemory((list) => (list.state === "ok" ? keepMs : keepFailureMs), 200);

  /** All kinds below a root, or of the one group-version. */
  async function list(apiVersion: string, signal: AbortSignal): Promise<Listed | undefined> {
    const root = apiVersion.includes("/") ? "/apis" : "/api";
    const all = await lists.get(root, signal, (flight) => listAll(connection, root, flight));
    // Whoever does not aggregate, or does not show it, may still tell of a single group-version.
    if (all === undefined || !["denied", "notFound"].includes(all.state)) return all;
    return lists.get(apiVersion, signal, (flight) => listOne(connection, apiVersion, flight));
  }

  return {
    async find(apiVersion, kind, signal) {
      for (;;) {
        const found = await list(apiVersion, signal);
        if (found === undefined || (found.state !== "ok" && found.state !== "notFound")) return found;
        const kinds = found.state === "ok" ? found.versions.get(apiVersion) : undefined;
        const resource = kinds === "stale" ? undefined : kinds?.get(kind);
        if (resource !== undefined) {
          const served = found.state === "ok" ? servedVersions(found.versions, apiVersion, kind) : undefined;
          return { state: "found", resource: served === undefined ? resource : { ...resource, served } };
        }
        if (found.state === "ok" && performance.now() - found.readAt > missingMs) lists.forget(found);
        else if (kinds === "stale")
          return { state: "unreachable", message: `the server behind ${apiVersion} does not answer the API server` };
        else return { state: "notFound", name: undefined, message: missing(found, apiVersion, kind) };
      }
    },
    forget: lists.forgetAll,
  };
}

/** `/api/v1` for the core group, `/apis/GROUP/VERSION` for the others. */
export function groupVersionPath(apiVersion: string): string {
  const parts = apiVersion.split("/").map(encodeURIComponent).join("/");
  return apiVersion.includes("/") ? `/apis/${parts}` : `/api/${parts}`;
}

async function listAll(connection: Connection, root: string, signal: AbortSignal): Promise<Listed> {
  const got = await connection.send({ path: root, accept }, signal);
  if (got.state !== "ok") return got;
  if (stringAt(got.body, "kind") !== "APIGroupDiscoveryList") return { state: "notFound", name: undefined, message: "not aggregated" };
  const versions = new Map<string, Kinds>();
  for (const group of itemsAt(got.body, "items")) {
    const name = stringAt(group, "metadata", "name") ?? "";
    for (const version of itemsAt(group, "versions")) {
      const apiVersion = [name, stringAt(version, "version") ?? ""].filter((part) => part !== "").join("/");
      const resources = itemsAt(version, "resources");
      const stale = stringAt(version, "freshness") === "Stale" && resources.length === 0;
      versions.set(apiVersion, stale ? "stale" : kindsOf(resources.map(fromAggregated)));
    }
  }
  return { state: "ok", versions, readAt: performance.now() };
}

function fromAggregated(item: Value): readonly [kind: string, Resource] {
  const subresources = itemsAt(item, "subresources").map((one) => stringAt(one, "subresource") ?? "");
  const resource = stringAt(item, "resource") ?? "";
  const namespaced = stringAt(item, "scope") === "Namespaced";
  return [stringAt(item, "responseKind", "kind") ?? "", { resource, namespaced, verbs: textsAt(item, "verbs"), subresources }];
}

async function listOne(connection: Connection, apiVersion: string, signal: AbortSignal): Promise<Listed> {
  const got = await connection.get(groupVersionPath(apiVersion), signal);
  if (got.state !== "ok") return got;
  const items = itemsAt(got.body, "resources");
  const names = items.map((item) => stringAt(item, "name") ?? "");
  const resources = items.flatMap((item): (readonly [string, Resource])[] => {
    const resource = stringAt(item, "name") ?? "";
    if (resource.includes("/")) return [];
    const subresources = names.filter((name) => name.startsWith(`${resource}/`)).map((name) => name.slice(resource.length + 1));
    const namespaced = valueAt(item, "namespaced") === true;
    return [[stringAt(item, "kind") ?? "", { resource, namespaced, verbs: textsAt(item, "verbs"), subresources }]];
  });
  return { state: "ok", versions: new Map([[apiVersion, kindsOf(resources)]]), readAt: performance.now() };
}

/** The first resource of a kind is the one: others are views of it. A resource without verbs has subresources only. */
function kindsOf(resources: readonly (readonly [kind: string, Resource])[]): ReadonlyMap<string, Resource> {
  return new Map(resources.filter(([kind, { verbs }]) => kind !== "" && verbs.length > 0).toReversed());
}

function missing(list: Listed, apiVersion: string, kind: string): string {
  const group = groupOf(apiVersion);
  const elsewhere = [...(list.state === "ok" ? list.versions : [])].filter(([other]) => groupOf(other) === group);
  const having = elsewhere.filter(([, kinds]) => kinds !== "stale" && kinds.has(kind)).map(([other]) => other);
  const others = elsewhere.map(([other]) => other).filter((other) => other !== apiVersion);
  if (having.length > 0) return `the server knows no kind ${kind} in ${apiVersion}, only in ${having.join(", ")}`;
  const served = others.length > 0 ? ` (of this group it serves ${others.join(", ")})` : "";
  return `the server knows no kind ${kind} in ${apiVersion}${served}`;
}

/** Undefined where only a part of the group was listed, or did not answer. */
function servedVersions(versions: ReadonlyMap<string, Kinds>, apiVersion: string, kind: string): readonly string[] | undefined {
  if (versions.size < 2) return undefined;
  const group = [...versions].filter(([other]) => groupOf(other) === groupOf(apiVersion));
  if (group.some(([, kinds]) => kinds === "stale")) return undefined;
  return group.filter(([, kinds]) => kinds !== "stale" && kinds.has(kind)).map(([version]) => version);
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

function itemsAt(value: Value, key: string): readonly Value[] {
  const items = valueAt(value, key);
  return isList(items) ? items : [];
}

function textsAt(value: Value, key: string): readonly string[] {
  return itemsAt(value, key).filter((item) => typeof item === "string");
}
