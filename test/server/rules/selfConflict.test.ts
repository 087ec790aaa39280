import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

describe("the other owner is us", () => {
  test("by another operation", () =>
    checkDiagnostics(`
//- manifest manager=helm
kind: ConfigMap
data:
  mode: fast
  ^^^^ error self-conflict 💡 .data.mode is owned by helm (Update): live "slow", here "fast". You apply as helm via Apply, and helm via Update, though it is you, is another owner: the apply is refused (ConfigMap shop/web). Take it over once with helm upgrade --force-conflicts.
//- live
data:
  mode: slow         # @helm=Update
`));

  test("as kubectl apply, where the last-applied annotation does not cover the field", () =>
    checkDiagnostics(`
//- manifest manager=kubectl
kind: ConfigMap
data:
  mode: fast
  ^^^^ error self-conflict 💡 You apply as kubectl via Apply, and kubectl-client-side-apply via Update
//- live
data:
  mode: slow         # @kubectl-client-side-apply=Update
`));

  test("by a name that .field-ownership.yaml lists as ours", () => {
    const { snapshots } = readFixture(`
//- manifest manager=ci
kind: ConfigMap
data:
  mode: fast
//- live
data:
  mode: slow         # @ci-old-7
`);
    const found = snapshots.flatMap((given) => check({ ...given, names: { aliases: {}, us: ["ci-old-*"] } }));
    expect(found.map(({ code }) => code)).toEqual(["self-conflict"]);
  });
});

describe("somebody else", () => {
  test.each([
    ["a hand that scales with kubectl", "manager=kubectl", "@kubectl=Update/scale"],
    ["kubectl apply, for another manager", "manager=ci", "@kubectl-client-side-apply=Update"],
    ["a hand", "manager=kubectl", "@kubectl-edit=Update"],
  ])("%s", (_, options, owner) =>
    checkDiagnostics(`
//- manifest ${options}
kind: Deployment
spec:
  replicas: 3
  ^^^^^^^^ error apply-conflict 💡 live 5, here 3
//- live
spec:
  replicas: 5        # ${owner}
`),
  );
});

describe("nothing", () => {
  const lastApplied = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"web","namespace":"shop"},"data":{"mode":"slow"}}';
  test("what kubectl's unchanged last-applied annotation covers passes", () =>
    checkDiagnostics(`
//- manifest manager=kubectl
kind: ConfigMap
data:
  mode: fast
//- live
metadata:
  name: web
  namespace: shop
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '${lastApplied}'   # @kubectl-client-side-apply=Update
data:
  mode: slow         # @kubectl-client-side-apply=Update
`));

  test.each(["denied", "slow"])("the live object is %s", (state) =>
    checkDiagnostics(`\n//- manifest manager=helm\nkind: ConfigMap\ndata: {mode: fast}\n//- live state=${state}\n`),
  );

  test.each([
    ["undecided", "manager=auto", "data:\n  mode: fast\n  b: x\n  c: y\n", ""],
    ["text that does not parse", "manager=helm", "data: {\n  mode: fast\n", ""],
  ])("%s", (_, options, text) => {
    const { snapshots } = readFixture(`
//- manifest ${options}
kind: ConfigMap
${text}
//- live
data:
  mode: slow         # @helm=Update
`);
    expect(snapshots.flatMap(check).map(({ code }) => code)).not.toContain("self-conflict");
  });
});
