/** What an export left in a manifest, and live objects that cannot be applied to. */
import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics, checkFix, fixTitles } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const exported = `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  namespace: shop
  uid: 11111111-0000-4000-8000-000000000000
  resourceVersion: "4711"
  creationTimestamp: "2026-01-01T00:00:00Z"
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: "{}"
  managedFields:
  - manager: kubectl
    operation: Apply
    apiVersion: v1
    fieldsType: FieldsV1
    fieldsV1: {f:data: {f:key: {}}}
data:
  key: value # mine
`;
const cleaned = `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  namespace: shop
data:
  key: value # mine
`;
const live = (metadata: string): string => `//- live
metadata:
  name: web
  namespace: shop
${metadata.replace(/^/gm, "  ")}
data:
  key: value   # @ci
`;

describe("server-set-field", () => {
  test("an export: each leftover by its harm", () =>
    checkDiagnostics(
      `
//- manifest
kind: ConfigMap
metadata:
  name: web
  namespace: shop
  uid: 11111111
  ^^^ error server-set-field 💡 .metadata.uid is that of another object than the live one: Applying as ci is refused (ConfigMap shop/web).
  resourceVersion: "4711"
  ^^^^^^^^^^^^^^^ error stale-resource-version 💡 The live object is at resourceVersion 5000, not 4711: Applying as ci is refused, with force too (ConfigMap shop/web).
  creationTimestamp: "2026-01-01T00:00:00Z"
  ^^^^^^^^^^^^^^^^^ hint server-set-field 💡 .metadata.creationTimestamp is set by the server and ignored here
  generation: 3
  ^^^^^^^^^^ hint server-set-field 💡 .metadata.generation
  selfLink: /api
  ^^^^^^^^ hint server-set-field 💡 .metadata.selfLink
  managedFields: []
  ^^^^^^^^^^^^^ error server-set-field 💡 .metadata.managedFields is written by the server only: Applying as ci is refused
data:
  key: value
${live('uid: "22222222"\nresourceVersion: "5000"')}`.replace("uid: 11111111", 'uid: "11111111"'),
    ));

  test.each(["denied", "absent"])("without a live object only what the text says: %s", (state) =>
    expect(found(`//- manifest\n${exported}//- live state=${state}\n`)).toEqual([
      "hint .metadata.creationTimestamp",
      "error .metadata.managedFields",
    ]),
  );

  test("client-side apply takes managedFields", () =>
    expect(found(`//- manifest with=client-side\n${exported}//- live state=denied\n`)).toEqual([
      "hint .metadata.creationTimestamp",
      "hint .metadata.managedFields",
    ]));

  test.each([
    [
      "null at the top and an empty status",
      "kind: Deployment\nmetadata: {name: web, creationTimestamp: null, managedFields: null}\nstatus: {}",
    ],
    ["a placeholder", "kind: ConfigMap\nmetadata: {name: web, generation: $(GENERATION)}"],
    ["text that does not parse", "kind: ConfigMap\nmetadata: {name: web, generation: 1"],
  ])("nothing: %s", (_, manifest) => expect(found(`//- manifest\n${manifest}\n`).filter((line) => !line.startsWith("error"))).toEqual([]));

  const template = (owner: string, options = ""): string => `
//- manifest ${options}
kind: Deployment
spec:
  template:
    metadata:
      creationTimestamp: null
      labels: {app: web}
//- live
spec:
  template:
    metadata:
      creationTimestamp: null   ${owner}
      labels: {app: web}
`;
  test("null in a pod template is owned", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  template:
    metadata:
      creationTimestamp: null
      ^^^^^^^^^^^^^^^^^ warning server-set-field 💡 .spec.template.metadata.creationTimestamp is null, as generators write it, but counts as set: whoever else applies this text conflicts with you
`));
  test.each([
    ["we own it already", template("# @ci")],
    ["client-side", template("", "with=client-side")],
    ["undecided", template("", "manager=auto")],
  ])("of a pod template nothing: %s", (_, fixture) =>
    expect(found(fixture)).not.toContain("warning .spec.template.metadata.creationTimestamp"),
  );

  test("one fix cleans all", () => {
    const fixture = `\n//- manifest\n${exported.replace("  creation", "  $0creation")}`;
    expect(fixTitles(fixture)).toEqual(["★ Remove what only the server sets (5 fields)"]);
    checkFix(fixture, "Remove what only the server sets (5 fields)", cleaned);
  });
});

describe("stale-resource-version", () => {
  const pinned = "\n//- manifest\nkind: ConfigMap\nmetadata: {name: web, namespace: shop, resourceVersion: '4711'}\ndata: {key: value}\n";
  test.each([
    ["the present one", `${pinned}${live('resourceVersion: "4711"')}`],
    ["absent: it is created", `${pinned}//- live state=absent\n`],
    ["denied", `${pinned}//- live state=denied\n`],
    ["stale", `${pinned}${live('resourceVersion: "5000"').replace("live", "live state=stale context=prod")}`],
  ])("nothing: %s", (_, fixture) => expect(found(fixture)).toEqual([]));
});

describe("being-deleted", () => {
  const fixture = (state: string): string => `
//- manifest
kind: ConfigMap
^^^^ warning being-deleted ConfigMap shop/web is being deleted, asked for 2 h ago, and waits for example.dev/a: what is applied now goes with it.
metadata:
  name: web
  namespace: shop
  finalizers:
    - example.dev/a
    - example.dev/b
      ^^^^^^^^^^^^^ error being-deleted The finalizer example.dev/b is new, and an object that is being deleted takes none: the apply is refused
data:
  key: value
//- live ${state}
metadata:
  name: web
  namespace: shop
  deletionTimestamp: "2026-01-05T10:00:00Z"
  finalizers:
    - example.dev/a  # @ci
data:
  key: value  # @ci
`;
  test("said of the object, and of finalizers that are added", () => checkDiagnostics(fixture("")));
  test("not of an object that could not be read again", () =>
    checkDiagnostics(fixture("state=stale context=prod").replace(/^ *\^.*\n/gm, "")));
  test("not while it lives", () =>
    checkDiagnostics(
      fixture("")
        .replace(/^ *\^.*\n/gm, "")
        .replace(/.*deletionTimestamp.*\n/, ""),
    ));
});

describe("unreadable-owners", () => {
  const given = (options = ""): string =>
    `\n//- manifest ${options}\nkind: ConfigMap\ndata: {a: b}\n//- live records=unreadable\ndata:\n  a: x   # @other\n`;
  test("every apply fails", () =>
    expect(readFixture(given("force=on")).snapshots.flatMap(check)).toMatchObject([
      {
        code: "unreadable-owners",
        severity: "error",
        message:
          "ConfigMap shop/web: the API server cannot read 1 record in managedFields (record 2: no FieldsV1), so every server-side apply fails, with force too.",
      },
    ]));
  test("a record at a version that is not served any more: only the server knows", () => {
    const widget = "apiVersion: example.dev/v2\nkind: Widget\nspec: {size: 1}\n";
    const [snapshot] = readFixture(`//- manifest\n${widget}//- live\nspec:\n  size: 1   # @a=Update@example.dev/v1\n`).snapshots;
    const codesWith = (served: readonly string[]) =>
      snapshot === undefined
        ? []
        : check({ ...snapshot, kind: { ...snapshot.kind, served } }).map(({ severity, code }) => `${severity} ${code}`);
    expect(codesWith(["example.dev/v2"])).toEqual(["warning unreadable-owners"]);
    expect(codesWith(["example.dev/v1", "example.dev/v2"])).toEqual([]);
  });
  test("client-side apply does not look", () => expect(readFixture(given("with=client-side")).snapshots.flatMap(check)).toEqual([]));
});

describe("status-ignored", () => {
  const pdb = "kind: PodDisruptionBudget\nspec: {minAvailable: 1}\nstatus:\n  currentHealthy: 1\n";
  test("a kind with a status subresource, and removing it", () => {
    checkDiagnostics(
      `\n//- manifest\n${pdb.replace("status:\n", "status:\n^^^^^^ hint status-ignored 💡 status is ignored here: it is written through the status subresource only (PodDisruptionBudget shop/web).\n")}`,
    );
    expect(fixTitles(`\n//- manifest\n${pdb}`)).toEqual(["★ Remove .status"]);
    checkFix(`\n//- manifest\n${pdb}`, "Remove .status", "kind: PodDisruptionBudget\nspec: {minAvailable: 1}\n");
  });
  test.each([
    ["an empty one", "kind: PodDisruptionBudget\nspec: {minAvailable: 1}\nstatus: {}\n"],
    ["what generators of Services write", "kind: Service\nspec: {ports: [{port: 80}]}\nstatus:\n  loadBalancer: {}\n"],
    [
      "what generators of definitions write",
      "kind: CustomResourceDefinition\nstatus:\n  acceptedNames: {kind: '', plural: ''}\n  conditions: []\n  storedVersions: null\n",
    ],
    ["a kind that nobody described", "apiVersion: example.dev/v1\nkind: Widget\nstatus: {phase: a}\n"],
    ["text that does not parse", "kind: PodDisruptionBudget\nstatus: {a: 1\n"],
  ])("nothing: %s", (_, manifest) => checkDiagnostics(`\n//- manifest\n${manifest}`));
});

function found(fixture: string): string[] {
  const known = ["server-set-field", "stale-resource-version"];
  return readFixture(fixture)
    .snapshots.flatMap(check)
    .filter(({ code }) => known.includes(code))
    .map(({ severity, message, code }) => `${severity} ${code === "server-set-field" ? message.split(" ")[0] : code}`);
}
