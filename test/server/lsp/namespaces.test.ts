/** A namespace on the wire: asked for only when its object is absent, once, and what comes of it is shown at once. */
import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type ApiServer, failure, startApiServer } from "../../support/apiServer.ts";
import { folderWith } from "../../support/folder.ts";
import type { LspClient } from "../../support/lspClient.ts";
import { startWire, type WireOptions } from "../../support/wire.ts";
import { liveObject, manifest, objectPath, uri } from "./shop.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const spacePath = "/api/v1/namespaces/shop";
const spaceWatch = "/api/v1/namespaces?fieldSelector=metadata.name%3Dshop&watch=true&allowWatchBookmarks=true";
const absent = failure(404, 'deployments.apps "web" not found', "web");
const noSpace = failure(404, 'namespaces "shop" not found', "shop");
const space = (phase: string, resourceVersion = "7"): object => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "shop", uid: "space", resourceVersion },
  status: { phase },
});

async function start(options: WireOptions = {}): Promise<{ server: ApiServer; editor: LspClient; asked: () => readonly string[] }> {
  const server = await startApiServer();
  toClose.push(() => server.close());
  server.answer(objectPath(), absent);
  const editor = await startWire({ settings: { cluster: { connect: "auto", kubeconfig: server.kubeconfig() } }, ...options });
  toClose.push(() => editor.stop());
  const asked = (): readonly string[] => server.requests.filter((path) => path.includes("namespaces/shop") && !path.includes("watch="));
  return { server, editor, asked };
}

const codesOf = async (editor: LspClient, of = uri): Promise<readonly unknown[]> => (await editor.diagnostics(of)).map(({ code }) => code);

async function untilCodes(editor: LspClient, ...codes: readonly string[]): Promise<void> {
  const wanted = JSON.stringify(codes);
  await editor.until(
    () => codesOf(editor),
    (found) => JSON.stringify(found) === wanted,
  );
}

test("a missing namespace is an error where it is named, until it is there", async () => {
  const { server, editor, asked } = await start();
  server.answer(spacePath, noSpace);
  const stream = new Promise<ServerResponse>((resolve) => server.answer(spaceWatch, { open: resolve }));
  await editor.open(uri, manifest);
  await untilCodes(editor, "namespace-missing");
  const [finding] = await editor.diagnostics(uri);
  expect(finding).toMatchObject({
    severity: 1,
    message: "Context test has no namespace shop: creating Deployment shop/web is refused.",
    range: { start: { line: 4, character: 2 }, end: { line: 4, character: 11 } },
  });
  expect(JSON.stringify(await editor.hover(uri, { line: 1, character: 1 }))).not.toContain("creates it");
  expect(asked()).toEqual([objectPath(), spacePath]);

  const watch = await stream;
  watch.write(`${JSON.stringify({ type: "ADDED", object: space("Active") })}\n`);
  await untilCodes(editor);
  watch.write(`${JSON.stringify({ type: "MODIFIED", object: space("Terminating", "8") })}\n`);
  await untilCodes(editor, "namespace-terminating");
});

test("two objects share one read; a third that is there asks for none", async () => {
  const { server, editor, asked } = await start();
  server.answer(spacePath, noSpace);
  server.answer(objectPath("api"), failure(404, "", "api"));
  server.answer(objectPath("there"), { body: liveObject("there") });
  const other = (name: string): string => manifest.replace("name: web", `name: ${name}`);
  await editor.open(uri, [manifest, other("api"), other("there")].join("---\n"));
  await untilCodes(editor, "namespace-missing", "namespace-missing", "apply-conflict");
  expect([...asked()].sort()).toEqual([spacePath, objectPath("api"), objectPath("there"), objectPath("web")].sort());
});

/** What is said of the last document comes after what could be said of those above. */
const later = `---
apiVersion: v1
kind: ConfigMap
metadata: {name: late, namespace: late}
`;
function answerLate(server: ApiServer): void {
  server.answer("/api/v1/namespaces/late/configmaps/late", failure(404, "", "late"));
  server.answer("/api/v1/namespaces/late", { ...failure(404, "", "late"), delayMs: 50 });
}

async function onlyLate(editor: LspClient): Promise<void> {
  await untilCodes(editor, "namespace-missing");
  expect((await editor.diagnostics(uri)).map(({ message }) => message)).toEqual([expect.stringContaining("namespace late")]);
}

test.each([
  ["denied", failure(403, 'namespaces "shop" is forbidden: User "u" cannot get resource "namespaces"')],
  ["broken", { status: 500, body: "no" }],
  ["answered with another object", { body: liveObject("shop") }],
])("a namespace whose read is %s says nothing", async (_, answer) => {
  const { server, editor, asked } = await start();
  server.answer(spacePath, answer);
  answerLate(server);
  await editor.open(uri, `${manifest}${later}`);
  await onlyLate(editor);
  expect(asked()).toContain(spacePath);
});

test.each([
  ["the same file", `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n`, {}],
  ["the workspace", "", { "base/space.yaml": "kind: Other\n---\nkind: Namespace\napiVersion: v1\nmetadata: {name: shop}\n" }],
])("nothing is missing that %s brings", async (_, more, tree) => {
  const { root } = folderWith(tree);
  const { server, editor, asked } = await start({ folderUri: `file://${root}` });
  server.answer(spacePath, noSpace);
  answerLate(server);
  await editor.open(uri, `${manifest}${more}${later}`);
  await onlyLate(editor);
  expect(asked()).toContain(spacePath);
});

const gadget = "apiVersion: example.org/v1\nkind: Gadget\nmetadata: {name: g, namespace: shop}\n";
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget}
  versions: [{name: v1, served: true, storage: true}]
`;

test.each([
  ["nobody", "", {}, ["unknown-kind", "namespace-missing"]],
  ["the same file", `---\n${definition}`, {}, ["namespace-missing"]],
  ["the workspace", "", { "crds/gadgets.yaml": definition }, ["namespace-missing"]],
])("a kind that the cluster does not serve and %s defines", async (_, more, tree, codes) => {
  const { root } = folderWith(tree);
  const { server, editor } = await start({ folderUri: `file://${root}` });
  for (const path of ["/api", "/apis"]) server.answer(path, { body: { kind: "APIGroupDiscoveryList", items: [] } });
  server.answer("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.example.org", failure(404, "", "gadgets.example.org"));
  answerLate(server);
  await editor.open(uri, `${gadget}${more}${later}`);
  await untilCodes(editor, ...codes);
  expect(editor.statuses.get(uri)?.tooltip).toContain("Gadget");
});
