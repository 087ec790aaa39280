/**
 * The suites in a real VS Code: installs the packaged extension into code-server, shows it in Chromium and runs each suite in the
 * extension host. Ends with "N passed, N failed"; a missing prerequisite, a launch that breaks or a suite that stops counts as failed.
 * `node test/editor/run.ts [SUITE…]` runs only those. Pictures are kept in out/screenshots.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { type Actions, startBridge } from "./bridge.ts";
import { installExtension, startCodeServer } from "./codeServer.ts";
import { type Launch, launches } from "./launches.ts";
import { launchChromium, type Page } from "./playwright.ts";

const repository = path.resolve(import.meta.dirname, "../..");
const screenshots = path.join(repository, "out/screenshots");
const suiteMilliseconds = 300_000;

const folder = mkdtempSync(path.join(tmpdir(), "field-ownership-editor-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const counts = { passed: 0, failed: 0 };
try {
  const harness = execFileSync("bash", [path.join(import.meta.dirname, "setup.sh")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
  const extensions = path.join(folder, "extensions");
  installExtension(harness, packageExtension(), path.join(folder, "install"), extensions);
  rmSync(screenshots, { recursive: true, force: true });
  mkdirSync(screenshots, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const launch of launches.filter(({ suite }) => wanted.length === 0 || wanted.includes(suite))) {
    await run(launch, harness, extensions).catch((error: unknown) => fail(`${launch.suite}: ${error}`));
  }
} catch (error) {
  fail(String(error));
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

function fail(what: string): void {
  counts.failed++;
  console.log(`  FAILED ${what}`);
}

function packageExtension(): string {
  execFileSync("npm", ["run", "--silent", "package"], { cwd: repository, stdio: ["ignore", "ignore", "inherit"] });
  return path.join(repository, "dist/kubernetes-field-ownership.vsix");
}

async function run({ suite, trusted, prepare }: Launch, harness: string, extensions: string): Promise<void> {
  console.log(`${suite} (${trusted ? "trusted" : "restricted"})`);
  const [workspace, aside, data] = ["workspace", "aside", "data"].map((name) => path.join(folder, suite, name)) as [string, string, string];
  for (const place of [workspace, aside, data]) mkdirSync(place, { recursive: true });
  const ends: (() => unknown)[] = [];
  try {
    await installSuite(suite, extensions);
    const browser = await launchChromium(harness);
    ends.push(() => browser.close());
    const page = await browser.newPage({
      ...{ viewport: { width: 1000, height: 640 }, deviceScaleFactor: 2 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const [ended, end] = untilEnd();
    const known: Record<string, Actions[string]> = { ...actions(page, () => bridge.clusterRequests), ended: end };
    const bridge = await startBridge(known);
    ends.push(() => bridge.close());
    const { env, workspaceFile, actions: own = {}, done } = await prepare({ workspace, aside, clusterUrl: bridge.clusterUrl });
    if (done) ends.push(done);
    Object.assign(known, own);
    const server = await startCodeServer({ harness, data, extensions, trusted, env: { ...env, EDITOR_TEST_BRIDGE: bridge.url } });
    ends.push(() => server.stop());
    await page.goto(address(server.port, workspaceFile ?? workspace));
    await ended;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Until the suite says that it ended, and how it says so. */
function untilEnd(): readonly [Promise<void>, (failure?: string) => Promise<void>] {
  let end: (failure?: string) => Promise<void> = async () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no end after ${suiteMilliseconds} ms`)), suiteMilliseconds);
    end = async (failure = "") => {
      clearTimeout(late);
      if (failure === "") resolve();
      else reject(new Error(failure));
    };
  });
  ended.catch(() => undefined); // it may fail before anybody waits for it
  return [ended, end];
}

function actions(page: Page, clusterRequests: () => readonly string[]): Actions {
  const timeout = 15_000;
  const locate = (selector = "", text = "") => page.locator(selector, { hasText: text }).first();
  return {
    statusBar: async () => (await page.locator('.statusbar-item[id$="fieldOwnership.status"]').allInnerTexts()).join("").trim(),
    press: (keys = "") => page.keyboard.press(keys),
    shows: (selector, text) => locate(selector, text).waitFor({ timeout }),
    hides: (selector, text) => locate(selector, text).waitFor({ state: "hidden", timeout }),
    textsOf: (selector) => page.locator(selector).allInnerTexts(),
    textOf: async (selector, text) => await locate(selector, text).textContent(),
    click: (selector, text) => locate(selector, text).click(),
    hoverOver: (selector, text) => locate(selector, text).hover(),
    picture: (name) => page.screenshot({ path: path.join(screenshots, `${name}.png`) }),
    clusterRequests: async () => clusterRequests(),
    note: async (text) => console.log(`  ${text}`),
    report: async (name, milliseconds, failure) => {
      if (failure) return fail(`${name} (${milliseconds} ms)\n${failure.replaceAll(/^/gm, "    ")}`);
      counts.passed++;
      console.log(`  passed ${name} (${milliseconds} ms)`);
    },
  };
}

function address(port: number, workspace: string): string {
  const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
  const payload = JSON.stringify([["skipWelcome", "true"]]);
  return `http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(payload)}`;
}

/** The suite as an extension beside ours, which runs it once the editor has started. VS Code's own runner of tests shows no dialogs. */
async function installSuite(suite: string, extensions: string): Promise<void> {
  const name = "test.suite-0.0.0";
  const start = `import { run } from "./${suite}.ts";
    import { ended } from "./page.ts";
    export const activate = () => void run().then(() => ended(""), (error) => ended(String(error)));`;
  await build({
    stdin: { contents: start, resolveDir: path.join(import.meta.dirname, "suites"), loader: "ts" },
    outfile: path.join(extensions, name, "suite.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    sourcemap: "inline",
  });
  const manifest = {
    ...{ name: "suite", publisher: "test", version: "0.0.0", engines: { vscode: "^1.105.0" }, main: "./suite.cjs" },
    activationEvents: ["onStartupFinished"],
    capabilities: { untrustedWorkspaces: { supported: true } },
  };
  writeFileSync(path.join(extensions, name, "package.json"), JSON.stringify(manifest));
  const listFile = path.join(extensions, "extensions.json");
  const others = (JSON.parse(readFileSync(listFile, "utf8")) as { readonly relativeLocation: string }[]).filter(
    ({ relativeLocation }) => relativeLocation !== name,
  );
  const location = { $mid: 1, path: path.join(extensions, name), scheme: "file" };
  const entry = { identifier: { id: "test.suite" }, version: "0.0.0", location, relativeLocation: name };
  writeFileSync(listFile, JSON.stringify([...others, entry]));
}
