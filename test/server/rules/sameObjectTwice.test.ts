import { describe, expect, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

describe("the file names the object before", () => {
  test.each(["", "state=denied", "state=absent"])("whatever is known of the live object %s", (state) =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
metadata:
  name: web
  ^^^^ warning same-object-twice applying this document then deletes .data.b and .metadata.labels.app, which only the earlier one sets.
  namespace: shop
data:
  a: x
//- live ${state}
data:
  a: x     # @ci
//- before
kind: ConfigMap
metadata: { name: web, namespace: shop, labels: { app: web } }
data:
  a: y
  b: x
`),
  );

  test("the later one says all of it", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
metadata:
  name: web
  ^^^^ warning same-object-twice ConfigMap shop/web stands in this file before: this document is applied after it and has the last word.
  namespace: shop
data:
  a: x
  b: x
//- before
kind: ConfigMap
data:
  a: y
`));
});

test("the first of them has no finding", () => {
  const [snapshot] = readFixture("//- manifest\nkind: ConfigMap\ndata: { a: x }").snapshots;
  expect(snapshot?.twins).toBeUndefined();
});

test("text that does not parse", () =>
  checkDiagnostics(`
//- manifest
kind: ConfigMap
data: {
  a: x
//- before
kind: ConfigMap
data:
  b: x
`));
