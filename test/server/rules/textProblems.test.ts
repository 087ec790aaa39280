import { expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics, fixTitles } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const list = (lost: string): string => `//- manifest
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a, namespace: shop}
  data: {k: "1"}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: b, namespace: shop}
  data:
    k: "1"
    k: "2"
${lost}`;

test("each at the object that it stands in, what stands in none at the first", () => {
  const found = readFixture(list("...\nlost\n")).snapshots.map((snapshot) => check(snapshot).map(({ code }) => code));
  expect(found).toEqual([["text-after-document-end"], ["yaml-duplicate-key"]]);
});

test("each lost key of three, and the same key elsewhere is none", () =>
  checkDiagnostics(`//- manifest
kind: ConfigMap
data:
  a: "1"
  ^ warning yaml-duplicate-key 💡 "a" is written again below
  a: "2"
  ^ warning yaml-duplicate-key 💡 "a" is written again below
  b: "1"
  a: "3"
`));

test("in a list item, and in a map whose own key is written twice: there a fix would take another one", () => {
  checkDiagnostics(`//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: app
          image: a
          ^^^^^ warning yaml-duplicate-key 💡 "image"
          image: b
`);
  checkDiagnostics(`//- manifest
kind: ConfigMap
data:
^^^^ warning yaml-duplicate-key 💡 "data"
  k: a
  ^ warning yaml-duplicate-key "k"
  k: b
data:
  k: c
`);
});

test("silent by a comment, and not about what is not known of the live object", () => {
  checkDiagnostics(`//- manifest
kind: ConfigMap
data:
  # field-ownership-ignore: yaml-duplicate-key the generator writes it
  a: "1"
  a: "2"
//- live state=denied
`);
  checkDiagnostics(`//- manifest manager=auto
kind: ConfigMap
data:
  a: "1"
  ^ warning yaml-duplicate-key 💡 is lost (ConfigMap shop/web)
  a: "2"
//- live state=unreachable
`);
});

test("a lost key whose text is used elsewhere stays", () =>
  expect(
    fixTitles(`//- manifest
kind: ConfigMap
data:
  a: &one "1"
  a: "2"
  b: *one
`),
  ).toEqual([]));
