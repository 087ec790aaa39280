/** The clusters that the soak knows: two contexts that are selected in turn and one that never is, each behind a proxy of its own. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Asked, type FaultProxy, startFaultProxy } from "../cluster/faultProxy.ts";
import type { TestServer } from "../cluster/server.ts";
import { contexts, tokenOf } from "../cluster/users.ts";
import { type Place, places } from "./shop.ts";

export interface Clusters {
  readonly kubeconfig: string;
  readonly proxies: Readonly<Record<Place, FaultProxy>>;
  /** Called before the editor is told that another context is selected, and when it has heard it. */
  selecting(place: Place): void;
  selected(place: Place): void;
  /** Requests by the rules that they broke. */
  broken(): { readonly unselected: readonly string[]; readonly writes: readonly string[] };
  /** All requests so far. */
  count(): number;
  close(): Promise<void>;
}

/** A request that was under way when the context was left. */
const graceMs = 1_000;

export async function startClusters(server: TestServer, folder: string): Promise<Clusters> {
  const proxies = { east: await startFaultProxy(server), west: await startFaultProxy(server), never: await startFaultProxy(server) };
  const names = [...places, "never"] as const;
  const kubeconfig = join(folder, "kubeconfig");
  const text = JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "never",
    clusters: names.map((name) => ({ name, cluster: proxies[name].cluster })),
    users: [{ name: "admin", user: { token: tokenOf(contexts.admin.user) } }],
    contexts: names.map((name) => ({ name, context: { cluster: name, user: "admin", namespace: name } })),
  });
  writeFileSync(kubeconfig, text);
  const windows: Record<Place, { readonly from: number; until: number }[]> = { east: [], west: [] };
  const now = (): number => performance.now();

  const isSelected = (place: Place, { at }: Asked): boolean => windows[place].some(({ from, until }) => from <= at && at <= until);

  return {
    kubeconfig,
    proxies,
    selecting(place) {
      if (windows[place].at(-1)?.until === Number.POSITIVE_INFINITY) return;
      windows[place].push({ from: now(), until: Number.POSITIVE_INFINITY });
    },
    selected(place) {
      for (const other of places) {
        const last = windows[other].at(-1);
        if (other !== place && last?.until === Number.POSITIVE_INFINITY) last.until = now() + graceMs;
      }
    },
    broken() {
      const unselected = places.flatMap((place) =>
        proxies[place].requests.filter((asked) => !isSelected(place, asked)).map(printed(place)),
      );
      const all = names.flatMap((name) => proxies[name].requests.map((asked) => ({ name, asked })));
      const writes = all.filter(({ asked }) => !isHarmless(asked)).map(({ name, asked }) => printed(name)(asked));
      return { unselected: [...proxies.never.requests.map(printed("never")), ...unselected], writes };
    },
    count: () => names.reduce((sum, name) => sum + proxies[name].requests.length, 0),
    async close() {
      for (const name of names) await proxies[name].close();
    },
  };
}

function isHarmless({ method, path }: Asked): boolean {
  if (method === "PATCH") return /[?&]dryRun=All(&|$)/.test(path);
  return method === "GET" || (method === "POST" && path === "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews");
}

const printed =
  (name: string) =>
  ({ at, method, path }: Asked): string =>
    `${name} at ${Math.round(at)} ms: ${method} ${path}`;
