/** Verification on the wire: the lens, the question, what is sent once the person agreed, and editors without our commands. */
import { afterEach, expect, test } from "vitest";
import { type CodeLens, CodeLensRequest } from "vscode-languageserver";
import {
  type VerifyAnswer,
  type VerifyParams,
  type VerifyPlanAnswer,
  verifyCommand,
  verifyPlanRequest,
  verifyRequest,
} from "../../../shared/messages.ts";
import { type ApiServer, startApiServer } from "../../support/apiServer.ts";
import type { LspClient } from "../../support/lspClient.ts";
import { startWire, type WireOptions } from "../../support/wire.ts";
import { liveObject, manifest, objectPath, uri } from "./shop.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const dryRun = (name = "web"): string => `${objectPath(name)}?dryRun=All&fieldManager=team-cd&force=false&fieldValidation=Strict`;
const isSent = (path: string): boolean => path === reviews || path.includes("dryRun");
const conflict = {
  kind: "Status",
  status: "Failure",
  code: 409,
  reason: "Conflict",
  message: 'Apply failed with 1 conflict: conflict with "kube-controller-manager" with subresource "scale" using apps/v1: .spec.replicas',
  details: {
    causes: [
      {
        reason: "FieldManagerConflict",
        message: 'conflict with "kube-controller-manager" with subresource "scale" using apps/v1',
        field: ".spec.replicas",
      },
    ],
  },
};

async function start(options: WireOptions = {}): Promise<{ server: ApiServer; editor: LspClient }> {
  const server = await startApiServer();
  toClose.push(() => server.close());
  for (const name of ["web", "api"]) {
    server.answer(objectPath(name), { body: liveObject(name) });
    server.answer(dryRun(name), { status: 409, body: conflict });
  }
  server.answer(reviews, { status: 201, body: { status: { allowed: true } } });
  const settings = { cluster: { connect: "auto", kubeconfig: server.kubeconfig() } };
  const editor = await startWire({ settings, connected: [], ...options });
  toClose.push(() => editor.stop());
  return { server, editor };
}

const lensesOf = async (editor: LspClient): Promise<readonly CodeLens[]> =>
  (await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
const titlesOf = async (editor: LspClient): Promise<readonly (string | undefined)[]> =>
  (await lensesOf(editor)).map(({ command }) => command?.title);
const untilTitles = (editor: LspClient, ...titles: readonly string[]): Promise<unknown> =>
  editor.until(
    () => titlesOf(editor),
    (found) => JSON.stringify(found) === JSON.stringify(titles),
  );
const second = manifest.replace("name: web\n", "name: api\n");

test("each object has a lens once its live object is there; its command carries what the requests need", async () => {
  const { server, editor } = await start();
  await editor.open(uri, `${manifest}---\n${second}`);
  expect(await titlesOf(editor)).toEqual([]);
  await untilTitles(editor, "Verify on server", "Verify on server");
  const line = manifest.split("\n").length;
  expect(await lensesOf(editor)).toMatchObject(
    [0, line].map((at) => {
      const position = { line: at, character: 0 };
      return { range: { start: position, end: position }, command: { command: verifyCommand, arguments: [{ uri, position }] } };
    }),
  );
  expect(server.requests.filter(isSent)).toEqual([]);
});

test("the question is asked before anything is sent; the answer comes to who asked, and into the lens of that object", async () => {
  const { server, editor } = await start();
  await editor.open(uri, `${manifest}---\n${second}`);
  await untilTitles(editor, "Verify on server", "Verify on server");
  const params = (await lensesOf(editor))[1]?.command?.arguments?.[0] as VerifyParams;
  const plan: VerifyPlanAnswer = await editor.connection.sendRequest(verifyPlanRequest, params);
  expect(plan).toEqual({
    question: "Verify Deployment shop/api on context test, applied as team-cd?",
    detail: `It is sent to ${server.url} as a dry run, which changes nothing.`,
    plan: { object: "Deployment shop/api", context: "test", server: server.url, as: "team-cd" },
  });
  expect(server.requests.filter(isSent)).toEqual([]);

  const answer: VerifyAnswer = await verified(editor, params);
  expect(answer).toEqual({ summary: `As predicted, the server refuses it: ${conflict.message}`, details: [], severity: "information" });
  expect(server.requests.filter(isSent)).toEqual([reviews, dryRun("api")]);
  await untilTitles(editor, "Verify on server", "Server refuses it, as predicted");
  await editor.change(uri, `${manifest}---\n${second.replace("replicas: 3", "replicas: 4")}`);
  await untilTitles(editor, "Verify on server", "Verify on server");
});

test("what the person did not agree to is not sent", async () => {
  const { server, editor } = await start();
  await editor.open(uri, manifest);
  await untilTitles(editor, "Verify on server");
  const agreed = { object: "Deployment shop/web", context: "other", server: server.url, as: "team-cd" };
  for (const given of [{ agreed }, {}]) {
    const answer = await editor.connection.sendRequest(verifyRequest, { uri, position: { line: 0, character: 0 }, ...given });
    expect(answer).toMatchObject({
      summary: "Not verified: What would be sent where changed meanwhile: verify again",
      severity: "warning",
    });
  }
  expect(server.requests.filter(isSent)).toEqual([]);
});

test("the editor is told to ask for lenses again: when it has something to ask for, and when one came out", async () => {
  const { editor } = await start();
  await editor.open(uri, manifest);
  expect([await titlesOf(editor), editor.lensRefreshes()]).toEqual([[], 0]);
  const untilTold = (before: number): Promise<number> =>
    editor.until(
      async () => editor.lensRefreshes(),
      (count) => count > before,
    );
  const before = await untilTold(0);
  expect(await titlesOf(editor)).toEqual(["Verify on server"]);
  await verified(editor, { uri, position: { line: 0, character: 0 } });
  await untilTold(before);
  await untilTitles(editor, "Server refuses it, as predicted");
});

test("without the right to patch nothing is sent, and why is said", async () => {
  const { server, editor } = await start();
  server.answer(reviews, { status: 201, body: { status: { allowed: false } } });
  await editor.open(uri, manifest);
  await untilTitles(editor, "Verify on server");
  const answer = await verified(editor, { uri, position: { line: 3, character: 0 } });
  expect(answer).toEqual({
    summary: 'Not verified: A dry run needs the right to patch deployments "web" in namespace shop: nothing was sent',
    details: [],
    severity: "warning",
  });
  expect(server.requests.filter(isSent)).toEqual([reviews]);
  await untilTitles(editor, "Not verified: try again");
});

test("who is not connected has no lens, and whoever asks nonetheless sends nothing", async () => {
  const { server, editor } = await start();
  await editor.configure({ cluster: { connect: "ask", kubeconfig: server.kubeconfig() } });
  await editor.open(uri, manifest);
  await editor.until(
    async () => editor.statuses.get(uri)?.text,
    (text) => text === "connect to test",
  );
  const params = { uri, position: { line: 0, character: 0 } };
  expect(await titlesOf(editor)).toEqual([]);
  expect(await editor.connection.sendRequest(verifyPlanRequest, params)).toEqual({ problem: expect.stringMatching(/[Nn]ot connected/) });
  expect(await editor.connection.sendRequest(verifyRequest, params)).toMatchObject({ severity: "warning" });
  expect(server.requests).toEqual([]);
});

test("at each save where that is switched on, and only then", async () => {
  const { server, editor } = await start();
  await editor.open(uri, manifest);
  await untilTitles(editor, "Verify on server");
  await editor.save(uri);
  await titlesOf(editor);
  expect(server.requests.filter(isSent)).toEqual([]);
  await editor.configure({ cluster: { connect: "auto", kubeconfig: server.kubeconfig() }, verify: { onSave: true } });
  await untilTitles(editor, "Verify on server");
  await editor.save(uri);
  await untilTitles(editor, "Server refuses it, as predicted");
  expect(server.requests.filter(isSent)).toEqual([reviews, dryRun()]);
});

test("an editor without our commands is offered no lens", async () => {
  const { server } = await start();
  const settings = { cluster: { connect: "auto", kubeconfig: server.kubeconfig() } };
  const [ours, other] = [await startWire({ settings, connected: [] }), await startWire({ settings })];
  for (const editor of [ours, other]) toClose.push(() => editor.stop());
  expect([ours.initialized.capabilities.codeLensProvider, other.initialized.capabilities.codeLensProvider]).toEqual([{}, undefined]);
});

/** Agrees to the question. */
async function verified(editor: LspClient, params: VerifyParams): Promise<VerifyAnswer> {
  const asked: VerifyPlanAnswer = await editor.connection.sendRequest(verifyPlanRequest, params);
  if ("problem" in asked) throw new Error(asked.problem);
  return editor.connection.sendRequest(verifyRequest, { ...params, agreed: asked.plan });
}
