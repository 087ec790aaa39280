import { describe, expect, test } from "vitest";
import { asAnnotated, hookReason, recreation, takesOverKubectl } from "../../../shared/ownership/annotations.ts";
import type { Applier } from "../../../shared/ownership/snapshot.ts";
import { applier, objectOf } from "../../support/snapshots.ts";

type Decided = Applier & { readonly decided: true };

/** An object with such an annotation or label, written `key: value`; "" for none. */
function object(text: string, map: "annotations" | "labels" = "annotations") {
  const [key = "", value = ""] = text.split(/: (.*)/);
  return objectOf(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n${text === "" ? "" : `  ${map}: {${key}: "${value}"}\n`}`);
}

const flux = applier("kustomize-controller", { force: true }) as Decided;
const argo = applier("argocd-controller", { force: true }) as Decided;
const argoOld = applier("argocd-controller", { with: "client-side", force: null }) as Decided;
const kubectl = applier("kubectl") as Decided;
const reconcile = "kustomize.toolkit.fluxcd.io/reconcile";
const ssa = "kustomize.toolkit.fluxcd.io/ssa";
const force = "kustomize.toolkit.fluxcd.io/force";
const options = "argocd.argoproj.io/sync-options";
const alone = (evidence: string): Applier => ({ decided: false, ask: false, candidates: [], evidence });

describe("how an object is applied", () => {
  test.each<[string, Applier, string, string | undefined, Partial<Applier>]>([
    ["Flux leaves it alone", flux, `${reconcile}: disabled`, "", alone(`Flux leaves it alone: ${reconcile} is disabled`)],
    ["in any letter case", flux, `${reconcile}: Disabled`, "", alone(`Flux leaves it alone: ${reconcile} is disabled`)],
    ["in the live object", flux, "", `${reconcile}: disabled`, alone(`Flux leaves it alone: ${reconcile} is disabled`)],
    ["before there is one", flux, `${ssa}: Ignore`, undefined, alone(`Flux leaves it alone: ${ssa} is Ignore`)],
    ["switched on again in the manifest only", flux, `${reconcile}: enabled`, `${reconcile}: disabled`, { decided: false }],
    ["Flux only creates it", flux, `${ssa}: IfNotPresent`, "", alone(`Flux only creates it: ${ssa} is IfNotPresent`)],
    ["as the manifest says, not the live object", flux, "", `${ssa}: IfNotPresent`, flux],
    ["Flux creates it", flux, `${ssa}: IfNotPresent`, undefined, flux],
    ["Flux merges", flux, `${ssa}: Merge`, "", flux],
    ["another applier does not mind", kubectl, `${reconcile}: disabled`, "", kubectl],
    ["Argo CD server-side", argoOld, `${options}: Prune=false, ServerSideApply=true`, "", { with: "server-side", force: true }],
    ["Argo CD not server-side", argo, `${options}: ServerSideApply=false`, "", { with: "client-side", force: null }],
    ["Argo CD replaces, whatever else", argo, `${options}: ServerSideApply=true,Replace=true`, "", { with: "client-side", force: null }],
    ["options for the application", argo, `${options}: Prune=false`, "", argo],
    ["kubectl does not mind", kubectl, `${options}: Replace=true`, "", kubectl],
    ["Argo CD's word in the live object counts nothing", argo, "", `${options}: Replace=true`, argo],
  ])("%s", (_, as, manifest, live, expected) => {
    expect(asAnnotated(as, object(manifest), live === undefined ? undefined : object(live))).toMatchObject(expected);
  });

  test("by labels too, for Flux", () =>
    expect(asAnnotated(flux, object(`${reconcile}: disabled`, "labels"), undefined)).toMatchObject({ decided: false }));
  test("as somebody said, which counts more", () =>
    expect(asAnnotated(argo, object(`${options}: Replace=true`), undefined, "said")).toEqual(argo));
  test("unless nobody knows by whom", () => {
    const unknown: Applier = { decided: false, ask: true, candidates: [], evidence: "" };
    expect(asAnnotated(unknown, object(`${reconcile}: disabled`), undefined)).toBe(unknown);
  });
});

test.each<[string, Decided, string, string, string | undefined]>([
  ["Flux, told by the manifest", flux, `${force}: Enabled`, "", `Flux, ${force}: enabled`],
  ["Flux, told by the live object", flux, "", `${force}: enabled`, `Flux, ${force}: enabled`],
  ["not by true", flux, `${force}: "true"`.replaceAll('"', ""), "", undefined],
  ["Flux, not told", flux, "", "", undefined],
  ["Argo CD, forced replace", argoOld, `${options}: Force=true,Replace=true`, "", `Argo CD, ${options}: Force=true,Replace=true`],
  ["Argo CD, replace alone", argoOld, `${options}: Replace=true`, "", undefined],
  ["Argo CD, forced apply", argoOld, `${options}: Force=true`, "", `Argo CD, ${options}: Force=true`],
  ["Argo CD, forced server-side apply", argo, `${options}: Force=true`, "", undefined],
  ["kubectl, which minds neither", kubectl, `${force}: enabled`, "", undefined],
])("made anew: %s", (_, as, manifest, live, expected) => {
  const found = recreation(as, object(manifest), object(live));
  expect(found && `${found.deployer}, ${found.because}`).toBe(expected);
});

test.each<[string, string, string | undefined]>([
  ["Helm's", "helm.sh/hook: pre-install", "a hook (helm.sh/hook): not compared with the live object"],
  ["Argo CD's", "argocd.argoproj.io/hook: Sync", "a hook (argocd.argoproj.io/hook): not compared with the live object"],
  ["none", "helm.sh/hook-weight: 1", undefined],
])("hooks: %s", (_, manifest, expected) => expect(hookReason(object(manifest))).toBe(expected));

test("Flux takes over what kubectl set, unless it is told to merge", () => {
  expect(takesOverKubectl(flux, object(""), object(""))).toBe(true);
  expect(takesOverKubectl(flux, object(`${ssa}: Override`), object(""))).toBe(true);
  expect(takesOverKubectl(flux, object(`${ssa}: merge`), object(""))).toBe(false);
  expect(takesOverKubectl(flux, object(""), object(`${ssa}: Merge`))).toBe(false);
  expect(takesOverKubectl(kubectl, object(""), object(""))).toBe(false);
});
