/** What the API server refuses by the kind's schema, whatever the owners say: unknown fields, wrong types, items that cannot be told apart. */
import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { predict } from "../../../shared/ownership/predict.ts";
import { checkDiagnostics, checkFix, fixTitles } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

describe("unknown-field", () => {
  test("the nearest name is named, and every one is found", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  replica: 3
  ^^^^^^^ warning unknown-field 💡 .spec.replica is no field of Deployment: did you mean replicas? Applying as ci is refused by Kubernetes 1.37's schema (Deployment shop/web).
  Paused: true
  ^^^^^^ warning unknown-field 💡 did you mean paused?
  template:
    spec:
      containers:
        - name: a
          zzzzzzzz: 1
          ^^^^^^^^ warning unknown-field 💡 .spec.template.spec.containers[name="a"].zzzzzzzz is no field of Deployment. Applying
`));

  test("with the cluster's schema it is an error", () => {
    const { snapshots } = readFixture("//- manifest\nkind: ConfigMap\ndatas: {a: b}\n");
    const [given] = snapshots;
    if (given === undefined) throw new Error("no object");
    const [finding] = check({ ...given, kind: { ...given.kind, schemaSource: "server" } });
    expect(finding).toMatchObject({ severity: "error", certainty: { kind: "certain" } });
    expect(finding?.message).toBe(".datas is no field of ConfigMap: did you mean data? Applying as ci is refused (ConfigMap shop/web).");
  });

  test.each([
    ["a kind without schema", "apiVersion: example.dev/v1\nkind: Widget\nspecs: {a: 1}"],
    ["a strategic merge patch", "kind: Deployment\nspec:\n  template: {spec: {containers: [{name: a, $patch: delete}]}}"],
    ["a name that is filled in later", "kind: Deployment\nspec:\n  $(FIELD): 1"],
    ["text that does not parse", "kind: Deployment\nspec: {replica: 1"],
  ])("nothing: %s", (_, manifest) => checkDiagnostics(`\n//- manifest\n${manifest}\n`));

  test.each(["denied", "unreachable"])("the live object need not be known: %s", (state) =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
dota: {a: b}
^^^^ warning unknown-field 💡 did you mean data?
//- live state=${state}
`),
  );

  test("conflicts are moot then: nothing of the object would be applied", () => {
    const fixture = `
//- manifest
kind: ConfigMap
dota: {a: b}
^^^^ warning unknown-field 💡 did you
data: {a: new}
//- live
data:
  a: old   # @other
`;
    checkDiagnostics(fixture.replace("did you", ""));
    expect(readFixture(fixture).snapshots.map((given) => predict(given).verdict)).toEqual(["refused"]);
  });

  test("rename and remove", () => {
    const fixture = '\n//- manifest\nkind: Deployment\nspec:\n  "replica": 3 # more\n  paused: true\n';
    expect(fixTitles(fixture)).toEqual(["Rename to replicas", "Remove .spec.replica"]);
    checkFix(fixture, "Rename to replicas", 'kind: Deployment\nspec:\n  "replicas": 3 # more\n  paused: true\n');
    checkFix(fixture, "Remove .spec.replica", "kind: Deployment\nspec:\n  paused: true\n");
  });

  test("no name that is taken already", () =>
    expect(fixTitles("\n//- manifest\nkind: Deployment\nspec:\n  replica: 3\n  replicas: 3\n")).toEqual(["Remove .spec.replica"]));
});

describe("wrong-type", () => {
  test("what YAML 1.1 made of it", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  debug: yes
  ^^^^^ warning wrong-type 💡 .data.debug must be a string, but in YAML 1.1 yes is none: kubectl sends true. Applying as ci is refused by
  release: 1.10
  ^^^^^^^ warning wrong-type 💡 but in YAML 1.1 1.10 is none: kubectl sends the number 1.1
  mode: 0644
  ^^^^ warning wrong-type 💡 but in YAML 1.1 0644 is none: kubectl sends the number 420
  port: 8080
  ^^^^ warning wrong-type 💡 must be a string, and kubectl sends the number 8080
  date: 2026-01-01
`));

  test("kubectl itself refuses metadata of another type", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
metadata:
  labels:
    canary: on
    ^^^^^^ error wrong-type 💡 .metadata.labels.canary must be a string, but in YAML 1.1 on is none: kubectl sends true. kubectl refuses it.
`));

  test("lists, maps and texts in another's place", () =>
    checkDiagnostics(
      `
//- manifest
kind: Deployment
spec:
  replicas: "3"
  ^^^^^^^^ warning wrong-type 💡 .spec.replicas must be a number, and kubectl sends the string "3"
  paused: {a: b}
  ^^^^^^ warning wrong-type .spec.paused must be true or false, and is a map
  template:
    spec:
      containers:
        name: a
      volumes: none
      ^^^^^^^ warning wrong-type .spec.template.spec.volumes must be a list, and kubectl sends the string "none"
`.replace(
        "      containers:\n",
        "      containers:\n      ^^^^^^^^^^ warning wrong-type .spec.template.spec.containers must be a list, and is a map\n",
      ),
    ));

  test("a Secret's value is not told", () =>
    checkDiagnostics(`
//- manifest
kind: Secret
stringData:
  password: 12345
  ^^^^^^^^ warning wrong-type 💡 .stringData.password must be a string, and kubectl sends a number. Applying
`));

  test.each([
    ["yes", 'debug: "yes" # always', "debug: yes # always", 'Quote it: "yes"'],
    ["a number", 'debug: "0644"', "debug: 0644", 'Quote it: "0644"'],
  ])("quoted: %s", (_, after, before, title) =>
    checkFix(`\n//- manifest\nkind: ConfigMap\ndata:\n  ${before}\n`, title, `kind: ConfigMap\ndata:\n  ${after}\n`),
  );

  test("the quotes go", () =>
    checkFix(
      "\n//- manifest\nkind: Deployment\nspec: {replicas: '3'}\n",
      "Take the quotes off: 3",
      "kind: Deployment\nspec: {replicas: 3}\n",
    ));

  test.each([
    ["a placeholder", 'kind: Deployment\nspec: {replicas: "$(REPLICAS)"}'],
    ["a quantity or a port may be a number or a text", "kind: Service\nspec: {ports: [{port: 80, targetPort: http}]}"],
    ["null", "kind: Deployment\nspec: {minReadySeconds: null}"],
  ])("nothing: %s", (_, manifest) => checkDiagnostics(`\n//- manifest\n${manifest}\n`));

  test("a value that fits by chance in an anchor is not edited", () =>
    expect(
      fixTitles('\n//- manifest\nkind: ConfigMap\nmetadata: {name: web, annotations: {x: "y"}}\ndata:\n  a: &a yes\nbinaryData: {}\n'),
    ).toEqual([]));
});

describe("duplicate-item", () => {
  test("at the second, related to the first, after defaults", () => {
    const fixture = `
//- manifest
kind: Service
spec:
  ports:
    - port: 80
      name: a
    - port: 443
    - port: 80
      ^^^^^^^^ warning duplicate-item 💡 [port=80,protocol="TCP"] is already in .spec.ports. Applying as ci is refused by
      protocol: TCP
    - port: 80
      protocol: UDP
`;
    checkDiagnostics(fixture);
    const { snapshots, text } = readFixture(fixture);
    const [finding] = snapshots.flatMap(check);
    expect(finding?.related.map(({ message, range }) => [message, text.slice(range.start, range.end)])).toEqual([
      ["the first one", "port: 80"],
    ]);
  });

  test("a set", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
metadata:
  finalizers:
    - example.dev/a
    - example.dev/a
      ^^^^^^^^^^^^^ warning duplicate-item 💡 [="example.dev/a"] is already in .metadata.finalizers
`));

  const env = (...items: string[]): string =>
    `kind: Pod\nspec:\n  containers:\n    - name: a\n      env:\n${items.map((item) => `        - ${item}\n`).join("")}`;
  const [one, two, other] = ["{name: A, value: one}", "{name: A, value: two} # newer", "{name: B}"];

  test("either goes", () => {
    const fixture = `\n//- manifest\n${env(one, other, two)}`;
    expect(fixTitles(fixture)).toEqual(['Remove this [name="A"], keep the one above', 'Remove the first [name="A"], keep this one']);
    checkFix(fixture, 'Remove this [name="A"], keep the one above', env(one, other));
    checkFix(fixture, 'Remove the first [name="A"], keep this one', env(other, two));
  });
  test("of two that are alike the second goes", () =>
    expect(fixTitles(`\n//- manifest\n${env(one, one)}`)[0]).toBe('★ Remove this [name="A"], which is written alike above'));

  test.each(["client-side", "helm3"])("%s takes them", (way) => checkDiagnostics(`\n//- manifest with=${way}\n${env(one, two)}`));
});

describe("missing-merge-key", () => {
  const schema = `
//- schema
types:
- name: root
  map:
    fields:
    - {name: apiVersion, type: {scalar: string}}
    - {name: kind, type: {scalar: string}}
    - {name: metadata, type: {map: {elementType: {scalar: untyped}}}}
    - name: servers
      type: {list: {elementRelationship: associative, keys: [name], elementType: {map: {fields: [{name: name, type: {scalar: string}}, {name: port, type: {scalar: numeric}}]}}}}
`;

  test("an item without its key", () =>
    checkDiagnostics(`
//- manifest
apiVersion: example.dev/v1
kind: Widget
servers:
  - port: 1
    ^^^^^^^ error missing-merge-key an item of .servers has no name, by which the items are told apart. Applying as ci is refused (Widget shop/web).
  - name: b
  - text
    ^^^^ error missing-merge-key an item of .servers is no map, so it has no name
${schema}`));

  test("client-side apply does not look", () =>
    checkDiagnostics(`\n//- manifest with=client-side\napiVersion: example.dev/v1\nkind: Widget\nservers: [{port: 1}]\n${schema}`));
});

test("a long file full of them is looked at in time", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `  key-${index}: ${index}\n`).join("");
  const { snapshots } = readFixture(`//- manifest\nkind: ConfigMap\ndata:\n${lines}`);
  const before = performance.now();
  expect(snapshots.flatMap(check)).toHaveLength(100);
  expect(performance.now() - before).toBeLessThan(10_000);
});
