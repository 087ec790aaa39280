/** A person at the editor, at random but repeatable: edits, saves, looks, switches contexts; and what befalls the clusters meanwhile. */
import { setTimeout as sleep } from "node:timers/promises";
import { CodeLensRequest } from "vscode-languageserver/node";
import {
  connectedNotification,
  refreshNotification,
  type TargetAnswer,
  type TargetCluster,
  targetRequest,
  type VerifyPlanAnswer,
  verifyPlanRequest,
  verifyRequest,
  visibleNotification,
} from "../../shared/messages.ts";
import type { Fault } from "../cluster/faultProxy.ts";
import type { TestServer } from "../cluster/server.ts";
import type { LspClient } from "../support/lspClient.ts";
import type { Clusters } from "./clusters.ts";
import { changeItem, files, items, type Place, places } from "./shop.ts";

export interface Person {
  /** Does as they please until then. */
  work(milliseconds: number): Promise<void>;
  /** Ends all faults, opens all files as they stood at first, and selects a context. */
  tidyUp(place: Place): Promise<void>;
  /** How often what was done. */
  readonly done: Readonly<Record<string, number>>;
}

export interface Surroundings {
  readonly editor: LspClient;
  readonly clusters: Clusters;
  readonly server: TestServer;
  readonly seed: number;
}

/** Open all the time, so that there is something to ask the context of. */
const anchor = "file:///soak/empty.yaml";
export const uriOf = (name: string): string => `file:///soak/${name}`;

const faults: readonly Fault[] = [
  { kind: "delay", ms: 700 },
  { kind: "delay", ms: 6_000 },
  { kind: "status", status: 500 },
  { kind: "status", status: 503, retryAfter: "2" },
  { kind: "status", status: 429, retryAfter: "1" },
  { kind: "status", status: 401 },
  { kind: "status", status: 403 },
  { kind: "status", status: 410 },
  { kind: "reset" },
  { kind: "silence" },
  { kind: "truncate" },
  { kind: "giant" },
  { kind: "certificate", which: "expired" },
  { kind: "certificate", which: "otherHost" },
  { kind: "certificate", which: "unknownAuthority" },
];
const faulty: readonly (RegExp | undefined)[] = [undefined, undefined, /watch=true/, /openapi/, /configmaps/, /deployments/];

const edits: readonly ((text: string, number: number) => string)[] = [
  (text, number) => text.replace(/replicas: \d+/, `replicas: ${number}`),
  (text, number) => text.replace(/of-the-file/, `edited-${number}`),
  (text) => text.replace("spec:", "spec: ["),
  (text, number) => `${text}# ${number}\n`,
  (text, number) => text.replace(/name: [a-z-]+/, `name: other-${number}`),
  (text) => text.slice(0, text.length / 2),
  (text) => text.replaceAll("\n", "\r\n"),
];

export function createPerson({ editor, clusters, server, seed }: Surroundings): Person {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const names = Object.keys(files);
  const open = new Set<string>();
  const identities = new Map<Place, string>();
  const done: Record<string, number> = {};
  let onSave = false;
  let faultEnds = 0;
  let here: Place = "east";

  async function select(place: Place): Promise<TargetCluster> {
    here = place;
    clusters.selecting(place);
    const cluster = { connect: "ask", kubeconfig: clusters.kubeconfig, context: place };
    await editor.configure({ cluster, apply: { manager: "team-cd", with: "server-side" }, verify: { onSave } });
    for (;;) {
      const answer = await editor.connection.sendRequest<TargetAnswer>(targetRequest, { uri: anchor });
      if ("problem" in answer) throw new Error(answer.problem);
      if (answer.context === place) {
        clusters.selected(place);
        return answer;
      }
      await sleep(5);
    }
  }

  /** What the person connects to, as the editor asks before. */
  async function connectToBoth(): Promise<void> {
    if (identities.size === 0) await editor.open(anchor, "");
    for (const place of places) if (!identities.has(place)) identities.set(place, (await select(place)).identity);
    await editor.connection.sendNotification(connectedNotification, { identities: [...identities.values()] });
  }

  function endFaults(): void {
    for (const place of places) clusters.proxies[place].end();
    faultEnds = 0;
  }

  const at = (text: string): { line: number; character: number } => ({ line: below(text.split("\n").length), character: 2 + below(6) });
  const anOpenOne = async (): Promise<string> => {
    if (open.size === 0) await actions.open?.();
    return oneOf([...open]);
  };

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    async edit() {
      const name = await anOpenOne();
      await editor.change(uriOf(name), oneOf(edits)(files[name] ?? "", below(9)));
      await editor.diagnostics(uriOf(name));
    },
    async undo() {
      const name = await anOpenOne();
      await editor.change(uriOf(name), files[name] ?? "");
      await editor.diagnostics(uriOf(name));
    },
    save: async () => editor.save(uriOf(await anOpenOne())),
    async hover() {
      const name = await anOpenOne();
      await editor.hover(uriOf(name), at(files[name] ?? ""));
    },
    async fixes() {
      const uri = uriOf(await anOpenOne());
      const [first] = await editor.diagnostics(uri);
      if (first !== undefined) await editor.fixes(uri, first.range, [first]);
    },
    lenses: async () => editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: uriOf(await anOpenOne()) } }),
    async open() {
      const name = oneOf(names);
      if (open.has(name)) return;
      open.add(name);
      await editor.open(uriOf(name), files[name] ?? "");
    },
    async close() {
      const name = await anOpenOne();
      open.delete(name);
      await editor.close(uriOf(name));
    },
    async look() {
      const uris = [...open].filter(() => random() < 0.5).map(uriOf);
      await editor.connection.sendNotification(visibleNotification, { uris });
    },
    async verify() {
      const name = await anOpenOne();
      const params = { uri: uriOf(name), position: at(files[name] ?? "") };
      const plan = await editor.connection.sendRequest<VerifyPlanAnswer>(verifyPlanRequest, params);
      if ("plan" in plan) await editor.connection.sendRequest(verifyRequest, { ...params, agreed: plan.plan });
    },
    refresh: () => editor.connection.sendNotification(refreshNotification),
    async switchContext() {
      onSave = random() < 0.5;
      await select(here === "east" ? "west" : "east");
    },
    async reconnect() {
      await editor.connection.sendNotification(connectedNotification, { identities: [] });
      await connectToBoth();
    },
    async liveChange() {
      await changeItem(server, oneOf(places), below(items), random() < 0.3 ? "of-the-file" : `live-${below(1000)}`);
    },
    async fault() {
      endFaults();
      clusters.proxies[oneOf(places)].begin(oneOf(faults), oneOf(faulty));
      faultEnds = performance.now() + 1_000 + below(7_000);
    },
  };
  const often: Readonly<Record<string, number>> = { edit: 30, undo: 20, save: 8, hover: 12, fixes: 6, open: 10, close: 5, liveChange: 6 };
  const choices = Object.keys(actions).flatMap((name) => new Array<string>(often[name] ?? 2).fill(name));

  return {
    done,
    async work(milliseconds) {
      await connectToBoth();
      await select(here);
      for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(below(120))) {
        if (faultEnds !== 0 && performance.now() > faultEnds) endFaults();
        const name = oneOf(choices);
        await actions[name]?.();
        done[name] = (done[name] ?? 0) + 1;
      }
    },
    async tidyUp(place) {
      endFaults();
      onSave = false;
      await select(place);
      for (const name of names) {
        if (open.has(name)) await editor.change(uriOf(name), files[name] ?? "");
        else await editor.open(uriOf(name), files[name] ?? "");
        open.add(name);
      }
      await editor.connection.sendNotification(visibleNotification, { uris: names.map(uriOf) });
    },
  };
}

/** From 0 up to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
