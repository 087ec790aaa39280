import { expect, test } from "vitest";
import { checkFix, fixTitles } from "../../support/check.ts";

test("a value that differs is written in its place, with its comment kept", () =>
  checkFix(
    `
//- manifest with=client-side
kind: ConfigMap
data:
  mode: "fast" # as agreed
  other: x
//- live
data:
  mode: slow         # @kubectl-edit=Update
`,
    'Keep the edit in this file (.data.mode: "slow")',
    `kind: ConfigMap
data:
  mode: "slow" # as agreed
  other: x
`,
  ));

test.each([
  ["a word that YAML 1.1 takes for another", "on", '"on"'],
  ["digits", "12", '"12"'],
  ["an image", "example.org/web:1.2", "example.org/web:1.2"],
  ["several lines", "a b\n# c\n", "|\n    a b\n    # c"],
  ["lines without an end", "a\n\nb", "|-\n    a\n\n    b"],
  ["odd characters", " a\t", '" a\\t"'],
])("what was added comes last in its map: %s", (_, value, text) =>
  checkFix(
    `
//- manifest
kind: ConfigMap
data:
  mode: fast # as agreed
//- live
data:
  HOTFIX: ${JSON.stringify(value)}    # @kubectl-edit=Update
`,
    fixTitles(`
//- manifest
kind: ConfigMap
data:
  mode: fast # as agreed
//- live
data:
  HOTFIX: ${JSON.stringify(value)}    # @kubectl-edit=Update
`)[0] ?? "",
    `kind: ConfigMap
data:
  mode: fast # as agreed
  HOTFIX: ${text}
`,
  ),
);

test("items and maps, several at once", () =>
  checkFix(
    `
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          env:
            - name: A
//- live
spec:
  template:
    spec:
      containers:
        - name: web
          env:
            - name: A
            - name: B    # .@kubectl-edit=Update @kubectl-edit=Update
              value: b   # @kubectl-edit=Update
            - name: C    # .@kubectl-edit=Update @kubectl-edit=Update
              valueFrom:
                fieldRef: { fieldPath: metadata.name }   # @kubectl-edit=Update
`,
    "Keep the edit in this file (2 fields)",
    `kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          env:
            - name: A
            - name: B
              value: b
            - name: C
              valueFrom:
                fieldRef:
                  fieldPath: metadata.name
`,
  ));

test("in brackets", () =>
  checkFix(
    `
//- manifest
kind: ConfigMap
data: { mode: fast }
//- live
data:
  HOTFIX: "on"    # @kubectl-edit=Update
`,
    'Keep the edit in this file (.data.HOTFIX: "on")',
    'kind: ConfigMap\ndata: { mode: fast, HOTFIX: "on" }\n',
  ));

test.each([
  ["an anchor that others use", "ConfigMap", "data: &all\n  mode: fast\nmetadata: { name: web, namespace: shop, annotations: *all }"],
  ["a Secret", "Secret", "stringData:\n  mode: fast"],
])("not offered: %s", (_, kind, text) => {
  expect(
    fixTitles(`
//- manifest
kind: ${kind}
${text}
//- live
data:
  HOTFIX: b24=    # @kubectl-edit=Update
`),
  ).toEqual([]);
});

test("in JSON, on a line of its own where the others have theirs", () =>
  checkFix(
    `
//- manifest
{
  "apiVersion": "v1",
  "kind": "ConfigMap",
  "metadata": { "name": "web", "namespace": "shop", "labels": { "a": "x" } },
  "data": {
    "mode": "fast"
  }
}
//- live
apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: shop, labels: { a: x } }
data:
  mode: fast
  HOTFIX: "12"    # @kubectl-edit=Update
  b: x            # @kubectl-edit=Update
`,
    "Keep the edit in this file (2 fields)",
    `{
  "apiVersion": "v1",
  "kind": "ConfigMap",
  "metadata": { "name": "web", "namespace": "shop", "labels": { "a": "x" } },
  "data": {
    "mode": "fast",
    "HOTFIX": "12",
    "b": "x"
  }
}
`,
  ));
