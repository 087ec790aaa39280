/** Fixes on the wire: what an editor gets for which kind of code action. */
import { afterEach, expect, test } from "vitest";
import { type CodeAction, CodeActionRequest } from "vscode-languageserver";
import { startApiServer } from "../../support/apiServer.ts";
import type { LspClient } from "../../support/lspClient.ts";
import { startWire, type WireOptions } from "../../support/wire.ts";
import { liveObject, manifest, objectPath, uri } from "./shop.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const two = `${manifest}---\n${manifest.replace("name: web\n", "name: api\n")}`;
const whole = { start: { line: 0, character: 0 }, end: { line: two.split("\n").length, character: 0 } };

async function start(options: WireOptions = {}): Promise<LspClient> {
  const server = await startApiServer();
  toClose.push(() => server.close());
  for (const name of ["web", "api"]) server.answer(objectPath(name), { body: liveObject(name) });
  const editor = await startWire({ settings: { cluster: { connect: "auto", kubeconfig: server.kubeconfig() } }, ...options });
  toClose.push(() => editor.stop());
  await editor.open(uri, two);
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 2,
  );
  return editor;
}

async function actions(editor: LspClient, only?: readonly string[]): Promise<readonly CodeAction[]> {
  const context = { diagnostics: [], ...(only && { only: [...only] }) };
  const found = await editor.connection.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range: whole, context });
  return (found ?? []).filter((action): action is CodeAction => "kind" in action);
}

const fixAll = "source.fixAll.fieldOwnership";

test("both kinds are announced", async () => {
  const { initialized } = await start();
  expect(initialized.capabilities.codeActionProvider).toEqual({ codeActionKinds: ["quickfix", fixAll] });
});

test.each([["source.fixAll.fieldOwnership"], ["source.fixAll"], ["source"]])(
  "what is safe is fixed in all of the file: %s",
  async (only) => {
    const editor = await start();
    const [all, ...more] = await actions(editor, [only]);
    expect(more).toEqual([]);
    expect(all).toMatchObject({ title: "Fix all that is safe (2 findings)", kind: fixAll });
    expect(editor.edited(uri, all as CodeAction)).toBe(two.replaceAll("  replicas: 3\n", ""));
  },
);

test("nothing is there to fix: no action", async () => {
  const editor = await start();
  await editor.change(uri, two.replaceAll("  replicas: 3\n", ""));
  expect(await actions(editor, [fixAll])).toEqual([]);
});

test.each([
  ["unasked", undefined, ["quickfix"]],
  ["quick fixes", ["quickfix"], ["quickfix"]],
  ["both", ["quickfix", "source"], ["quickfix", fixAll]],
  ["another's", ["source.organizeImports", "source.fixAll.eslint", "refactor"], []],
] as const)("only what is asked for: %s", async (_, only, kinds) => {
  const editor = await start();
  expect([...new Set((await actions(editor, only)).map(({ kind }) => kind))]).toEqual(kinds);
});
