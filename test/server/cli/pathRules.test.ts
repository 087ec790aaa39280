/** The command line heeds `.field-ownership.yaml` as the editor does; flags win. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../server/cli/run.ts";
import { playedCluster } from "../../support/cluster.ts";
import { folderWith } from "../../support/folder.ts";
import { liveObject, manifest } from "../lsp/shop.ts";

const rules = "paths:\n- {path: prod/**, context: prod, manager: team-rules}\n";
const tree = {
  "repo/.field-ownership.yaml": rules,
  "repo/prod/deep/web.yaml": manifest,
  "repo/web.yaml": manifest,
  "live/web.json": JSON.stringify(liveObject()),
};

async function check(folder: string, flags: string, files: Readonly<Record<string, string>> = {}) {
  const { root } = folderWith({ ...tree, ...files });
  mkdirSync(path.join(root, "repo/.git"));
  const played = playedCluster();
  const out: { stdout: string[]; stderr: string[] } = { stdout: [], stderr: [] };
  const code = await run(["check", ...flags.split(" ")], {
    cwd: path.join(root, folder),
    variables: {},
    terminal: false,
    stdout: (text) => void out.stdout.push(text),
    stderr: (text) => void out.stderr.push(text),
    stdin: async () => Buffer.from(manifest),
    now: Date.now,
    cluster: async () => played.cluster,
    version: () => "1.2.3",
  });
  return { code, stdout: out.stdout.join(""), stderr: out.stderr.join(""), asked: played.asked.filter((one) => !one.includes("kind")) };
}

test.each([
  ["repo", "-f prod/deep/web.yaml", "prod: web"],
  ["repo/prod/deep", "-f web.yaml", "prod: web"],
  [".", "-f repo/prod/deep/web.yaml", "prod: web"],
  ["repo", "-f web.yaml", "test: web"],
  ["repo/prod", "-f -", "test: web"],
  ["repo", "-f prod/deep/web.yaml --context flag", "flag: web"],
])("in %s, %s asks %s", async (folder, flags, expected) =>
  expect((await check(folder, flags)).asked).toEqual([expected, expected.replace("web", "shop")]),
);

test.each([
  ["", "team-rules"],
  [" --field-manager flag", "flag"],
])("as whom a path is applied%s: %s", async (flags, manager) => {
  const { code, stdout } = await check("repo", `-f prod/deep/web.yaml --live ../live${flags}`);
  expect(stdout).toContain(`Applying as ${manager} is refused`);
  expect(code).toBe(1);
});

test("a broken file is an error with its line, and nothing is compared or asked", async () => {
  const { code, stderr, asked } = await check("repo", "-f prod -R", { "repo/.field-ownership.yaml": "paths: prod\n" });
  expect(stderr).toBe(`error: ${path.join("prod", "deep", "web.yaml")}: .field-ownership.yaml, line 1: paths must be a list\n`);
  expect(asked).toEqual([]);
  expect(code).toBe(2);
});

test("the file itself is no manifest, and silent unless it is wrong", async () => {
  expect((await check("repo", "-f . --live ../live")).stderr).not.toMatch(/field-ownership/);
  expect((await check("repo", "-f . --live ../live", { "repo/.field-ownership.yaml": "paths: 1\n" })).stderr).toMatch(
    /^error: \.field-ownership\.yaml: line 1: paths must be a list$/m,
  );
});

test("what it says in vain is a warning, told once", async () => {
  const files = { "repo/.field-ownership.yaml": `owner: me\n${rules}`, "repo/other.yaml": manifest };
  const { code, stderr } = await check("repo", "-f other.yaml -f web.yaml --live ../live --field-manager team-cd --force-conflicts", files);
  expect(stderr).toBe('warning: .field-ownership.yaml, line 1: unknown key "owner": it is left out\n');
  expect(code).toBe(0);
});
