import { expect, test } from "vitest";
import { checkFix, fixTitles } from "../../support/check.ts";

const three = `
//- manifest
kind: ConfigMap
data:
  a: x$0
  b: x
  c: x
  d: x
//- live
data:
  a: old   # @other
  b: old   # @other
  c: x   # @other
  d: old   # @other
`;

test("all of the document go, what agrees stays", () =>
  checkFix(three, "Drop all 3 conflicting fields in this document", "kind: ConfigMap\ndata:\n  c: x\n"));

test("one field alone is offered first", () =>
  expect(fixTitles(three)).toEqual([
    '★ Drop .data.a (owned by other, which keeps "old")',
    "Drop all 3 conflicting fields in this document",
    'Use the live value "old" of .data.a (owned together with other)',
  ]));

test("all objects of a List", () =>
  checkFix(
    `
//- manifest
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: web, namespace: shop }
    data:
      a: x$0
      b: x
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: web, namespace: shop }
    data:
      a: x
      c: x
//- live
data:
  a: old   # @other
  c: x   # @other
`,
    "Drop all 2 conflicting fields in this document",
    `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: web, namespace: shop }
    data:
      b: x
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: web, namespace: shop }
    data:
      c: x
`,
  ));
