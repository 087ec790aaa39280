import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readInputs } from "../../../server/cli/inputs.ts";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "inputs-"));
  await mkdir(path.join(cwd, "deploy/below"), { recursive: true });
  for (const [file, content] of [
    ["deploy/b.yml", "b: 1"],
    ["deploy/a.yaml", "\ufeffa: 1"],
    ["deploy/c.json", "{}"],
    ["deploy/notes.md", "no manifest"],
    ["deploy/below/d.yaml", "d: 1"],
    ["latin1.yaml", Buffer.from([0x61, 0x3a, 0x20, 0xe9])],
  ] as const) {
    await writeFile(path.join(cwd, file), content);
  }
});
afterAll(() => rm(cwd, { recursive: true }));

async function read(names: readonly string[], recursive = false): Promise<unknown> {
  const { inputs, problems } = await readInputs(names, { cwd, recursive, stdin: async () => Buffer.from("in: 1") });
  return [...inputs.map(({ name, text }) => `${name} ${text}`), ...problems];
}

describe("readInputs", () => {
  test.each<[string[], boolean, string[]]>([
    [["deploy"], false, ["deploy/a.yaml a: 1", "deploy/b.yml b: 1", "deploy/c.json {}"]],
    [["deploy"], true, ["deploy/a.yaml a: 1", "deploy/b.yml b: 1", "deploy/below/d.yaml d: 1", "deploy/c.json {}"]],
    [["deploy/b.yml", "./deploy/a.yaml", "deploy"], false, ["deploy/b.yml b: 1", "./deploy/a.yaml a: 1", "deploy/c.json {}"]],
    [["deploy/notes.md"], false, ["deploy/notes.md no manifest"]],
    [["-", "-"], false, ["<stdin> in: 1"]],
    [["gone.yaml", "deploy/b.yml"], false, ["deploy/b.yml b: 1", "cannot read gone.yaml: no such file or folder"]],
    [["latin1.yaml"], false, ["cannot read latin1.yaml: not UTF-8 text"]],
  ])("%j, recursive %j", async (names, recursive, expected) => {
    expect(await read(names, recursive)).toEqual(expected);
  });

  test("a folder without manifests is a problem that names the cure", async () => {
    await mkdir(path.join(cwd, "outer/inner"), { recursive: true });
    expect(await read(["outer"])).toEqual([
      "cannot read outer: no .yaml, .yml, .json file in this folder; -R looks into the folders below",
    ]);
    expect(await read(["outer"], true)).toEqual(["cannot read outer: no .yaml, .yml, .json file in this folder"]);
  });
});
