import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";
import { applier } from "../../support/snapshots.ts";

describe("what the file lacks and others hold too", () => {
  test("stays, several at one place together", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
^^^^ hint keeps-field 💡 2 fields are not in this file any more: .data.b and .data.c. Applying as ci leaves them as they are, held by ops (Apply) and old (Update) too (ConfigMap shop/web).
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
          ^^^ hint keeps-field 💡 env[name="B"] is not in this file any more. Applying as ci leaves it at {name: "B", value: "b"}, held by ops (Apply) too
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

describe("items of a list that was atomic when it was applied", () => {
  const widget = (servers: string, records: string): string => `
//- manifest manager=one
apiVersion: example.dev/v1
kind: Widget
${servers}
//- live
servers:       # ${records}
  - name: a
  - name: b
//- schema
types:
- name: root
  map:
    fields:
    - {name: apiVersion, type: {scalar: string}}
    - {name: kind, type: {scalar: string}}
    - {name: metadata, type: {namedType: any}}
    - name: servers
      type:
        list:
          elementRelationship: associative
          keys: [name]
          elementType: {map: {fields: [{name: name, type: {scalar: string}}]}}
- name: any
  scalar: untyped
  list: {elementType: {namedType: any}, elementRelationship: atomic}
  map: {elementType: {namedType: any}}
`;
  test("stay", () =>
    checkDiagnostics(
      widget(
        `servers:
^^^^^^^ hint keeps-field .servers[name="b"] is not in this file any more. Applying as one leaves it, since one (Apply) recorded .servers when it was atomic (or empty), which covers no items (Widget shop/web).
  - name: a`,
        ".@one",
      ),
    ));
  test.each([
    ["all are in the file", "servers: [{name: b}, {name: a}]", ".@one"],
    ["somebody else's record", "servers: [{name: a}]", ".@two"],
    ["a part of the file is filled in later", 'servers: [{name: "$(NAME)"}]', ".@one"],
  ])("nothing: %s", (_, servers, records) => checkDiagnostics(widget(servers, records)));

  test("nothing where it is configured that the file is not all that is sent", () => {
    const found = readFixture(widget("servers: [{name: a}]", ".@one")).snapshots.flatMap((snapshot) =>
      [false, true].map((partial) => check({ ...snapshot, as: applier("one", partial ? { partial } : {}) }).length),
    );
    expect(found).toEqual([1, 0]);
  });
});
