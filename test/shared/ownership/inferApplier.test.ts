import { describe, expect, test } from "vitest";
import type { Applier } from "../../../shared/ownership/snapshot.ts";
import { readFixture } from "../../support/fixture.ts";

/** Who applies, for a file with these data and annotations. */
function inferred(live: string, file = "a: one\n  b: two\n  c: three", annotations = ""): Applier {
  const [given] = readFixture(`
//- manifest manager=auto
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  namespace: shop
${annotations === "" ? "" : `  annotations: { ${annotations} }\n`}data:
  ${file}
//- live
${live}
`).snapshots;
  if (given === undefined) throw new Error("no object");
  return given.as;
}

const all = (owners: string): string => `data:\n  a: one   # ${owners}\n  b: two   # ${owners}\n  c: three   # ${owners}`;
const marked = (mark: string, owner: string): string => `
metadata:
  name: web
  namespace: shop
  annotations:
    ${mark}: x   # ${owner}
${all(owner)}`;

describe("appliers", () => {
  test.each<[string, string, Partial<Applier>]>([
    [
      "server-side, named freely",
      all("@ci"),
      { manager: "ci", with: "server-side", force: false, evidence: "inferred: holds 3 of 3 fields" },
    ],
    ["Terraform does not force", all("@Terraform"), { manager: "Terraform", force: false }],
    ["Flux forces", all("@kustomize-controller"), { manager: "kustomize-controller", with: "server-side", force: true }],
    [
      "Flux's helm-controller with Helm 4 forces",
      all("@helm-controller"),
      { manager: "helm-controller", with: "server-side", force: true },
    ],
    ["Helm 4", marked("meta.helm.sh/release-name", "@helm"), { manager: "helm", with: "server-side", force: false }],
    ["Helm 3", marked("meta.helm.sh/release-name", "@helm=Update"), { manager: "helm", with: "helm3", force: null }],
    [
      "the only one with a deployer's marks",
      `${marked("pulumi.com/patch", "@a")}`.replaceAll(/([abc]: \w+) {3}# @a/g, "$1   # @a @b"),
      { manager: "a" },
    ],
    ["the one that holds more", `${all("@old @new")}`.replace("@old @new\n", "@new\n"), { manager: "new" }],
  ])("%s", (_, live, expected) => expect(inferred(live)).toMatchObject({ decided: true, inferred: true, ...expected }));
});

describe("nobody", () => {
  test.each<[string, string]>([
    ["an operator that updates", all("@operator=Update")],
    ["a hand", all("@kubectl-edit=Update")],
    ["a controller that applies", all("@kube-controller-manager")],
    ["nobody on record", all("").replaceAll("#", "")],
  ])("%s: to be asked for", (_, live) => expect(inferred(live)).toMatchObject({ decided: false, ask: true }));

  test("another object of the same name: not even asked for", () =>
    expect(inferred("data:\n  other: x   # @ci")).toMatchObject({ decided: false, ask: false }));
});

describe("annotations", () => {
  test.each<[string, string, string, Partial<Applier>]>([
    [
      "Argo CD server-side",
      "@argocd-controller",
      "argocd.argoproj.io/sync-options: 'Prune=false,ServerSideApply=true'",
      { with: "server-side", force: true },
    ],
    [
      "Argo CD told to stop that",
      "@argocd-controller",
      "argocd.argoproj.io/sync-options: ServerSideApply=false",
      { with: "client-side", force: null },
    ],
    ["Argo CD replaces", "@argocd-controller", "argocd.argoproj.io/sync-options: Replace=true", { with: "client-side", force: null }],
    ["Flux leaves it alone", "@kustomize-controller", "kustomize.toolkit.fluxcd.io/reconcile: disabled", { decided: false, ask: false }],
    ["Flux only creates it", "@kustomize-controller", "kustomize.toolkit.fluxcd.io/ssa: IfNotPresent", { decided: false, ask: false }],
    ["Flux merges", "@kustomize-controller", "kustomize.toolkit.fluxcd.io/ssa: Merge", { decided: true, force: true }],
  ])("%s", (_, owner, annotation, expected) => {
    const [key = "", value = ""] = annotation.split(/: (.*)/);
    expect(inferred(all(owner), undefined, `${key}: ${value.startsWith("'") ? value : `'${value}'`}`)).toMatchObject(expected);
  });
});
