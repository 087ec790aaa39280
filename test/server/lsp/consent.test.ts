/** The language server before and after the person connects, and in workspaces whose folders mean different clusters. */
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import {
  connectedNotification,
  type TargetAnswer,
  type TargetCluster,
  targetRequest,
  trustedNotification,
} from "../../../shared/messages.ts";
import { type ApiServer, kubeconfigOf, startApiServer } from "../../support/apiServer.ts";
import { folderWith } from "../../support/folder.ts";
import type { LspClient } from "../../support/lspClient.ts";
import { startWire, type WireOptions } from "../../support/wire.ts";
import { liveObject, manifest, objectPath, uri } from "./shop.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function startCluster(options: { readonly tls?: boolean } = {}): Promise<ApiServer> {
  const server = await startApiServer(options);
  server.answer(objectPath(), { body: liveObject() });
  toClose.push(() => server.close());
  return server;
}

async function startEditor(options: WireOptions): Promise<LspClient> {
  const editor = await startWire(options);
  toClose.push(() => editor.stop());
  return editor;
}

/** A program that would sign in, and the file that it leaves behind when it runs. */
function program(): { readonly user: object; readonly trace: string; readonly command: string } {
  const { root, write } = folderWith();
  const trace = path.join(root, "was-run");
  const credential = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: { token: "t" } };
  const command = write("sign-in", `#!/bin/sh\ntouch ${trace}\necho '${JSON.stringify(credential)}'\n`);
  chmodSync(command, 0o755);
  return { user: { exec: { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never" } }, trace, command };
}

const targetOf = (editor: LspClient, of = uri): Promise<TargetAnswer> => editor.connection.sendRequest(targetRequest, { uri: of });
const connect = (editor: LspClient, ...identities: readonly string[]): Promise<void> =>
  editor.connection.sendNotification(connectedNotification, { identities });
const untilStatus = (editor: LspClient, wanted: string, of = uri) =>
  editor.until(
    async () => editor.statuses.get(of),
    (status) => status?.text === wanted,
  );
const line = manifest.split("\n").findIndex((one) => one.includes("replicas"));

test("nothing is asked or run before the person connects; then the answer is there at once; then no more", async () => {
  // Without TLS no credentials are sent, so none are fetched.
  const server = await startCluster({ tls: true });
  const { user, trace, command } = program();
  const kubeconfig = server.kubeconfig({ "insecure-skip-tls-verify": true }, user);
  const editor = await startEditor({ settings: { cluster: { kubeconfig } }, connected: [] });
  await editor.open(uri, manifest);
  const status = await untilStatus(editor, "connect to test");
  expect(status).toMatchObject({ action: "connect", severity: "normal" });
  expect(status?.tooltip).toContain(`\`${server.url}\`, and \`${command}\` is run to sign in`);
  const hover = await editor.hover(uri, { line, character: 3 });
  expect(hover?.contents).toMatchObject({
    value: expect.stringMatching(/not connected to context test: run "Field Ownership: Connect to Cluster"/),
  });
  const target = (await targetOf(editor)) as TargetCluster;
  expect(target).toMatchObject({ context: "test", server: server.url, connected: false });
  expect([server.requests, existsSync(trace)]).toEqual([[], false]);

  await connect(editor, target.identity);
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 1,
  );
  await untilStatus(editor, "test / shop · as team-cd");
  expect(existsSync(trace)).toBe(true);
  expect(await targetOf(editor)).toMatchObject({ connected: true });

  const asked = server.requests.length;
  await connect(editor);
  await untilStatus(editor, "connect to test");
  expect(await editor.diagnostics(uri)).toEqual([]);
  await editor.save(uri);
  await editor.hover(uri, { line, character: 3 });
  expect(server.requests).toHaveLength(asked);
});

test("who was connected at the start is asked at the start; the same context on another server is not", async () => {
  const [one, other] = [await startCluster(), await startCluster()];
  const first = await startEditor({ settings: { cluster: { kubeconfig: one.kubeconfig() } }, connected: [] });
  await first.open(uri, manifest);
  const { identity } = (await targetOf(first)) as TargetCluster;

  const again = await startEditor({ settings: { cluster: { kubeconfig: one.kubeconfig() } }, connected: [identity] });
  await again.open(uri, manifest);
  await untilStatus(again, "test / shop · as team-cd");

  const moved = await startEditor({ settings: { cluster: { kubeconfig: other.kubeconfig() } }, connected: [identity] });
  await moved.open(uri, manifest);
  await untilStatus(moved, "connect to test");
  expect(other.requests).toEqual([]);
});

test("another current context is noticed: it is another cluster, to be connected to on its own", async () => {
  const [one, other] = [await startCluster(), await startCluster()];
  const kubeconfig = one.kubeconfig();
  const editor = await startEditor({ settings: { cluster: { kubeconfig } }, connected: [] });
  await editor.open(uri, manifest);
  await untilStatus(editor, "connect to test");
  await connect(editor, ((await targetOf(editor)) as TargetCluster).identity);
  await untilStatus(editor, "test / shop · as team-cd");
  const { clusters, contexts, ...rest } = kubeconfigOf({ server: one.url }, {}) as { clusters: object[]; contexts: { context: object }[] };
  const both = {
    ...rest,
    "current-context": "other",
    clusters: [...clusters, { name: "o", cluster: { server: other.url } }],
    contexts: [...contexts, { name: "other", context: { ...contexts[0]?.context, cluster: "o" } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(both));
  await untilStatus(editor, "connect to other");
  expect(await editor.diagnostics(uri)).toEqual([]);
  expect(other.requests).toEqual([]);
  await connect(editor, ((await targetOf(editor)) as TargetCluster).identity);
  await untilStatus(editor, "other / shop · as team-cd");
  expect((await editor.diagnostics(uri))[0]?.message).toMatch(/\(Deployment shop\/web in context other\)/);
});

test("until the workspace is trusted neither settings nor paths choose a cluster, whoever is connected", async () => {
  const server = await startCluster();
  const { user, trace } = program();
  const settings = { cluster: { connect: "auto", kubeconfig: server.kubeconfig({}, user), context: "test" } };
  const { root } = folderWith({ ".field-ownership.yaml": "paths:\n- {path: '**', context: test, manager: team-rules}\n" });
  const editor = await startEditor({ settings, trusted: false, folderUri: pathToFileURL(root).href });
  const file = pathToFileURL(path.join(root, "web.yaml")).href;
  await editor.open(file, manifest);
  await untilStatus(editor, "live objects: workspace not trusted", file);
  expect(await targetOf(editor, file)).toEqual({ problem: expect.stringMatching(/isn't trusted/) });
  expect([server.requests, existsSync(trace)]).toEqual([[], false]);
  await editor.connection.sendNotification(trustedNotification);
  await untilStatus(editor, "test / shop · as team-rules", file);
});

test("the folders of a workspace mean different clusters, and a folder that comes is asked for its settings", async () => {
  const [one, two] = [await startCluster(), await startCluster()];
  const { root } = folderWith();
  const folder = (name: string): string => pathToFileURL(path.join(root, name)).href;
  const settingsOf = (server: ApiServer, manager: string) => ({
    apply: { manager },
    cluster: { connect: "auto", kubeconfig: server.kubeconfig() },
  });
  const folders: Record<string, object> = { [folder("one")]: settingsOf(one, "team-one") };
  const editor = await startEditor({ settings: { cluster: { connect: "off" } }, folders });
  await editor.open(`${folder("one")}/web.yaml`, manifest);
  await untilStatus(editor, "no live object", `${folder("one")}/web.yaml`);
  await editor.configure({ cluster: { connect: "auto", kubeconfig: "/no/such/file" } });
  await untilStatus(editor, "test / shop · as team-one", `${folder("one")}/web.yaml`);
  await editor.open(`${folder("two")}/web.yaml`, manifest);
  await untilStatus(editor, "no live object", `${folder("two")}/web.yaml`);
  folders[folder("two")] = settingsOf(two, "team-two");
  await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
    event: { added: [{ uri: folder("two"), name: "two" }], removed: [] },
  });
  await untilStatus(editor, "test / shop · as team-two", `${folder("two")}/web.yaml`);
  expect(two.requests).toContain(objectPath());
});

test("a .field-ownership.yaml shows its problems as it is typed, and its manifests heed it once it is saved", async () => {
  const { root, write } = folderWith({ "live/web.json": JSON.stringify(liveObject()) });
  const at = (name: string): string => pathToFileURL(path.join(root, name)).href;
  const settings = { live: { files: ["live/**"] }, cluster: { connect: "off" } };
  const editor = await startEditor({ settings, folderUri: pathToFileURL(root).href });
  const [file, rules] = [at("web.yaml"), at(".field-ownership.yaml")];
  await editor.open(file, manifest);
  await untilStatus(editor, `${path.join("live", "web.json")} · as team-cd`, file);
  await editor.open(rules, "paths:\n- path: web.yaml\n  manger: team-rules\n");
  expect(await editor.diagnostics(rules)).toMatchObject([
    {
      code: "path-rules",
      severity: 2,
      message: 'unknown key "manger": it is left out',
      range: { start: { line: 2, character: 2 }, end: { character: 8 } },
    },
  ]);
  const text = "paths:\n- path: web.yaml\n  manager: team-rules\n";
  await editor.change(rules, text);
  expect(await editor.diagnostics(rules)).toEqual([]);
  write(".field-ownership.yaml", text);
  await editor.save(rules);
  await untilStatus(editor, `${path.join("live", "web.json")} · as team-rules`, file);
  writeFileSync(path.join(root, ".field-ownership.yaml"), "paths: [\n");
  await editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: rules, type: 2 }] });
  const status = await untilStatus(editor, ".field-ownership.yaml is broken", file);
  expect(status).toMatchObject({ severity: "error", tooltip: expect.stringMatching(/\.field-ownership\.yaml, line \d/) });
  expect(await editor.diagnostics(file)).toEqual([]);
});
