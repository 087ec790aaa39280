import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createFiles } from "../../../server/files/files.ts";
import { folderWith } from "../../support/folder.ts";

function filesOf(tree: Readonly<Record<string, string>>, tops: readonly string[] = ["."]) {
  const folder = folderWith(tree);
  const files = createFiles({ roots: [folder.root], liveGlobs: [], tops: tops.map((top) => path.join(folder.root, top)) });
  const said = (name: string) => {
    const { file, warnings: _, ...rest } = files.rulesOf(path.join(folder.root, name)) ?? {};
    return file === undefined ? undefined : { in: path.relative(folder.root, file), ...rest };
  };
  return { ...folder, files, said, role: (name: string) => files.roleOf(path.join(folder.root, name)) };
}

const rules = (...items: readonly string[]): string => `paths:\n${items.map((item) => `- {${item}}\n`).join("")}`;

test.each([
  ["clusters/prod/**", "clusters/prod/web.yaml", true],
  ["clusters/prod/**", "clusters/prod/deep/web.yaml", true],
  ["clusters/prod/**", "clusters/production/web.yaml", false],
  ["clusters/prod/", "clusters/prod/deep/web.yaml", true],
  ["/clusters/*/web.yaml", "clusters/prod/web.yaml", true],
  ["./clusters/{prod,staging}/*.yaml", "clusters/staging/web.yaml", true],
  ["clusters/prod", "clusters/prod/web.yaml", false],
  ["*.yaml", "web.yaml", true],
  ["*.yaml", "clusters/web.yaml", false],
  ["'**/*.yaml'", "clusters/web.yaml", true],
  ["'**'", "web.yaml", true],
])("%s names %s: %s", (pattern, name, expected) => {
  const { said } = filesOf({ ".field-ownership.yaml": rules(`path: ${pattern.startsWith("'") ? pattern : `'${pattern}'`}, context: x`) });
  expect(said(name)?.context).toBe(expected ? "x" : undefined);
});

test("the nearest file holds as a whole; its patterns start in its folder", () => {
  const { said } = filesOf({
    ".field-ownership.yaml": rules("path: '**', context: top, manager: flux"),
    "clusters/.field-ownership.yaml": rules("path: prod/**, context: prod"),
  });
  expect(said("web.yaml")).toEqual({ in: ".field-ownership.yaml", context: "top", manager: "flux", managerPath: "**" });
  expect(said("clusters/prod/web.yaml")).toEqual({ in: "clusters/.field-ownership.yaml", context: "prod" });
  expect(said("clusters/staging/web.yaml")).toEqual({ in: "clusters/.field-ownership.yaml" });
});

test("all rules that match count, the later before the earlier; who names a manager says anew how", () => {
  const { said } = filesOf({
    ".field-ownership.yaml": rules(
      "path: '**', namespace: shop, manager: helm, applyWith: helm3, force: false, partial: true",
      "path: prod/**, context: prod",
      "path: prod/cd/**, manager: team-cd",
      "path: prod/cd/forced/**, force: true",
    ),
  });
  const common = { in: ".field-ownership.yaml", namespace: "shop", partial: true };
  expect(said("a.yaml")).toEqual({ ...common, manager: "helm", managerPath: "**", applyWith: "helm3", force: false });
  expect(said("prod/a.yaml")).toEqual({ ...common, context: "prod", manager: "helm", managerPath: "**", applyWith: "helm3", force: false });
  expect(said("prod/cd/a.yaml")).toEqual({ ...common, context: "prod", manager: "team-cd", managerPath: "prod/cd/**" });
  expect(said("prod/cd/forced/a.yaml")).toMatchObject({ manager: "team-cd", force: true });
});

test("nothing above the tops is looked for, and nothing outside of them", () => {
  const { said } = filesOf(
    { ".field-ownership.yaml": rules("path: '**', context: top"), "in/.field-ownership.yaml": rules("path: '**', context: in") },
    ["in", "other"],
  );
  expect(said("in/web.yaml")?.context).toBe("in");
  expect(said("other/web.yaml")).toBeUndefined();
  expect(said("web.yaml")).toBeUndefined();
});

test("what changes on disk is noticed", () => {
  const { root, write, said } = filesOf({ "web.yaml": "" });
  expect(said("web.yaml")).toBeUndefined();
  write(".field-ownership.yaml", rules("path: '**', context: one"));
  expect(said("web.yaml")?.context).toBe("one");
  write(".field-ownership.yaml", rules("path: '**', context: another"));
  expect(said("web.yaml")?.context).toBe("another");
  rmSync(path.join(root, ".field-ownership.yaml"));
  expect(said("web.yaml")).toBeUndefined();
});

test("a broken file is told with its line at every manifest it would hold for", () => {
  const { role, said, files, root } = filesOf({
    "a/.field-ownership.yaml": "paths:\n- path: '**'\n  context: [prod]\n",
    "b/.field-ownership.yaml": "paths:\n- path: '**'\n  contxt: prod\n",
  });
  const problem = `${path.join("a", ".field-ownership.yaml")}, line 3: context must be a text`;
  expect(role("a/deep/web.yaml")).toEqual({ kind: "misconfigured", problem });
  expect(role("a/.field-ownership.yaml")).toEqual({ kind: "rules" });
  expect(role("b/web.yaml")).toEqual({ kind: "manifest" });
  expect(said("b/web.yaml")).toEqual({ in: path.join("b", ".field-ownership.yaml") });
  expect(files.rulesOf(path.join(root, "b/web.yaml"))?.warnings).toEqual([
    `${path.join("b", ".field-ownership.yaml")}, line 3: unknown key "contxt": it is left out`,
  ]);
});

test("a folder of that name is none", () => {
  const { said } = filesOf({ ".field-ownership.yaml/x": "" });
  expect(said("web.yaml")).toBeUndefined();
});
