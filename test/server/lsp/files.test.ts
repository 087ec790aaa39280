/** The language server with saved live objects and no cluster; and with editors that can do less. */
import { rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver";
import { startApiServer } from "../../support/apiServer.ts";
import { folderWith } from "../../support/folder.ts";
import type { LspClient } from "../../support/lspClient.ts";
import { startWire, type WireOptions } from "../../support/wire.ts";
import { liveObject, manifest } from "./shop.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const offline = { live: { files: ["live/**"] }, cluster: { connect: "off" } };
const saved = { "live/web.json": JSON.stringify(liveObject()) };

async function start(tree: Readonly<Record<string, string>>, options: WireOptions = {}) {
  const folder = folderWith(tree);
  const editor = await startWire({ settings: offline, folderUri: pathToFileURL(folder.root).href, ...options });
  toClose.push(() => editor.stop());
  const open = async (name: string, text: string): Promise<string> => {
    const uri = pathToFileURL(path.join(folder.root, name)).href;
    await editor.open(uri, text);
    return uri;
  };
  return { ...folder, editor, open };
}

const codes = (found: readonly Diagnostic[]): readonly unknown[] => found.map(({ code }) => code);
const statusOf = (editor: LspClient, uri: string) => async (): Promise<string | undefined> => editor.statuses.get(uri)?.text;
const replicas = { line: 6, character: 3 };

test("a saved live object is compared with at the first answer, and the status names it", async () => {
  const { editor, open } = await start(saved);
  const uri = await open("web.yaml", manifest);
  expect(codes(await editor.diagnostics(uri))).toEqual(["apply-conflict"]);
  await editor.until(statusOf(editor, uri), (text) => text === `${path.join("live", "web.json")} · as team-cd`);
  expect(JSON.stringify(await editor.hover(uri, replicas))).toMatch(/saved live.+web\.json, written/);
});

test("saved wins over the cluster, which is not asked", async () => {
  const server = await startApiServer();
  toClose.push(() => server.close());
  const { editor, open } = await start(saved, { settings: { ...offline, cluster: { connect: "auto", kubeconfig: server.kubeconfig() } } });
  const uri = await open("web.yaml", manifest);
  expect(codes(await editor.diagnostics(uri))).toEqual(["apply-conflict"]);
  await editor.hover(uri, replicas);
  expect(server.requests).toEqual([]);
});

test("without a saved object or a cluster nothing is claimed, and the status says why", async () => {
  const { editor, open } = await start(saved);
  const uri = await open("api.yaml", manifest.replace("name: web\n  namespace", "name: api\n  namespace"));
  expect(await editor.diagnostics(uri)).toEqual([]);
  const status = await editor.until(
    async () => editor.statuses.get(uri),
    (found) => found?.text === "no live object",
  );
  expect(status?.tooltip).toMatch(/No live object: .*hold no Deployment "api"/);
});

test("an object saved without managed fields has unknown owners, not none", async () => {
  const { metadata, ...rest } = liveObject() as { metadata: object };
  const { editor, open } = await start({
    "live/web.json": JSON.stringify({ ...rest, metadata: { ...metadata, managedFields: undefined } }),
  });
  const uri = await open("web.yaml", manifest);
  expect(await editor.diagnostics(uri)).toEqual([]);
  await editor.until(statusOf(editor, uri), (text) => text?.endsWith("owners unknown") === true);
});

test("what is saved anew on disk is taken up when the editor tells", async () => {
  const { root, write, editor, open } = await start({});
  const uri = await open("web.yaml", manifest);
  expect(await editor.diagnostics(uri)).toEqual([]);
  write("live/web.json", JSON.stringify(liveObject()));
  await editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: "file:///live/web.json", type: 1 }] });
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 1,
  );
  rmSync(path.join(root, "live/web.json"));
  await editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: "file:///live/web.json", type: 3 }] });
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 0,
  );
});

test("settings take effect at once: who applies, and where live objects are", async () => {
  const { editor, open } = await start(saved, { settings: { cluster: { connect: "off" } } });
  const uri = await open("web.yaml", manifest);
  expect(await editor.diagnostics(uri)).toEqual([]);
  await editor.configure(offline);
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 1,
  );
  await editor.configure({ ...offline, apply: { manager: "team-cd", force: "on" } });
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.every(({ code }) => code !== "apply-conflict"),
  );
  await editor.configure({ ...offline, apply: { manager: 7, with: "magic" }, live: { files: offline.live.files } });
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 1 && found[0]?.code === "apply-conflict",
  );
});

test("a comment names who applies, and is heeded as it is typed", async () => {
  const { editor, open } = await start(saved);
  const uri = await open("web.yaml", manifest);
  await editor.change(uri, `# field-manager: somebody-else\n${manifest}`);
  const [finding] = await editor.diagnostics(uri);
  expect(finding).toMatchObject({
    code: "apply-conflict",
    codeDescription: { href: "file:///extension/docs/rules/apply-conflict.md" },
    message: expect.stringMatching(/as somebody-else/),
    range: { start: { line: 7 } },
  });
});

test("a saved live object in the editor shows its owners and is no manifest", async () => {
  const text = JSON.stringify(liveObject(), null, 1);
  const { editor, open } = await start({ "live/web.json": text });
  const uri = await open("live/web.json", text);
  expect(await editor.diagnostics(uri)).toEqual([]);
  const line = text.split("\n").findIndex((one) => one.startsWith('  "replicas": 5'));
  expect(JSON.stringify(await editor.hover(uri, { line, character: 4 }))).toMatch(/kube-controller-manager/);
  await editor.until(statusOf(editor, uri), (status) => status === "live object");
});

test.each<[string, string, string, string | undefined]>([
  ["an input of an overlay", "base/web.yaml", manifest, "not compared"],
  [
    "a template",
    "chart/templates/web.yaml",
    manifest.replace("name: web\n  namespace", "name: {{ .Release.Name }}\n  namespace"),
    "template: render first",
  ],
  ["a values file", "chart/values.yaml", "replicas: 3\n", undefined],
  ["a kustomization", "base/kustomization.yaml", "resources: [web.yaml]\n", undefined],
  [
    "an encrypted file",
    "secret.yaml",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: 'ENC[AES256_GCM,data:x]'}\nsops: {version: 3}\n",
    "encrypted",
  ],
  [
    "a name that is filled in later",
    "named.yaml",
    manifest.replace("name: web\n  namespace", "name: web-$" + "{ENV}\n  namespace"),
    "not compared",
  ],
  ["package.json", "package.json", '{"name": "x"}', undefined],
])("%s is left alone", async (_, name, text, status) => {
  const { editor, open } = await start({ ...saved, "base/kustomization.yaml": "resources: [web.yaml]\n", "chart/Chart.yaml": "name: c\n" });
  const uri = await open(name, text);
  expect(await editor.diagnostics(uri)).toEqual([]);
  await editor.until(statusOf(editor, uri), (shown) => shown === status);
});

test("a hover over an overlay's input says whose input it is", async () => {
  const { editor, open } = await start({ ...saved, "base/kustomization.yaml": "resources: [web.yaml]\n" });
  const uri = await open("base/web.yaml", manifest);
  expect(JSON.stringify(await editor.hover(uri, replicas))).toMatch(/input of the overlay base.kustomization\.yaml/);
});

test("only the documents that parse have findings, each at its own place", async () => {
  const { editor, open } = await start(saved);
  const uri = await open("web.yaml", `a: [\n---\n${manifest}---\nkind: {{ x }}\napiVersion: v1\n`);
  const found = await editor.diagnostics(uri);
  expect(found).toMatchObject([{ code: "apply-conflict", range: { start: { line: 8, character: 2 } } }]);
});

test("what kubectl passes over in silence is said: a duplicate key", async () => {
  const { editor, open } = await start(saved);
  const uri = await open("web.yaml", manifest.replace("  replicas: 3\n", "  replicas: 3\n  replicas: 5\n"));
  expect(await editor.diagnostics(uri)).toMatchObject([{ code: "yaml-duplicate-key", severity: 2, range: { start: { line: 6 } } }]);
});

test("diagnostics that did not change are not sent again", async () => {
  const { editor, open } = await start(saved);
  const uri = await open("web.yaml", manifest);
  const pull = (previousResultId?: string): Promise<{ kind: string; resultId: string }> =>
    editor.connection.sendRequest("textDocument/diagnostic", { textDocument: { uri }, previousResultId });
  const first = await pull();
  expect(await pull(first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
  await editor.change(uri, `\n${manifest}`);
  expect(await pull(first.resultId)).toMatchObject({ kind: "full" });
});

test("edits carry the version they are for; without support for that they come plain", async () => {
  const { editor, open } = await start(saved);
  const uri = await open("web.yaml", manifest);
  await editor.change(uri, `# later\n${manifest}`);
  const [finding] = await editor.diagnostics(uri);
  const [fix] = await editor.fixes(uri, finding?.range ?? expect.fail(), []);
  expect(fix?.edit).toMatchObject({ documentChanges: [{ textDocument: { uri, version: 2 } }] });
  const none = await editor.connection.sendRequest("textDocument/codeAction", {
    textDocument: { uri },
    range: finding?.range,
    context: { diagnostics: [], only: ["refactor"] },
  });
  expect(none).toEqual([]);
});

test("an editor that cannot pull gets diagnostics pushed, and none after it closed the file", async () => {
  const folder = folderWith(saved);
  const editor = await startWire({ settings: offline, folderUri: pathToFileURL(folder.root).href, pulls: false });
  toClose.push(() => editor.stop());
  const pushed: PublishDiagnosticsParams[] = [];
  editor.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => void pushed.push(params));
  expect(editor.initialized.capabilities.diagnosticProvider).toBeUndefined();
  const uri = pathToFileURL(path.join(folder.root, "web.yaml")).href;
  await editor.open(uri, manifest);
  await vi.waitFor(() => expect(pushed.at(-1)?.diagnostics).toHaveLength(1));
  await editor.change(uri, manifest.replace("replicas: 3", "replicas: 5"));
  await vi.waitFor(() => expect(pushed.at(-1)).toEqual({ uri, version: 2, diagnostics: [] }));
  await editor.close(uri);
  await vi.waitFor(() => expect(pushed.at(-1)).toEqual({ uri, diagnostics: [] }));
});

test("requests about documents that are not open have empty answers", async () => {
  const { editor } = await start(saved);
  const uri = "file:///never/opened.yaml";
  expect(await editor.diagnostics(uri)).toEqual([]);
  expect(await editor.hover(uri, replicas)).toBeNull();
  expect(await editor.fixes(uri, { start: replicas, end: replicas }, [])).toEqual([]);
});
