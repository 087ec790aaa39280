/**
 * The suites in a real VS Code: installs the packaged extension into code-server, shows it in Chromium and runs each suite in the
 * extension host. Ends with "N passed, N failed"; a missing prerequisite, a launch that breaks or a suite that stops counts as failed.
 * `node test/editor/run.ts [SUITE…]` runs only those. Pictures are kept in out/screenshots.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { type Actions, startBridge } from "./bridge.ts";
import { installExtension, startCodeServer } from "./codeServer.ts";
import { type Launch, launches } from "./launches.ts";
import { launchChromium, type Page } from "./playwright.ts";

const repository = path.resolve(import.meta.dirname, "../..");
const screenshots = path.join(repository, "out/screenshots");
const suiteMilliseconds = 240_000;

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
    const [tests, host] = [await bundleSuite(suite), suiteHost()];
    const browser = await launchChromium(harness);
    ends.push(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1000, height: 640 }, deviceScaleFactor: 2 });
    const bridge = await startBridge(actions(page, () => bridge.clusterRequests));
    ends.push(() => bridge.close());
    const { env, workspaceFile, done } = await prepare({ workspace, aside, clusterUrl: bridge.clusterUrl });
    if (done) ends.push(done);
    const server = await startCodeServer({ harness, data, extensions, trusted, env: { ...env, EDITOR_TEST_BRIDGE: bridge.url } });
    ends.push(() => server.stop());
    await untilDone(page, address(server.port, workspaceFile ?? workspace, host, tests));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Shows the editor, which starts the suite in its extension host. */
async function untilDone(page: Page, url: string): Promise<void> {
  let noise = "";
  await page.exposeFunction("codeAutomationLog", (...args) => {
    noise = `${noise}${args.join(" ")}\n`.slice(-4000);
  });
  const exitCode = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no end after ${suiteMilliseconds} ms\n${noise}`)), suiteMilliseconds);
    page
      .exposeFunction("codeAutomationExit", (code) => {
        clearTimeout(late);
        resolve(code);
      })
      .catch(reject);
  });
  await page.goto(url);
  const code = await exitCode;
  if (Number(code) !== 0) throw new Error(`the extension host ended with ${code}\n${noise}`);
}

function actions(page: Page, clusterRequests: () => readonly string[]): Actions {
  const timeout = 15_000;
  const locate = (selector = "", text = "") => page.locator(selector, { hasText: text }).first();
  return {
    statusBar: async () => (await page.locator('.statusbar-item[id$="fieldOwnership.status"]').allInnerTexts()).join("").trim(),
    press: (keys = "") => page.keyboard.press(keys),
    shows: (selector, text) => locate(selector, text).waitFor({ timeout }),
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

function address(port: number, workspace: string, host: string, tests: string): string {
  const remote = (file: string): string => `vscode-remote://127.0.0.1:${port}${file}`;
  const payload = [
    ["extensionDevelopmentPath", remote(host)],
    ["extensionTestsPath", remote(tests)],
    ["skipWelcome", "true"],
  ];
  const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
  return `http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

async function bundleSuite(suite: string): Promise<string> {
  const outfile = path.join(folder, `${suite}.cjs`);
  await build({
    entryPoints: [path.join(import.meta.dirname, "suites", `${suite}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    sourcemap: "inline",
  });
  return outfile;
}

/** An empty extension "in development", which a run of tests needs; what is tested is the installed one. */
function suiteHost(): string {
  const host = path.join(folder, "suite-host");
  mkdirSync(host, { recursive: true });
  const manifest = { name: "suite-host", publisher: "test", version: "0.0.0", engines: { vscode: "*" } };
  writeFileSync(path.join(host, "package.json"), JSON.stringify(manifest));
  return host;
}
