import { describe, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

describe("what the file lacks and others hold too", () => {
  test("stays, several at one place together", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
^^^^ hint keeps-field 2 fields are not in this file any more: .data.b and .data.c. Applying as ci leaves them as they are, since ops (Apply) and old (Update) hold them too (ConfigMap shop/web).
  a: x
//- live
data:
  a: x         # @ci
  b: x         # @ci @ops
  c: x         # @ci @old=Update
`));

  test("an item of a list", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          env:
          ^^^ hint keeps-field env[name="B"] is not in this file any more. Applying as ci leaves it at {name: "B", value: "b"}, since ops (Apply) holds it too
            - name: A
//- live
spec:
  template:
    spec:
      containers:
        - name: web          # .@ci @ci
          env:
            - name: A        # .@ci @ci
            - name: B        # .@ci .@ops @ci @ops
              value: b       # @ci @ops
`));
});

describe("nothing to say", () => {
  test.each([
    ["never ours", "", "b: x         # @ops"],
    ["still in the file", "", "a: x         # @ci @ops"],
    ["client-side", "with=client-side", "b: x         # @ci @ops"],
  ])("%s", (_, options, live) =>
    checkDiagnostics(`
//- manifest ${options}
kind: ConfigMap
data:
  a: x
//- live
data:
  ${live}
`),
  );

  test.each(["denied", "stale", "ownersUnknown"])("the live object is %s", (state) =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  a: x
//- live state=${state}
data:
  b: x
`),
  );

  test("text that does not parse", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data: {
  a: x
//- live
data:
  b: x       # @ci @ops
`));
});
