/** A language server in this process, and an editor that reaches the test server through a proxy that can fail. */
import type { Limits } from "../../server/cluster/limits.ts";
import type { Status } from "../../shared/messages.ts";
import { folderWith } from "../support/folder.ts";
import type { LspClient } from "../support/lspClient.ts";
import { startWire } from "../support/wire.ts";
import type { ClusterClient } from "./connect.ts";
import { type FaultProxy, startFaultProxy } from "./faultProxy.ts";
import { playHistory } from "./play.ts";
import { deployment } from "./scenarios/deployments.ts";
import { contexts, tokenOf } from "./users.ts";

/** What is on screen for a file. */
export interface Seen {
  readonly status: Status;
  /** The tooltip without what only Markdown needs. */
  readonly words: string;
  /** The codes of its diagnostics. */
  readonly findings: readonly unknown[];
}

export interface TroubledEditor {
  readonly proxy: FaultProxy;
  readonly editor: LspClient;
  /** Opens the manifest, or another text, and waits until its live objects were read or given up. */
  open(uri?: string, text?: string): Promise<Seen>;
  save(uri?: string): Promise<void>;
  /** Waits, without doing anything, until this is seen. */
  until(wanted: (seen: Seen) => boolean, uri?: string): Promise<Seen>;
  /** What is said about the replicas of the manifest. */
  hover(): Promise<string>;
  close(): Promise<void>;
}

const file = "file:///faults/deployment.yaml";
/** An apply of it conflicts with the autoscaler. */
export const manifest: string = deployment("troubled", { spec: "replicas: 3" });
/** What is read again only every 30 s may just have been given up. */
const patienceMs = 75_000;

/** The live object of the manifest, in a namespace of its own. */
export async function prepare(cluster: ClusterClient): Promise<void> {
  await cluster.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "faults" } });
  const inNamespace = (spec: string): string => deployment("troubled", { metadata: "namespace: faults", spec });
  await playHistory(cluster, {
    history: [
      { by: "team-cd", apply: inNamespace("replicas: 2") },
      { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
    ],
    manifest: inNamespace("replicas: 3"),
  });
}

export async function createTroubledEditor(cluster: ClusterClient, limits: Partial<Limits> = {}): Promise<TroubledEditor> {
  const proxy = await startFaultProxy(cluster);
  const text = JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "proxied",
    clusters: [{ name: "proxied", cluster: proxy.cluster }],
    users: [{ name: "admin", user: { token: tokenOf(contexts.admin.user) } }],
    contexts: [{ name: "proxied", context: { cluster: "proxied", user: "admin", namespace: "faults" } }],
  });
  const kubeconfig = folderWith().write("config", text);
  const editor = await startWire({
    limits,
    settings: { cluster: { connect: "auto", kubeconfig }, apply: { manager: "team-cd", with: "server-side" } },
  });

  async function look(uri: string): Promise<Seen> {
    const findings = (await editor.diagnostics(uri)).map(({ code }) => code);
    const status = editor.statuses.get(uri) ?? { text: "", tooltip: "", severity: "normal" };
    return { status, words: status.tooltip.replaceAll("\\", ""), findings };
  }
  const until: TroubledEditor["until"] = (wanted, uri = file) => editor.until(() => look(uri), wanted, patienceMs);

  return {
    proxy,
    editor,
    until,
    async open(uri = file, opened = manifest) {
      await editor.open(uri, opened);
      return until(({ status }) => status.text !== "" && !status.text.startsWith("reading"), uri);
    },
    save: (uri = file) => editor.save(uri),
    async hover() {
      const line = manifest.split("\n").findIndex((one) => one.includes("replicas:"));
      const hover = await editor.hover(file, { line, character: 4 });
      return JSON.stringify(hover?.contents).replaceAll("\\", "");
    },
    async close() {
      await editor.stop();
      await proxy.close();
    },
  };
}
