import { expect, test } from "vitest";
import { checkFix, fixTitles } from "../../support/check.ts";

const live = `
//- live
data:
  a: x         # @operator=Update
  b: old         # @kubectl-edit=Update`;

test("those who may apply, and kubectl", () =>
  expect(
    fixTitles(`
//- manifest manager=auto
kind: ConfigMap
data: { a: x, b: old }${live}
`),
  ).toEqual(["Applied as operator (adds a comment)", "Applied as kubectl (adds a comment)"]));

test("the comment stands at the top", () =>
  checkFix(
    `
//- manifest manager=auto
apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: shop }
data: { a: x, b: old }${live}
`,
    "Applied as operator (adds a comment)",
    `# field-manager: operator
apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: shop }
data: { a: x, b: old }
`,
  ));

test("after the line that starts the document", () =>
  checkFix(
    `
//- manifest manager=auto
---
apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: shop }
data: { a: x, b: old }${live}
`,
    "Applied as kubectl (adds a comment)",
    `---
# field-manager: kubectl
apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: shop }
data: { a: x, b: old }
`,
  ));
