import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics, checkFix } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const webhook = (bundle: string, annotations = "{}"): string => `
kind: ValidatingWebhookConfiguration
metadata: { name: guard, annotations: ${annotations} }
webhooks:
  - name: pods.guard.example.dev
    clientConfig:
      caBundle: ${bundle}
      service: { name: guard, namespace: ops }
`;
const real = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmFuIGV4YW1wbGUsIG5vdCBhIGNlcnRpZmljYXRl";
const asked = "{ cert-manager.io/inject-ca-from: ops/guard }";

test.each([
  ["a dummy", webhook("Cg=="), "whoever injects certificate authorities"],
  ["nothing", webhook('""'), "whoever injects certificate authorities"],
  ["a certificate that injection replaces", webhook(real, asked), "the injector that the annotation cert-manager.io/inject-ca-from asks"],
])("caBundle: %s", (_, manifest, words) => {
  const found = readFixture(`//- manifest\n${manifest}`).snapshots.flatMap(check);
  expect(found.map(({ code }) => code)).toEqual(["injected-placeholder"]);
  expect(found[0]?.message).toContain(`[name="pods.guard.example.dev"].clientConfig.caBundle is filled in by ${words}`);
});

test("a definition's conversion webhook and an APIService", () => {
  const conversion = "kind: CustomResourceDefinition\nspec: {conversion: {webhook: {clientConfig: {caBundle: Cg==}}}}\n";
  const service = "kind: APIService\nspec: {caBundle: Cg==, version: v1}\n";
  for (const manifest of [conversion, service])
    expect(
      readFixture(`//- manifest\n${manifest}`)
        .snapshots.flatMap(check)
        .map(({ code }) => code),
    ).toEqual(["injected-placeholder"]);
});

test("what the API server allocates", () => {
  checkDiagnostics(`
//- manifest
kind: Service
spec:
  clusterIP: ""
  ^^^^^^^^^ warning injected-placeholder 💡 .spec.clusterIP is filled in by the API server, which allocates one
  ports:
    - port: 80
      nodePort: 0
      ^^^^^^^^ warning injected-placeholder 💡 .spec.ports[port=80,protocol="TCP"].nodePort is filled in by
`);
  checkFix(
    '\n//- manifest\nkind: Service\nspec:\n  clusterIP: ""\n  type: ClusterIP\n',
    "Remove .spec.clusterIP",
    "kind: Service\nspec:\n  type: ClusterIP\n",
  );
});

test("a conflict says more", () =>
  checkDiagnostics(`
//- manifest
kind: ClusterRole
metadata: { name: web }
aggregationRule: {}
rules: []
^^^^^ error apply-conflict 💡 owned by clusterrole-aggregation-controller
//- live
metadata: { name: web }
rules:                # @clusterrole-aggregation-controller
  - verbs: [get]
`));

describe("nothing", () => {
  test.each([
    ["a certificate", webhook(real)],
    ["one that is filled in before the apply", webhook("$(CA)")],
    ["a ClusterRole with rules of its own", "kind: ClusterRole\nmetadata: {name: web}\nrules: [{verbs: [get]}]\n"],
    ["a Service without a cluster IP", "kind: Service\nspec: {clusterIP: None, ports: [{port: 80, nodePort: 30080}]}\n"],
    ["text that does not parse", 'kind: Service\nspec: {clusterIP: ""\n'],
  ])("%s", (_, manifest) => checkDiagnostics(`\n//- manifest\n${manifest}\n//- live state=denied\n`));
  test("client-side apply claims nothing", () =>
    checkDiagnostics('\n//- manifest with=client-side\nkind: Service\nspec: {clusterIP: ""}\n'));
});
