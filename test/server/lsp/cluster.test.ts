/** The language server with a cluster: what arrives late, what is refused, and what is never asked. */
import { afterEach, expect, test } from "vitest";
import { refreshNotification, trustedNotification, visibleNotification } from "../../../shared/messages.ts";
import { type ApiServer, failure, startApiServer } from "../../support/apiServer.ts";
import type { LspClient } from "../../support/lspClient.ts";
import { startWire, type WireOptions } from "../../support/wire.ts";
import { liveObject, manifest, objectPath, uri } from "./shop.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function start(options: WireOptions = {}): Promise<{ server: ApiServer; editor: LspClient }> {
  const server = await startApiServer();
  toClose.push(() => server.close());
  const editor = await startWire({ settings: { cluster: { connect: "auto", kubeconfig: server.kubeconfig() } }, ...options });
  toClose.push(() => editor.stop());
  return { server, editor };
}

const codesOf = async (editor: LspClient, of = uri): Promise<readonly unknown[]> => (await editor.diagnostics(of)).map(({ code }) => code);
const statusOf = (editor: LspClient, of = uri): string | undefined => editor.statuses.get(of)?.text;
const replicas = { line: 6, character: 3 };
/** Requests for objects: schemas are asked for aside, and what was read is watched. */
const askedOf = (server: ApiServer): readonly string[] =>
  server.requests.filter((path) => !path.startsWith("/openapi") && !path.includes("watch=true"));

test("findings appear when the live object arrives, and the fix leaves none", async () => {
  const { server, editor } = await start();
  server.answer(objectPath(), { body: liveObject(), delayMs: 100 });
  await editor.open(uri, manifest);
  expect(await codesOf(editor)).toEqual([]);

  const [finding] = await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length > 0,
  );
  expect(finding).toMatchObject({
    code: "apply-conflict",
    severity: 1,
    range: { start: { line: 6, character: 2 }, end: { line: 6, character: 10 } },
    source: "field-ownership",
  });
  expect(finding?.message).toMatch(/kube-controller-manager.*scale/);
  await editor.until(
    async () => statusOf(editor),
    (text) => text === "test / shop · as team-cd",
  );

  const fixes = await editor.fixes(uri, finding?.range ?? expect.fail("no range"), finding ? [finding] : []);
  expect(fixes).toMatchObject([
    {
      title: expect.stringMatching(/^Drop \.spec\.replicas \(owned by kube-controller-manager/),
      isPreferred: true,
      diagnostics: [finding],
    },
    { title: "Use the live value 5 of .spec.replicas (owned together with kube-controller-manager)", isPreferred: false },
  ]);
  const fixed = editor.edited(uri, fixes[0] ?? expect.fail("no fix"));
  expect(fixed).toBe(manifest.replace("  replicas: 3\n", ""));
  await editor.change(uri, fixed);
  expect(await codesOf(editor)).toEqual([]);
  expect(askedOf(server)).toEqual([objectPath()]);
});

test("a hover asks, waits a moment, and names the owner; half-typed text has none", async () => {
  const { server, editor } = await start();
  server.answer(objectPath(), { body: liveObject(), delayMs: 30 });
  await editor.open(uri, manifest);
  const hover = await editor.hover(uri, replicas);
  expect(hover?.contents).toMatchObject({ kind: "markdown", value: expect.stringMatching(/kube-controller-manager/) });
  await editor.change(uri, manifest.replace("replicas: 3", "replicas: [3"));
  expect(await editor.hover(uri, replicas)).toBeNull();
  expect(await codesOf(editor)).toEqual([]);
  await editor.until(
    async () => statusOf(editor),
    (text) => text === "does not parse",
  );
});

test("a slow server holds up a hover for a quarter of a second and nothing else", async () => {
  const { server, editor } = await start();
  server.answer(objectPath(), { body: liveObject(), delayMs: 60_000 });
  await editor.open(uri, manifest);
  let before = performance.now();
  expect(await codesOf(editor)).toEqual([]);
  expect(performance.now() - before).toBeLessThan(200);
  before = performance.now();
  expect(await editor.hover(uri, replicas)).not.toBeNull();
  expect(performance.now() - before).toBeGreaterThan(200);
  expect(performance.now() - before).toBeLessThan(600);
  expect(statusOf(editor)).toBe("reading the live object");
});

test.each<[string, (server: ApiServer) => void | Promise<void>, string | RegExp]>([
  ["403", (server) => server.answer(objectPath(), failure(403, "forbidden")), "test / shop · no access"],
  ["401", (server) => server.answer(objectPath(), failure(401, "Unauthorized")), "test / shop · signed out"],
  ["404", (server) => server.answer(objectPath(), failure(404, "not found", "web")), /^test \/ shop · not there yet/],
  ["500", (server) => server.answer(objectPath(), failure(500, "boom")), "test / shop · unreachable"],
  [
    "an object of another kind",
    (server) => server.answer(objectPath(), { body: { ...liveObject(), kind: "Pod" } }),
    "test / shop · unreachable",
  ],
  ["no server", (server) => server.close(), "test / shop · unreachable"],
])("%s is a word in the status and no squiggle", async (_, make, status) => {
  const { server, editor } = await start();
  await make(server);
  await editor.open(uri, manifest);
  await editor.until(
    async () => statusOf(editor) ?? "",
    (text) => (typeof status === "string" ? text === status : status.test(text)),
  );
  expect(await codesOf(editor)).toEqual([]);
  expect(await editor.hover(uri, replicas)).not.toBeNull();
});

test("a missing kubeconfig is said", async () => {
  const { editor } = await start({ settings: { cluster: { connect: "auto", kubeconfig: "/no/such/file" } } });
  await editor.open(uri, manifest);
  const status = await editor.until(
    async () => editor.statuses.get(uri),
    (found) => found?.text === "no live object",
  );
  expect(status?.tooltip).toMatch(/No kubeconfig.*no.*such.*file/);
});

test("malformed managedFields: no wrong squiggle", async () => {
  const { server, editor } = await start();
  const live = liveObject() as { metadata: { managedFields: object[] } };
  live.metadata.managedFields = [
    { manager: "x", operation: "Apply", apiVersion: "apps/v1", fieldsType: "FieldsV1", fieldsV1: { "q:nonsense": 3 } },
  ];
  server.answer(objectPath(), { body: live });
  await editor.open(uri, manifest);
  await editor.until(
    async () => statusOf(editor),
    (text) => text?.startsWith("test / shop") === true,
  );
  expect((await editor.diagnostics(uri)).filter(({ severity }) => severity === 1)).toEqual([]);
  expect(await editor.hover(uri, replicas)).not.toBeNull();
});

test("until the workspace is trusted nothing is read or asked, and the status says so", async () => {
  const { server, editor } = await start({ trusted: false });
  server.answer(objectPath(), { body: liveObject() });
  await editor.open(uri, manifest);
  await editor.until(
    async () => statusOf(editor),
    (text) => text === "live objects: workspace not trusted",
  );
  await editor.hover(uri, replicas);
  expect(server.requests).toEqual([]);
  await editor.connection.sendNotification(trustedNotification);
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 1,
  );
});

test("a closed or invisible document asks nothing; coming into view it does", async () => {
  const { server, editor } = await start({ quietMs: 50 });
  server.answer(objectPath(), { body: liveObject() });
  await editor.connection.sendNotification(visibleNotification, { uris: [] });
  await editor.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "yaml", version: 1, text: manifest },
  });
  await codesOf(editor);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(server.requests).toEqual([]);
  await editor.connection.sendNotification(visibleNotification, { uris: [uri] });
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 1,
  );
});

test("on demand everything is read again", async () => {
  const { server, editor } = await start();
  server.answer(objectPath(), { body: liveObject() });
  await editor.open(uri, manifest);
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 1,
  );
  server.answer(objectPath(), { status: 404, body: { details: { name: "web" } } });
  await editor.connection.sendNotification(refreshNotification);
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 0,
  );
});

test("typing asks once, after it has paused", async () => {
  const { server, editor } = await start({ quietMs: 80 });
  for (const name of ["web", "w", "we", "webb"]) server.answer(objectPath(name), { body: liveObject(name) });
  await editor.open(uri, manifest.replace("name: web\n  namespace", "name:\n  namespace"));
  for (const name of ["w", "we", "webb", "web"]) {
    await editor.change(uri, manifest.replace("name: web\n  namespace", `name: ${name}\n  namespace`));
    await codesOf(editor);
  }
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 1,
  );
  expect(askedOf(server)).toEqual([objectPath()]);
});

test("an answer for a closed document is dropped, and it is asked for again when opened", async () => {
  const { server, editor } = await start();
  server.answer(objectPath(), { body: liveObject(), delayMs: 80 });
  await editor.open(uri, manifest);
  await editor
    .until(
      async () => server.requests.length,
      (count) => count > 0,
      3_000,
    )
    .catch(() => undefined);
  await editor.close(uri);
  await editor.open(uri, manifest);
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 1,
  );
});

test("a save reads the live object again, and a change there is shown", async () => {
  const { server, editor } = await start();
  server.answer(objectPath(), { body: liveObject() });
  await editor.open(uri, manifest);
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 1,
  );
  server.answer(objectPath(), { body: liveObject("web", 3) });
  await editor.save(uri);
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 0,
  );
});

/** A machine with much else to do takes its time for so long a file. */
const patience = 25_000;

test("2,500 objects do not mean 2,500 requests; a hover asks for its own", async () => {
  const { server, editor } = await start();
  const names = Array.from({ length: 2_500 }, (_, index) => `web-${index}`);
  for (const name of names) server.answer(objectPath(name), { body: liveObject(name) });
  const documents = names.map((name) => manifest.replace("name: web\n  namespace", `name: ${name}\n  namespace`));
  await editor.open(uri, documents.join("---\n"));
  await editor.until(
    () => codesOf(editor),
    (codes) => codes.length === 50,
    patience,
  );
  // One LIST that this server does not know. On a slow machine some were read again meanwhile.
  const first = new Set(askedOf(server));
  expect(first.size).toBe(1 + 50);
  expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
  await editor.until(
    async () => statusOf(editor),
    (text) => text === "50 of 2500 objects · test / shop · as team-cd",
    patience,
  );
  const line = 17 * 2_000 + 6;
  const hover = await editor.hover(uri, { line, character: 3 });
  expect(JSON.stringify(hover)).toMatch(/kube-controller-manager/);
  expect([...new Set(askedOf(server))].filter((path) => !first.has(path))).toEqual([objectPath("web-2000")]);
}, 60_000);
