import { test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

test("an operator's object: who applies the file of its name is asked", () =>
  checkDiagnostics(`
//- manifest manager=auto
kind: ConfigMap
^^^^ information who-applies 💡 ConfigMap shop/web: fields here are held by operator (2) and kubectl-edit (1). Who applies this file?
data:
  a: one
  b: two
  c: three
//- live
data:
  a: one         # @operator=Update
  b: two         # @operator=Update
  c: other     # @kubectl-edit=Update
`));

test("nobody is on record", () =>
  checkDiagnostics(`
//- manifest manager=auto
kind: ConfigMap
^^^^ information who-applies 💡 no manager is on record for the fields of this file
data:
  a: one
//- live
data:
  a: one
metadata:
  name: web
  namespace: shop
  labels:
    touched: yes   # @status-writer=Update/status
`));

test("an applier that is found out is not asked for", () =>
  checkDiagnostics(`
//- manifest manager=auto
kind: ConfigMap
data:
  a: one
  b: two
  c: three
//- live
data:
  a: one   # @ci
  b: two   # @ci
  c: three   # @ci
`));

test("the live object may be another one of the same name: nothing is asked", () =>
  checkDiagnostics(`
//- manifest manager=auto
kind: ConfigMap
data:
  a: one
  b: two
  c: three
//- live
data:
  other: x   # @ci
`));

test("owners unknown: nothing is asked", () =>
  checkDiagnostics(`
//- manifest manager=auto
kind: ConfigMap
data:
  a: one
//- live state=ownersUnknown
data:
  a: one
`));

test("text that does not parse", () =>
  checkDiagnostics(`
//- manifest manager=auto
kind: ConfigMap
data: [
//- live
data:
  a: one   # @operator=Update
`));

test("nothing is asked about an object that could not be read again", () =>
  checkDiagnostics(`
//- manifest manager=auto
kind: ConfigMap
data:
  a: new
  b: new
//- live state=stale context=prod
data:
  a: one   # @operator=Update
  b: one   # @operator=Update
`));
