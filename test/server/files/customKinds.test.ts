import { rmSync, utimesSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createCustomKinds, customKindsIn } from "../../../server/files/customKinds.ts";
import { createFiles, type FilesOptions } from "../../../server/files/files.ts";
import type { CustomKind } from "../../../shared/schema/fromCrd.ts";
import { fieldType, resolve } from "../../../shared/schema/resolve.ts";
import { folderWith } from "../../support/folder.ts";

/** A definition of one kind whose `spec.tags` is of a list type, at v1 and, without schema, v1beta1. */
const definition = (kind: string, listType: string, scope = "Namespaced"): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${kind.toLowerCase()}s.shop.example.org
spec:
  group: shop.example.org
  scope: ${scope}
  names: {plural: ${kind.toLowerCase()}s, kind: ${kind}}
  versions:
    - {name: v1beta1, served: true, storage: false}
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                tags: {type: array, x-kubernetes-list-type: ${listType}, items: {type: string}}
`;

const listTypeOf = (kind: CustomKind | undefined): string | undefined => {
  const spec = kind && fieldType(kind.type, "spec");
  const tags = spec && fieldType(spec, "tags");
  return tags && resolve(tags)?.list?.relationship;
};

async function searched(tree: Readonly<Record<string, string>>) {
  const { root, write } = folderWith(tree);
  const kinds = createCustomKinds();
  await kinds.refresh([root]);
  const listType = (kind: string): string | undefined => listTypeOf(kinds.find("shop.example.org/v1", kind));
  return { root, write, kinds, listType };
}

test("a definition gives scope, resource, subresources and the schema of each version", async () => {
  const { kinds, listType } = await searched({ "config/crd/gadgets.yaml": definition("Gadget", "set", "Cluster") });
  expect(kinds.find("shop.example.org/v1", "Gadget")).toMatchObject({ namespaced: false, resource: "gadgets", subresources: ["status"] });
  expect(listType("Gadget")).toBe("associative");
  expect(kinds.find("shop.example.org/v1beta1", "Gadget")).toMatchObject({ resource: "gadgets", subresources: [] });
  expect(kinds.find("shop.example.org/v2", "Gadget")).toBeUndefined();
  expect(kinds.find("other.example.org/v1", "Gadget")).toBeUndefined();
});

test("definitions are found in files of several documents, Lists, JSON and beside broken and templated documents", async () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n  - ${definition("Listed", "set").trimEnd().replaceAll("\n", "\n    ")}\n`;
  const json = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata: { name: "js" } };
  const spec = { group: "shop.example.org", scope: "Namespaced", names: { plural: "js", kind: "Json" }, versions: [{ name: "v1" }] };
  const { kinds, listType } = await searched({
    "bundle.yaml": `kind: Gadget\n---\n${definition("Gadget", "set")}---\n${definition("Widget", "atomic")}`,
    "list.yml": list,
    "crd.json": JSON.stringify({ ...json, spec }),
    "broken.yaml": `${definition("Broken", "set")}  x: [\n---\n${definition("Whole", "set")}`,
    "chart/crd.yaml": definition("Templated", "set").replace("spec:", "{{- if .Values.crds }}\nspec:"),
    "old.yaml": definition("Old", "set").replace("apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n"),
    "node_modules/some/crd.yaml": definition("Foreign", "set"),
  });
  expect(["Gadget", "Widget", "Listed", "Whole"].map(listType)).toEqual(["associative", "atomic", "associative", "associative"]);
  expect(kinds.find("shop.example.org/v1", "Json")).toMatchObject({ resource: "js" });
  expect(["Broken", "Templated", "Old", "Foreign"].map(listType)).toEqual([undefined, undefined, undefined, undefined]);
});

test("of two definitions of a kind the first by path counts", async () => {
  const { listType } = await searched({ "b/crd.yaml": definition("Gadget", "atomic"), "a/crd.yaml": definition("Gadget", "set") });
  expect(listType("Gadget")).toBe("associative");
});

test("added, changed and removed definitions are noticed, and nothing else is", async () => {
  const { root, write, kinds, listType } = await searched({ "web.yaml": "kind: Deployment\n" });
  expect(listType("Gadget")).toBeUndefined();
  write("web.yaml", "kind: Deployment # changed\n");
  expect(await kinds.refresh([root])).toBe(false);

  const file = write("crd.yaml", definition("Gadget", "set"));
  expect(await kinds.refresh([root])).toBe(true);
  expect(listType("Gadget")).toBe("associative");

  write("crd.yaml", definition("Gadget", "atomic"));
  utimesSync(file, new Date(), new Date("2030-01-01"));
  expect(await kinds.refresh([root])).toBe(true);
  expect(listType("Gadget")).toBe("atomic");

  rmSync(file);
  expect(await kinds.refresh([root])).toBe(true);
  expect(listType("Gadget")).toBeUndefined();
});

test("a file that goes away after it was searched has no definition", async () => {
  const { root, kinds } = await searched({ "crd.yaml": definition("Gadget", "set") });
  rmSync(path.join(root, "crd.yaml"));
  expect(kinds.find("shop.example.org/v1", "Gadget")).toBeUndefined();
});

test("a file of more than 8 MiB is passed over", async () => {
  const { listType } = await searched({ "huge.yaml": `${definition("Gadget", "set")}# ${"x".repeat(8 * 1024 * 1024)}\n` });
  expect(listType("Gadget")).toBeUndefined();
});

test("where the kinds are given nothing is looked for", async () => {
  const { root } = folderWith({ "crd.yaml": definition("Gadget", "atomic") });
  const found = async (more: Partial<FilesOptions>): Promise<string | undefined> => {
    const files = createFiles({ roots: [root], liveGlobs: [], ...more });
    await files.refreshCustomKinds();
    return listTypeOf(files.customKind("shop.example.org/v1", "Gadget"));
  };
  expect(await found({})).toBe("atomic");
  expect(await found({ customKinds: [] })).toBeUndefined();
  expect(await found({ customKinds: customKindsIn(definition("Gadget", "set")).kinds })).toBe("associative");
});

test("Namespaces are found wherever definitions are, and noticed when they come and go", async () => {
  const space = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`;
  const { root, write, kinds } = await searched({
    "one.yaml": space("plain"),
    "many.yml": `kind: Other\n---\n${space("second")}---\n${space("broken")}x: [\n---\n${space("{{ .Values.name }}")}`,
    "list.yaml": `apiVersion: v1\nkind: List\nitems:\n- ${space("listed").trimEnd().replaceAll("\n", "\n  ")}\n`,
    "json.json": JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: "json" } }),
    "other.yaml": "apiVersion: example.org/v1\nkind: Namespace\nmetadata: {name: foreign}\n",
    "role.yaml": "apiVersion: v1\nkind: RoleBinding\nmetadata: {name: subject}\nsubjects: [{kind: Namespace, name: inner}]\n",
  });
  const found = (...names: readonly string[]): readonly boolean[] => names.map((name) => kinds.hasNamespace(name));
  expect(found("plain", "second", "listed", "json")).toEqual([true, true, true, true]);
  expect(found("broken", "foreign", "subject", "inner", "")).toEqual([false, false, false, false, false]);

  expect(await kinds.refresh([root])).toBe(false);
  write("late.yaml", space("late"));
  rmSync(path.join(root, "one.yaml"));
  expect(await kinds.refresh([root])).toBe(true);
  expect(found("plain", "late")).toEqual([false, true]);
});
