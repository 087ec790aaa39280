import { rmSync, utimesSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createFiles, type SavedQuery } from "../../../server/files/files.ts";
import { stringAt } from "../../../shared/fieldpath/value.ts";
import { folderWith } from "../../support/folder.ts";

const object = (kind: string, name: string, namespace?: string, apiVersion = "v1"): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${namespace ? `  namespace: ${namespace}\n` : ""}  uid: u-${name}\n`;
const query = (name: string, more: Partial<SavedQuery> = {}): SavedQuery => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  namespace: undefined,
  name,
  ...more,
});

async function filesOf(tree: Readonly<Record<string, string>>, globs: readonly string[] = ["live/**"]) {
  const { root, write } = folderWith(tree);
  const files = createFiles({ roots: [root], liveGlobs: globs });
  await files.refresh();
  return { root, write, files, foundIn: (asked: SavedQuery) => files.saved(asked)?.file };
}

test("saved objects are found by identity, in YAML, JSON, Lists and files of several documents", async () => {
  const list = JSON.stringify({
    apiVersion: "v1",
    kind: "List",
    items: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "listed", namespace: "shop" } }],
  });
  const { foundIn, files } = await filesOf({
    "live/one.yaml": object("ConfigMap", "one", "shop"),
    "live/deep/two.yaml": `${object("Secret", "one", "shop")}---\n${object("ConfigMap", "two", "shop")}`,
    "live/list.json": list,
    "live/flow.yaml": '{"apiVersion": "v1", kind: ConfigMap, metadata: {name: "flow", namespace: shop}}\n',
    "elsewhere/three.yaml": object("ConfigMap", "three", "shop"),
    "live/broken.yaml": "kind: [ConfigMap\nname: one",
  });
  expect(foundIn(query("one"))).toBe(path.join("live", "one.yaml"));
  expect(foundIn(query("two"))).toBe(path.join("live", "deep", "two.yaml"));
  expect(foundIn(query("listed", { namespace: "shop" }))).toBe(path.join("live", "list.json"));
  expect(foundIn(query("flow"))).toBe(path.join("live", "flow.yaml"));
  expect(foundIn(query("three"))).toBeUndefined();
  expect(foundIn(query("one", { namespace: "other" }))).toBeUndefined();
  expect(foundIn(query("one", { kind: "Deployment" }))).toBeUndefined();
  expect(foundIn(query("one", { apiVersion: "example.dev/v1" }))).toBeUndefined();
  const found = files.saved(query("two"));
  expect(stringAt(found?.value(), "metadata", "uid")).toBe("u-two");
});

test("without a namespace only a single one of that name will do", async () => {
  const { foundIn } = await filesOf({
    "live/a.yaml": object("ConfigMap", "both", "a"),
    "live/b.yaml": object("ConfigMap", "both", "b"),
    "live/node.yaml": object("Node", "node-1"),
  });
  expect(foundIn(query("both"))).toBeUndefined();
  expect(foundIn(query("both", { namespace: "b" }))).toBe(path.join("live", "b.yaml"));
  expect(foundIn(query("node-1", { kind: "Node", namespace: "a" }))).toBe(path.join("live", "node.yaml"));
});

test("another version of the group will do, the same is better, the newest of equals wins", async () => {
  const { root, foundIn, files } = await filesOf({
    "live/v1.yaml": object("Widget", "w", "shop", "example.dev/v1"),
    "live/v2.yaml": object("Widget", "w", "shop", "example.dev/v2"),
    "live/v2-old.yaml": object("Widget", "w", "shop", "example.dev/v2"),
  });
  utimesSync(path.join(root, "live/v2-old.yaml"), 1_000, 1_000);
  expect(await files.refresh()).toBe(true);
  expect(foundIn(query("w", { kind: "Widget", apiVersion: "example.dev/v1" }))).toBe(path.join("live", "v1.yaml"));
  expect(foundIn(query("w", { kind: "Widget", apiVersion: "example.dev/v2" }))).toBe(path.join("live", "v2.yaml"));
  expect(foundIn(query("w", { kind: "Widget", apiVersion: "example.dev/v3" }))).toBeDefined();
});

test("what changes on disk is read again, and only that is a change", async () => {
  const { root, write, files, foundIn } = await filesOf({ "live/a.yaml": object("ConfigMap", "a") });
  const before = files.saved(query("a"))?.version;
  expect(await files.refresh()).toBe(false);
  write("live/b.yaml", object("ConfigMap", "b"));
  write("live/a.yaml", `${object("ConfigMap", "a")}data: {}\n`);
  expect(await files.refresh()).toBe(true);
  expect(foundIn(query("b"))).toBe(path.join("live", "b.yaml"));
  expect(files.saved(query("a"))?.version).not.toBe(before);
  rmSync(path.join(root, "live/b.yaml"));
  expect(await files.refresh()).toBe(true);
  expect(foundIn(query("b"))).toBeUndefined();
});

test("globs may be absolute, name one file, and lead nowhere", async () => {
  const { root } = folderWith({ "one.yaml": object("ConfigMap", "one") });
  const globs = [path.join(root, "one.yaml"), "missing/*.yaml", "nowhere.yaml"];
  const files = createFiles({ roots: [path.join(root, "none")], liveGlobs: globs });
  await files.refresh();
  expect(files.saved(query("one"))?.file).toBe(path.join(root, "one.yaml"));
});

test("which files are applied as they stand", async () => {
  const { root, write, files } = await filesOf({
    "base/kustomization.yaml":
      "resources: [deployment.yaml, sub/service.yaml]\ncomponents: [../component]\npatches:\n- path: patch.yaml\n- patch: |\n    a: b\n",
    "base/deployment.yaml": "",
    "base/sub/service.yaml": "",
    "base/patch.yaml": "",
    "base/other.yaml": "",
    "overlay/kustomization.yml": "bases:\n- ../base\npatchesStrategicMerge:\n- merge.yaml\n",
    "overlay/merge.yaml": "",
    "broken/kustomization.yaml": "resources: [",
    "broken/a.yaml": "",
    "chart/Chart.yaml": "name: c",
    "chart/values.yaml": "",
    "chart/values-prod.yaml": "",
    "chart/templates/deployment.yaml": "",
    "chart/templates/tests/pod.yaml": "",
    "chart/crds/crd.yaml": "",
    "values.yaml": "",
    "templates/a.yaml": "",
    "live/a.yaml": "",
  });
  const role = (name: string): string => {
    const found = files.roleOf(path.join(root, name));
    return found.kind === "overlayInput" ? found.of : found.kind;
  };
  const roles = Object.fromEntries(
    [
      "base/kustomization.yaml",
      "base/deployment.yaml",
      "base/sub/service.yaml",
      "base/patch.yaml",
      "base/other.yaml",
      "overlay/merge.yaml",
      "broken/a.yaml",
      "chart/Chart.yaml",
      "chart/values.yaml",
      "chart/values-prod.yaml",
      "chart/templates/deployment.yaml",
      "chart/templates/tests/pod.yaml",
      "chart/crds/crd.yaml",
      "values.yaml",
      "templates/a.yaml",
      "live/a.yaml",
    ].map((name) => [name, role(name)]),
  );
  expect(roles).toEqual({
    "base/kustomization.yaml": "kustomization",
    "base/deployment.yaml": path.join("base", "kustomization.yaml"),
    "base/sub/service.yaml": path.join("base", "kustomization.yaml"),
    "base/patch.yaml": path.join("base", "kustomization.yaml"),
    "base/other.yaml": "manifest",
    "overlay/merge.yaml": path.join("overlay", "kustomization.yml"),
    "broken/a.yaml": "manifest",
    "chart/Chart.yaml": "chart",
    "chart/values.yaml": "values",
    "chart/values-prod.yaml": "values",
    "chart/templates/deployment.yaml": "template",
    "chart/templates/tests/pod.yaml": "template",
    "chart/crds/crd.yaml": "manifest",
    "values.yaml": "manifest",
    "templates/a.yaml": "manifest",
    "live/a.yaml": "savedLive",
  });
  write("broken/kustomization.yaml", "resources: [a.yaml]   # mended");
  expect(role("broken/a.yaml")).toBe(path.join("broken", "kustomization.yaml"));
});
