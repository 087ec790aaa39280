import { expect, test } from "vitest";
import { run } from "../../../server/cli/run.ts";
import { folderWith } from "../../support/folder.ts";

const definition = (listType: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.shop.example.org}
spec:
  group: shop.example.org
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {tags: {type: array, x-kubernetes-list-type: ${listType}, items: {type: string}}}}
`;
const live = `apiVersion: shop.example.org/v1
kind: Gadget
metadata:
  name: g
  namespace: shop
  managedFields:
  - {manager: operator, operation: Apply, apiVersion: shop.example.org/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:tags": {"v:\\"a\\"": {}}}}}
spec: {tags: [a]}
`;
const atomic = live.replace('{"v:\\"a\\"": {}}', "{}");
const manifest = "apiVersion: shop.example.org/v1\nkind: Gadget\nmetadata: {name: g, namespace: shop}\nspec: {tags: [b]}\n";

async function check(tree: Readonly<Record<string, string>>, flags: string) {
  const { root } = folderWith({ "g.yaml": manifest, "live.yaml": live, ...tree });
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(`check -f g.yaml --live live.yaml --field-manager ci ${flags}`.trim().split(" "), {
    cwd: root,
    variables: {},
    terminal: false,
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    stdin: async () => Buffer.from(""),
    now: () => Date.parse("2026-11-30T12:00:00Z"),
    cluster: async () => Promise.reject(new Error("no cluster was to be asked")),
    version: () => "1.2.3",
  });
  return { code, stdout: out.join(""), stderr: err.join("") };
}

test.each([
  ["a file", { "crd.yaml": definition("set") }, "--crds crd.yaml"],
  ["a folder", { "crds/one.yaml": "kind: [broken\n", "crds/two.yaml": definition("set") }, "--crds crds"],
  ["folders below", { "crds/deep/two.yaml": definition("set") }, "--crds crds -R"],
  [
    "several",
    { "other.yaml": definition("set").replaceAll("adget", "idget"), "crd.yaml": definition("set") },
    "--crds other.yaml --crds crd.yaml",
  ],
])("definitions of %s say how lists merge", async (_, tree, flags) => {
  expect(await check(tree, flags)).toMatchObject({ code: 0, stderr: "" });
});

test("an atomic list conflicts", async () => {
  const { code, stdout } = await check({ "crd.yaml": definition("atomic"), "live.yaml": atomic }, "--crds crd.yaml");
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("operator") });
});

test("without --crds no definition is looked for: the server decides", async () => {
  const stderr = "no schema: Gadget shop/g; conflicts in its lists are not foreseen: give its definition with --crds FILE\n";
  expect(await check({ "crd.yaml": definition("atomic"), "live.yaml": atomic }, "")).toEqual({
    code: 0,
    stdout: "1 object in 1 file: no findings\n",
    stderr,
  });
});

test.each([
  ["--crds missing.yaml", "error: cannot read missing.yaml: no such file or folder\n"],
  ["--crds g.yaml", "error: no CustomResourceDefinition (apiextensions.k8s.io/v1) in g.yaml\n"],
  ["--crds broken.yaml", expect.stringMatching(/^error: cannot read all of broken\.yaml: .+\n$/)],
])("%s is said, and nothing is checked", async (flags, stderr) => {
  expect(await check({ "broken.yaml": `${definition("set")}  x: [\n` }, flags)).toEqual({ code: 2, stdout: "", stderr });
});
