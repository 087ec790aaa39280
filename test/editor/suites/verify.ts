import assert from "node:assert/strict";
import { env } from "node:process";
import * as vscode from "vscode";
import { type ClusterAddress, connect } from "../../cluster/connect.ts";
import { hover, open, placeOf, putCaret, squiggles, workspaceFile, writeFile } from "./editor.ts";
import { click, hides, hoverOver, picture, press, serverLeaves, serverReturns, shows, statusBar, textOf, textsOf } from "./page.ts";
import { eventually, suite } from "./suite.ts";

const cluster = connect(JSON.parse(env.EDITOR_TEST_CLUSTER ?? "") as ClusterAddress);
const lens = ".codelens-decoration a";
const dialog = ".monaco-dialog-box";
const toast = ".notifications-toasts .notification-list-item";
const statusItem = ".statusbar-item";

/** The titles above the objects of what is open, from top to bottom. */
const lenses = (): Promise<string[]> => textsOf(lens);

/** How many dry runs came to the server, by its own count. */
async function dryRuns(): Promise<number> {
  const { text } = await cluster.request({ path: "/metrics", accept: "text/plain" });
  const lines = text.split("\n").filter((line) => line.startsWith("apiserver_request_total{") && line.includes('dry_run="All"'));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

const settings = (text: string): string =>
  `# field-manager: team-cd\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: default\n${text}`;

async function edit(document: vscode.TextDocument, from: string, to: string): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  const place = placeOf(document, from);
  change.replace(document.uri, new vscode.Range(place, place.translate(0, from.length)), to);
  await vscode.workspace.applyEdit(change);
}

/** Which context the workspace means. */
const mean = (context: string): Thenable<void> =>
  vscode.workspace.getConfiguration("fieldOwnership").update("cluster.context", context || undefined, vscode.ConfigurationTarget.Workspace);

export const run: () => Promise<void> = suite({
  "a lens stands above each object, of several documents and of a List, once the person connected": async () => {
    await writeFile("stack.yaml", `${settings("data:\n  currency: EUR\n")}---\n${await textOfFile("web.yaml")}`);
    await open("stack.yaml");
    await eventually("the offer", async () => assert.match(await statusBar(), /^connect to admin$/));
    assert.deepEqual(await lenses(), []);
    await vscode.commands.executeCommand("fieldOwnership.connect");
    await eventually("two lenses", async () => assert.deepEqual(await lenses(), ["Verify on server", "Verify on server"]));
    const item = (name: string): string => `- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: ${name}}\n  data: {a: b}\n`;
    await writeFile("list.yaml", `apiVersion: v1\nkind: List\nitems:\n${item("one")}${item("two")}`);
    await open("list.yaml");
    await eventually("two lenses", async () => assert.deepEqual(await lenses(), ["Verify on server", "Verify on server"]));
    await picture("list");
    assert.equal(await dryRuns(), 0);
  },

  "a click asks first, naming object, context, manager and server; who cancels sends nothing": async () => {
    await open("web.yaml");
    await click(lens, "Verify on server");
    await shows(`${dialog} .monaco-button`, "Send Dry Run");
    const question = await textOf(dialog, "Verify");
    assert.match(question, /Verify Deployment default\/web on context admin, applied as team-cd\?/);
    assert.match(question, /It is sent to https:\/\/127\.0\.0\.1:\d+ as a dry run, which changes nothing\./);
    await picture("verify");
    await press("Escape");
    await hides(dialog, "Verify");
    assert.deepEqual([await dryRuns(), await lenses()], [0, ["Verify on server"]]);
  },

  "a link in the hover of the object asks the same": async () => {
    const document = await open("web.yaml");
    await hover(document, "kind:", "Verify on server");
    putCaret(document, "kind:");
    await vscode.commands.executeCommand("editor.action.showHover");
    await click(".monaco-hover .hover-contents a", "Verify on server");
    await shows(`${dialog} .monaco-button`, "Send Dry Run");
    await press("Escape");
    await hides(dialog, "Verify");
    assert.equal(await dryRuns(), 0);
  },

  "who agrees is told how it came out, in a message and in the lens; an edit asks anew": async () => {
    const document = await open("web.yaml");
    await click(lens, "Verify on server");
    await click(`${dialog} .monaco-button`, "Send Dry Run");
    assert.match(await textOf(toast, "the server"), /As predicted, the server refuses it: Apply failed with 1 conflict.*\.spec\.replicas/s);
    await eventually("the lens tells it", async () => assert.deepEqual(await lenses(), ["Server refuses it, as predicted"]));
    await picture("agrees");
    assert.equal(await dryRuns(), 1);
    await edit(document, "replicas: 3", "replicas: 4");
    await eventually("the lens asks anew", async () => assert.deepEqual(await lenses(), ["Verify on server"]));
    await vscode.commands.executeCommand("notifications.clearAll");
  },

  "while the text is broken the lens stays where it was": async () => {
    const document = await open("web.yaml");
    await eventually("a lens", async () => assert.deepEqual(await lenses(), ["Verify on server"]));
    await edit(document, "replicas: 3", "replicas: [3");
    await eventually("broken", async () => assert.equal(await statusBar(), "does not parse"));
    assert.deepEqual(await titlesOf(document), ["Verify on server"]);
  },

  "what the server fills in is told in the log": async () => {
    await writeFile(
      "new.yaml",
      (await textOfFile("web.yaml")).replace("name: web\n", "name: new\n").replace("apiVersion", "# field-manager: ci\napiVersion"),
    );
    await open("new.yaml");
    await click(lens, "Verify on server");
    await click(`${dialog} .monaco-button`, "Send Dry Run");
    assert.match(await textOf(toast, "the server"), /As predicted, the server accepts it, and fills in \d+ fields/);
    await click(`${toast} .monaco-button`, "Show Details");
    await shows(".panel .view-line", "by default");
    await picture("details");
    await vscode.commands.executeCommand("workbench.action.closePanel");
    assert.equal((await cluster.kubectl(["get", "deployment/new"])).code, 1);
  },

  "at each save, where the person switched that on": async () => {
    const configuration = vscode.workspace.getConfiguration("fieldOwnership");
    await writeFile("saved.yaml", settings("data:\n  currency: EUR\n"));
    const document = await open("saved.yaml");
    await eventually("a lens", async () => assert.deepEqual(await lenses(), ["Verify on server"]));
    const before = await dryRuns();
    await edit(document, "EUR", "CHF");
    await document.save();
    await configuration.update("verify.onSave", true, vscode.ConfigurationTarget.Global);
    assert.equal(await dryRuns(), before);
    await edit(document, "CHF", "GBP");
    await document.save();
    await eventually("the lens tells it", async () => assert.deepEqual(await lenses(), ["Server accepts it, as predicted"]));
    assert.equal(await dryRuns(), before + 1);
    await configuration.update("verify.onSave", undefined, vscode.ConfigurationTarget.Global);
  },

  "a change of the live object is seen without a gesture": async () => {
    const document = await open("web.yaml");
    await eventually("one conflict", () => assert.deepEqual(squiggles(document), ["7: replicas"]));
    await cluster.kubectl(["scale", "deployment/web", "--replicas=3"]);
    await eventually("none", () => assert.deepEqual(squiggles(document), []));
    await cluster.kubectl(["scale", "deployment/web", "--replicas=5"]);
    await eventually("one conflict", () => assert.deepEqual(squiggles(document), ["7: replicas"]));
  },

  "without the right to patch that is said, and nothing is sent; without any right that is the status": async () => {
    await mean("reader");
    await open("web.yaml");
    await eventually("the offer", async () => assert.equal(await statusBar(), "connect to reader"));
    await vscode.commands.executeCommand("fieldOwnership.connect");
    const before = await dryRuns();
    await click(lens, "Verify on server");
    await click(`${dialog} .monaco-button`, "Send Dry Run");
    assert.match(await textOf(toast, "Not verified"), /needs the right to patch deployments "web" in namespace default: nothing was sent/);
    await picture("not-verified");
    assert.equal(await dryRuns(), before);
    await vscode.commands.executeCommand("notifications.clearAll");
    await mean("nobody");
    await eventually("the offer", async () => assert.equal(await statusBar(), "connect to nobody"));
    await vscode.commands.executeCommand("fieldOwnership.connect");
    await eventually("the state", async () => assert.equal(await statusBar(), "nobody / default · no access"));
    const document = await open("web.yaml");
    await hover(document, "replicas:", 'User "nobody" cannot get');
    await eventually("no lens", async () => assert.deepEqual([squiggles(document), await lenses()], [[], []]));
    await picture("no-access");
    await mean("");
    await eventually("the state", async () => assert.equal(await statusBar(), "admin / default · as team-cd"));
  },

  "while the server is away the last answer is shown with its age, without a squiggle; then it is as before": async () => {
    const document = await open("web.yaml");
    await eventually("one conflict", () => assert.deepEqual(squiggles(document), ["7: replicas"]));
    await serverLeaves();
    try {
      await eventually("the state", async () => assert.match(await statusBar(), /^admin \/ default · unreachable, read /), 50_000);
      await eventually("no squiggle", () => assert.deepEqual(squiggles(document), []));
      assert.match(await hover(document, "replicas:", "Stale, read "), /Live 5, here 3/);
      await hoverOver(statusItem, "unreachable");
      await shows(".monaco-hover", "cannot be reached");
      await picture("stale");
    } finally {
      await serverReturns();
    }
    await eventually("as before", async () => assert.equal(await statusBar(), "admin / default · as team-cd"), 50_000);
    await eventually("one conflict", () => assert.deepEqual(squiggles(document), ["7: replicas"]));
  },
});

async function textOfFile(name: string): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(workspaceFile(name)));
}

/** The lenses that the editor is given for a document. */
async function titlesOf(document: vscode.TextDocument): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 100);
  return found.map(({ command }) => command?.title ?? "");
}
