/** Which cluster is meant for which file, and who applies it. */
import { expect, test } from "vitest";
import { playedCluster } from "../../support/cluster.ts";
import { type SessionOverrides, startSession } from "../../support/session.ts";
import { liveObject, manifest } from "../lsp/shop.ts";

const rules = `paths:
- path: prod/**
  context: prod
- path: prod/cd/**
  manager: team-rules
`;

function start(tree: Readonly<Record<string, string>>, more: SessionOverrides = {}) {
  const played = playedCluster();
  const started = startSession(tree, { cluster: played.cluster, settings: { cluster: { connect: "auto" } }, ...more });
  return {
    ...played,
    ...started,
    /** "context / namespace" of the file's object. */
    async placeOf(name: string, text = manifest): Promise<string> {
      started.open(name, text);
      await started.session.settled(name);
      const [report] = await started.session.objectsOf(name);
      const { live } = report ?? expect.fail(`${name} holds no object that is compared`);
      if (!("source" in live) || live.source.from === "file") return live.state;
      return `${live.source.context} / ${live.source.namespace}`;
    },
  };
}

test("a path may mean another context: the same object is two", async () => {
  const { placeOf, asked, session } = start({ ".field-ownership.yaml": rules });
  expect(await placeOf("prod/web.yaml")).toBe("prod / shop");
  expect(await placeOf("web.yaml")).toBe("test / shop");
  expect(asked.filter((one) => !one.includes("kind"))).toEqual(["prod: web", "prod: shop", "test: web", "test: shop"]);
  session.dispose();
});

test("each workspace folder has its own settings, and a path wins over them", async () => {
  const homeless = manifest.replace("  namespace: shop\n", "");
  const { placeOf, session } = start(
    { "a/.field-ownership.yaml": rules, "b/x": "" },
    { folders: { a: { cluster: { context: "a", namespace: "of-a" } }, b: { cluster: { context: "b" } } } },
  );
  expect(await placeOf("a/web.yaml", homeless)).toBe("a / of-a");
  expect(await placeOf("a/prod/web.yaml", homeless)).toBe("prod / of-a");
  expect(await placeOf("b/web.yaml", homeless)).toBe("b / shop");
  expect(await placeOf("bb/web.yaml", homeless)).toBe("test / shop");
  session.dispose();
});

test("a namespace that a path names is told so", async () => {
  const homeless = manifest.replace("  namespace: shop\n", "");
  const { placeOf, session } = start({ ".field-ownership.yaml": "paths:\n- {path: '**', namespace: ours}\n" });
  expect(await placeOf("web.yaml", homeless)).toBe("test / ours");
  expect((await session.statusOf("web.yaml"))?.tooltip).toContain("(namespace ours, from .field-ownership.yaml)".replace(/[()]/g, "\\$&"));
  session.dispose();
});

test.each([
  ["a setting", { settings: { cluster: { connect: "auto", namespace: "ours" } } }, "paths: []\n"],
  ["a path", {}, "paths:\n- {path: '**', namespace: ours}\n"],
  ["a flag", { settings: { cluster: { connect: "auto", namespace: "ours" } }, flags: true }, "paths: []\n", "namespace-mismatch"],
])("a namespace of %s beside another that the manifest names", async (_, more, rules, ...codes) => {
  const { placeOf, session } = start({ ".field-ownership.yaml": rules }, more);
  expect(await placeOf("web.yaml", `# field-manager: ci\n${manifest}`)).toBe("test / shop");
  expect((await session.diagnosticsOf("web.yaml")).map(({ code }) => code)).toEqual(codes);
  session.dispose();
});

test("flags win over what stands in files", async () => {
  const settings = { cluster: { connect: "auto", context: "flag" } };
  const { placeOf, session } = start({ ".field-ownership.yaml": rules }, { settings, flags: true });
  expect(await placeOf("prod/web.yaml")).toBe("flag / shop");
  session.dispose();
});

test("a changed file is noticed, and what was known of the other cluster is not shown", async () => {
  const { placeOf, write, session } = start({ ".field-ownership.yaml": rules });
  expect(await placeOf("prod/web.yaml")).toBe("prod / shop");
  write(".field-ownership.yaml", rules.replace("context: prod", "context: production"));
  session.filesChanged();
  expect(await session.objectsOf("prod/web.yaml")).toMatchObject([{ live: { state: "pending" } }]);
  await session.settled("prod/web.yaml");
  expect(await session.objectsOf("prod/web.yaml")).toMatchObject([{ live: { source: { context: "production" } } }]);
  session.dispose();
});

const saved = { "live/web.json": JSON.stringify(liveObject()), ".field-ownership.yaml": rules };
const offline = { live: { files: ["live/**"] }, cluster: { connect: "off" } };

test.each<[string, string, string, SessionOverrides, string, string]>([
  ["a path", "prod/cd/web.yaml", "", {}, "team-rules", "by .field-ownership.yaml, path prod/cd/**"],
  ["a comment", "prod/cd/web.yaml", "# field-manager: me\n", {}, "me", "by the comment in this file"],
  ["no path", "prod/web.yaml", "", {}, "team-cd", "inferred: holds 4 of 5 fields"],
  [
    "a path before the setting",
    "prod/cd/web.yaml",
    "",
    { settings: { ...offline, apply: { manager: "set" } } },
    "team-rules",
    "by .field-ownership.yaml, path prod/cd/**",
  ],
  ["the setting", "web.yaml", "", { settings: { ...offline, apply: { manager: "set" } } }, "set", "as configured"],
  [
    "a flag before the path",
    "prod/cd/web.yaml",
    "",
    { flags: true, settings: { ...offline, apply: { manager: "set" } } },
    "set",
    "as configured",
  ],
  ["the folder's setting", "web.yaml", "", { folders: { ".": { ...offline, apply: { manager: "folder" } } } }, "folder", "as configured"],
  ["a path, untrusted", "prod/cd/web.yaml", "", { trusted: false }, "team-rules", "by .field-ownership.yaml, path prod/cd/**"],
])("who applies: %s", async (_, name, head, more, manager, evidence) => {
  const { session, open } = startSession(saved, { settings: offline, ...more });
  open(name, head + manifest);
  expect(await session.objectsOf(name)).toMatchObject([{ as: { manager, evidence } }]);
  session.dispose();
});

test("where .field-ownership.yaml is broken nothing is compared, and every manifest below says why", async () => {
  const { session, open, write } = startSession({ ...saved, ".field-ownership.yaml": "paths: prod\n" }, { settings: offline });
  open("web.yaml", manifest);
  const reason = ".field-ownership.yaml, line 1: paths must be a list";
  expect(await session.objectsOf("web.yaml")).toEqual([]);
  expect(await session.skippedOf("web.yaml")).toMatchObject([{ reason, broken: true }]);
  expect(await session.statusOf("web.yaml")).toMatchObject({
    text: ".field-ownership.yaml is broken",
    severity: "error",
    tooltip: expect.stringMatching(/line 1: paths must be a list/),
  });
  expect((await session.hoverAt("web.yaml", manifest.indexOf("replicas")))?.markdown).toContain(reason);
  write(".field-ownership.yaml", rules);
  session.filesChanged();
  expect(await session.diagnosticsOf("web.yaml")).toHaveLength(1);
  session.dispose();
});

test("what .field-ownership.yaml says in vain stands in the status of every manifest below", async () => {
  const { session, open } = startSession({ ...saved, ".field-ownership.yaml": rules.replace("manager", "owner") }, { settings: offline });
  open("web.yaml", manifest);
  expect(await session.statusOf("web.yaml")).toMatchObject({
    severity: "normal",
    tooltip: expect.stringMatching(/line 5: unknown key "owner"/),
  });
  session.dispose();
});

test("the file's own problems stand in its newest text", async () => {
  const { session, open } = startSession({ ".field-ownership.yaml": rules });
  open(".field-ownership.yaml", rules);
  expect(await session.rulesProblemsOf(".field-ownership.yaml")).toEqual([]);
  session.change(".field-ownership.yaml", rules.replace("manager", "owner"), 2);
  expect(await session.rulesProblemsOf(".field-ownership.yaml")).toMatchObject([
    { severity: "warning", message: expect.stringMatching(/unknown key "owner"/) },
  ]);
  open("web.yaml", "paths: 1\n");
  expect(await session.rulesProblemsOf("web.yaml")).toEqual([]);
  session.dispose();
});
