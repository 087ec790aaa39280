/** A connection to one collection of ConfigMaps, answered as an API server does: GET, paged LIST, watch. */
import type { Connection, Got } from "../../server/cluster/connection.ts";
import type { Place } from "../../server/cluster/objectPlace.ts";
import { parseJson } from "../../shared/fieldpath/json.ts";

export interface Collection {
  readonly connection: Connection;
  /** Requests below the collection, in order, without its path. */
  readonly requests: readonly string[];
  mostAtOnce(): number;
  put(name: string, data?: string): void;
  remove(name: string): void;
  /** What requests of these verbs fail with from now on. */
  fail(verbs: Partial<Record<Verb, Got | undefined>>): void;
  /** A page that is asked for later is of a state that the server forgot, so many times. */
  forgetPages(times: number): void;
  /** As a bookmark: the server's state, to all watches. */
  bookmark(): void;
  /** Ends all watches: as a server that closes them, or that forgot what came before now. */
  endWatches(how: "closed" | "expired"): void;
  watches(): number;
  /** Objects of this name have an address here. */
  place(name: string): Place;
}

type Verb = "get" | "list" | "watch";
type Failure = Exclude<Got, { readonly state: "ok" }>;

const path = "/api/v1/namespaces/shop/configmaps";

/** `waitMs`: how long a GET or a LIST takes. */
export function startCollection(count: number, waitMs = 0): Collection {
  const objects = new Map<string, { version: number; data: string }>();
  const requests: string[] = [];
  const open = new Set<{ readonly name: string | undefined; send(line: object): void; end(): void }>();
  const failures: Partial<Record<Verb, Failure>> = {};
  let version = 1000;
  let forgotten = 0;
  let oldest = 0;
  let now = 0;
  let most = 0;
  const history: { readonly version: number; readonly name: string; readonly line: object }[] = [];

  const objectOf = (name: string, kind = true): object => {
    const found = objects.get(name);
    return {
      ...(kind && { apiVersion: "v1", kind: "ConfigMap" }),
      metadata: { name, namespace: "shop", uid: `uid-${name}`, resourceVersion: String(found?.version ?? version) },
      data: { is: found?.data ?? "" },
    };
  };
  const got = (body: object): Got => ({ state: "ok", body: parseJson(JSON.stringify(body)).value });

  function tell(type: string, name: string): void {
    const line = { type, object: objectOf(name) };
    history.push({ version, name, line });
    for (const watch of open) if (watch.name === undefined || watch.name === name) watch.send(line);
  }

  function list(query: URLSearchParams): Got {
    if (failures.list !== undefined) return failures.list;
    const start = query.get("continue") ?? "";
    if (start !== "" && forgotten > 0) {
      forgotten--;
      return { state: "unreachable", status: 410, message: "The provided continue parameter is too old" };
    }
    const names = [...objects.keys()].sort().filter((name) => name >= start);
    const limit = Number(query.get("limit") ?? names.length);
    const rest = names.slice(limit);
    return got({
      apiVersion: "v1",
      kind: "ConfigMapList",
      metadata: { resourceVersion: String(version), ...(rest.length > 0 && { continue: rest[0], remainingItemCount: rest.length }) },
      items: names.slice(0, limit).map((name) => objectOf(name, false)),
    });
  }

  for (let index = 0; index < count; index++) objects.set(`cm-${String(index).padStart(4, "0")}`, { version: ++version, data: "" });

  const connection: Connection = {
    async get(asked, signal) {
      requests.push(asked.slice(path.length));
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      now--;
      if (signal.aborted) return { state: "unreachable", message: "No longer asked for" };
      const url = new URL(asked, "http://server");
      if (url.pathname === path) return list(url.searchParams);
      const name = decodeURIComponent(url.pathname.slice(path.length + 1));
      if (failures.get !== undefined) return failures.get;
      return objects.has(name) ? got(objectOf(name)) : { state: "notFound", name, message: `configmaps "${name}" not found` };
    },
    send: () => Promise.reject(new Error("only reads are expected")),
    stream(asked, onLine, signal) {
      requests.push(asked.slice(path.length));
      const { searchParams } = new URL(asked, "http://server");
      if (failures.watch !== undefined) return Promise.resolve(failures.watch);
      const from = searchParams.get("resourceVersion");
      const name = searchParams.get("fieldSelector")?.replace("metadata.name=", "");
      if (from !== null && Number(from) < oldest)
        return Promise.resolve({ state: "unreachable", status: 410, message: "too old resource version" });
      return new Promise((resolve) => {
        const send = (line: object): void => onLine(JSON.stringify(line));
        const watch = { name, send, end: () => resolve({ state: "ok", body: null }) };
        open.add(watch);
        signal.addEventListener("abort", () => {
          open.delete(watch);
          resolve({ state: "unreachable", message: "No longer asked for" });
        });
        queueMicrotask(() => {
          if (from === null) {
            for (const each of objects.keys()) if (name === undefined || each === name) send({ type: "ADDED", object: objectOf(each) });
          } else {
            for (const event of history) if (event.version > Number(from) && (name === undefined || name === event.name)) send(event.line);
          }
        });
      });
    },
    retry: () => undefined,
    close: () => undefined,
  };

  return {
    connection,
    requests,
    mostAtOnce: () => most,
    put(name, data = "") {
      const type = objects.has(name) ? "MODIFIED" : "ADDED";
      objects.set(name, { version: ++version, data });
      tell(type, name);
    },
    remove(name) {
      objects.delete(name);
      version++;
      tell("DELETED", name);
    },
    fail: (verbs) => void Object.assign(failures, verbs),
    forgetPages(times) {
      forgotten = times;
    },
    bookmark() {
      const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { resourceVersion: String(version), creationTimestamp: null } };
      for (const watch of open) watch.send({ type: "BOOKMARK", object });
    },
    endWatches(how) {
      if (how === "expired") oldest = version + 1;
      for (const watch of [...open]) {
        open.delete(watch);
        if (how === "expired") watch.send({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } });
        watch.end();
      }
      if (how === "expired") version++;
    },
    watches: () => open.size,
    place: (name) => ({
      key: { apiVersion: "v1", kind: "ConfigMap", namespace: "shop", name },
      resource: "configmaps",
      collection: path,
      source: { from: "cluster", context: "test", namespace: "shop", namespaceAssumed: false },
    }),
  };
}
