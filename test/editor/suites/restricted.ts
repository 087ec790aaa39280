import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { env, kill, pid } from "node:process";
import * as vscode from "vscode";
import { extensionId, findings, hover, open, writeFile } from "./editor.ts";
import { click, clusterRequests, hoverOver, note, picture, shows, statusBar } from "./page.ts";
import { eventually, sleep, suite } from "./suite.ts";

const connectItem = ".statusbar-item";
const trace = env.EDITOR_TEST_TRACE ?? "";

export const run: () => Promise<void> = suite({
  "JSON that is no manifest starts no server": async () => {
    await writeFile("other.json", '{ "name": "x" }\n');
    await open("other.json");
    await eventually("the extension is active", () => vscode.extensions.getExtension(extensionId)?.isActive === true);
    await sleep(500);
    assert.deepEqual(servers(), []);
  },

  "JSON with an apiVersion starts it, once": async () => {
    await writeFile("some.json", '{ "apiVersion": "v1", "kind": "ConfigMap" }\n');
    await open("some.json");
    const [server] = await eventually("a server", () => servers().length > 0 && servers());
    await open("shop/settings.yaml");
    await eventually("a status", async () => (await statusBar()) !== "");
    assert.equal(servers().length, 1);
    await note(`memory: server ${residentMegabytes(server)} MB, extension host ${residentMegabytes(pid)} MB`);
  },

  "an untrusted workspace is compared with its own saved live objects": async () => {
    const document = await open("shop/storefront.yaml");
    await eventually("its conflicts", () => findings(document).length === 3);
    assert.doesNotMatch(await hover(document, "replicas:", "kube-controller-manager"), /command:|Drop field/);
  },

  "until the workspace is trusted no credentials are fetched and no cluster is asked": async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await open("shop/settings.yaml");
    await eventually("the status says so", async () => assert.match(await statusBar(), /not trusted/));
    await sleep(1500); // longer than the pause after which the cluster would be asked
    assert.deepEqual(await clusterRequests(), []);
    assert.equal(existsSync(trace), false);
  },

  "once it is trusted the person may connect, which no setting of the workspace does": async () => {
    await open("shop/settings.yaml");
    await click(".statusbar-item", "Restricted Mode");
    await shows(".workspace-trust-editor", "Trust");
    await click(".workspace-trust-editor .monaco-button", "Trust");
    await eventually("trust", () => vscode.workspace.isTrusted);
    await open("shop/settings.yaml");
    await eventually("the offer", async () => assert.equal(await statusBar(), "connect to shop"));
    await sleep(1500); // longer than the pause after which the cluster would be asked
    assert.deepEqual([await clusterRequests(), existsSync(trace)], [[], false]);
    await hoverOver(connectItem, "connect to shop");
    await shows(".monaco-hover", "is run to sign in");
    await picture("connect");
    await click(connectItem, "connect to shop");
    await eventually("a request", async () => (await clusterRequests()).length > 0);
    assert.equal(existsSync(trace), true);
    await eventually("the cluster's answer in the status bar", async () => assert.match(await statusBar(), /^shop \/ shop/));
  },

  "a server that crashed comes back as it was": async () => {
    const document = await open("shop/storefront.yaml");
    // The would-be cluster knows no Service, which is said too.
    const conflicts = () => findings(document).filter(({ message }) => message.includes("is refused (Deployment"));
    await eventually("its conflicts", () => conflicts().length === 3);
    await open("shop/settings.yaml");
    const [crashed] = servers();
    if (crashed !== undefined) kill(crashed, "SIGKILL");
    await eventually("another server", () => servers().length === 1 && servers()[0] !== crashed);
    const asked = (await clusterRequests()).length;
    await eventually("it asks the cluster", async () => (await clusterRequests()).length > asked);
    await eventually("its status", async () => assert.match(await statusBar(), /^shop \/ shop/));
  },
});

/** Process ids of our language servers below this extension host. */
function servers(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => read(name, "stat").includes(`) S ${pid} `) || read(name, "stat").includes(`) R ${pid} `))
    .filter((name) => read(name, "cmdline").includes("dist/server.cjs"))
    .map(Number);
}

function residentMegabytes(process = 0): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(String(process), "status"))?.[1]) / 1024);
}

function read(process: string, file: string): string {
  try {
    return readFileSync(`/proc/${process}/${file}`, "utf8");
  } catch {
    return ""; // it ended in between
  }
}
