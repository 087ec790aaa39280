/** What can be done from a hover: links for our own client, names for other editors, nothing in an untrusted workspace. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type ApplyWorkspaceEditParams, ApplyWorkspaceEditRequest, type Hover } from "vscode-languageserver";
import { hoverLinks } from "../../../server/lsp/hoverLinks.ts";
import { type ApplyFixParams, applyFixRequest, trustedNotification } from "../../../shared/messages.ts";
import { folderWith } from "../../support/folder.ts";
import { startWire, type WireOptions } from "../../support/wire.ts";
import { liveObject, manifest } from "./shop.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const replicas = { line: 6, character: 3 };
const dropTitle = "Drop .spec.replicas (owned by kube-controller-manager, which keeps 5)";

async function start(options: WireOptions) {
  const { root } = folderWith({ "live/web.json": JSON.stringify(liveObject()) });
  const settings = { live: { files: ["live/**"] }, cluster: { connect: "off" } };
  const editor = await startWire({ settings, folderUri: pathToFileURL(root).href, ...options });
  toClose.push(() => editor.stop());
  const uri = pathToFileURL(path.join(root, "web.yaml")).href;
  await editor.open(uri, manifest);
  await editor.diagnostics(uri);
  return { editor, uri, lastLine: async () => last(await editor.hover(uri, replicas)) };
}

function last(hover: Hover | null): string | undefined {
  return (hover?.contents as { value: string } | undefined)?.value.split("  \n").at(-1);
}

/** The links of a line: label, command and argument. */
function linksOf(line: string | undefined) {
  return [...(line ?? "").matchAll(/\[([^\]]*)\]\(command:([\w.]+)\?([^\s)]*)(?: "([^"]*)")?\)/g)].map(
    ([, label, command, args, hint]) => ({
      label,
      command,
      hint,
      argument: JSON.parse(decodeURIComponent(args ?? ""))[0],
    }),
  );
}

test("our client gets links, and one of them makes its edit", async () => {
  const { editor, uri, lastLine } = await start({ connected: [] });
  const links = linksOf(await lastLine());
  expect(links.map(({ label, command }) => [label, command])).toEqual([
    ["Drop field", "fieldOwnership.applyFix"],
    ["Use live value", "fieldOwnership.applyFix"],
  ]);
  expect(links[0]?.argument).toEqual({ uri, position: replicas, title: dropTitle });

  const asked: ApplyWorkspaceEditParams[] = [];
  editor.connection.onRequest(ApplyWorkspaceEditRequest.type, (params) => {
    asked.push(params);
    return { applied: true };
  });
  const params: ApplyFixParams = links[0]?.argument;
  expect(await editor.connection.sendRequest(applyFixRequest, params)).toBeNull();
  const range = { start: { line: 6, character: 0 }, end: { line: 7, character: 0 } };
  expect(asked).toEqual([
    { label: dropTitle, edit: { documentChanges: [{ textDocument: { uri, version: 1 }, edits: [{ range, newText: "" }] }] } },
  ]);
});

test("a fix that is no longer offered is not made, and it is said why", async () => {
  const { editor, uri, lastLine } = await start({ connected: [] });
  const [first] = linksOf(await lastLine());
  await editor.change(uri, manifest.replace("replicas: 3", "replicas: 5"));
  expect(await editor.connection.sendRequest(applyFixRequest, first?.argument)).toMatch(/no longer offered/);
});

test("another editor gets the names, which it has fixes for", async () => {
  const { lastLine } = await start({});
  expect(await lastLine()).toBe("Drop field · Use live value");
});

test("an untrusted workspace has none, until it is trusted", async () => {
  const { editor, lastLine } = await start({ connected: [], trusted: false });
  expect(await lastLine()).not.toMatch(/command:|Drop field/);
  await editor.connection.sendNotification(trustedNotification);
  expect(linksOf(await lastLine())).toHaveLength(2);
});

test("what others wrote does not get out of a link", () => {
  const title = 'Drop .data["a) [x](command:evil?1 \\"b"] (owned by `m`)';
  const fix = { id: "drop-field", title };
  const uri = "file:///a%20(b)/web.yaml";
  const line = hoverLinks({ actions: ["verify", "refresh"], fixes: [fix] }, { uri, position: replicas }, true);
  const links = linksOf(line);
  expect(links.map(({ label }) => label)).toEqual(["Drop field", "Verify on server", "Refresh"]);
  expect(links[0]?.argument).toEqual({ uri, position: replicas, title });
  expect(line?.replace(/\[[^\]]*\]\(command:fieldOwnership\.\w+\?[\w%.-]*(?: "[^"]*")?\)/g, "")).toBe(" ·  · ");
});
