import { expect, test } from "vitest";
import { offersFor } from "../../../server/fixes/fixes.ts";
import { check } from "../../../server/rules/rules.ts";
import { applied, checkFix, fixTitles } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";
import { documentsOf } from "../../support/snapshots.ts";

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

test.each(["", "--- # first\n", "\uFEFF"])("the directive that it writes is read back, after %j", (head) => {
  const { snapshots, text } = readFixture(`
//- manifest manager=auto
${head}apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: shop }
data: { a: x, b: old }${live}
`);
  const [given] = snapshots;
  const [finding] = given === undefined ? [] : check(given);
  if (given === undefined || finding === undefined) throw new Error("nothing found");
  const [offer] = offersFor({ ...finding, snapshot: given, document: snapshots });
  expect(documentsOf(applied(text, offer?.edits ?? []))[0]?.objects[0]?.directives.manager).toBe("operator");
});

test("JSON has no comments: nothing is offered", () =>
  expect(
    fixTitles(`
//- manifest manager=auto
{ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "web", "namespace": "shop" }, "data": { "a": "x", "b": "old" } }${live}
`),
  ).toEqual([]));
