import { expect, test } from "vitest";
import { type ConfiguredApplier, chooseApplier, folderVote } from "../../../shared/ownership/applier.ts";
import type { Applier } from "../../../shared/ownership/snapshot.ts";
import { applier } from "../../support/snapshots.ts";

const auto: ConfiguredApplier = { manager: undefined, with: undefined, force: undefined, partial: undefined, evidence: "as configured" };
const unknown: Applier = { decided: false, ask: true, candidates: [], evidence: "no manager holds enough of this file" };
const flux = applier("kustomize-controller", { force: true, inferred: true, evidence: "inferred: holds 4 of 4 fields" });
const helm = applier("helm", { with: "helm3", force: null, inferred: true, evidence: "inferred: holds 4 of 4 fields" });

test.each<[string, Parameters<typeof chooseApplier>, Partial<Applier>]>([
  ["nothing known", [{}, auto, unknown], unknown],
  ["inferred", [{}, auto, flux], flux],
  [
    "the comment wins",
    [{ manager: "a" }, { ...auto, manager: "b" }, flux],
    { manager: "a", with: "server-side", force: false, inferred: false },
  ],
  [
    "what is configured wins over inference",
    [{}, { ...auto, manager: "b" }, flux],
    { manager: "b", force: false, inferred: false, evidence: "as configured" },
  ],
  ["a configured way", [{}, { ...auto, manager: "b", with: "client-side" }, flux], { with: "client-side", force: null }],
  ["a named Flux forces too", [{ manager: "kustomize-controller" }, auto, unknown], { force: true }],
  ["the way is found out for a named manager", [{ manager: "helm" }, auto, helm], { with: "helm3", force: null }],
  [
    "the way can be named alone",
    [{ applyWith: "client-side" }, auto, flux],
    { manager: "kustomize-controller", with: "client-side", force: null },
  ],
  ["a way that is none is not taken", [{ applyWith: "magic" }, auto, flux], { with: "server-side" }],
  ["no force by setting", [{}, { ...auto, force: false }, flux], { force: false }],
  ["force by flag", [{ manager: "a" }, { ...auto, force: true }, unknown], { force: true }],
  [
    "partial as configured, of a named manager",
    [{ manager: "a" }, { ...auto, partial: true }, unknown],
    { inferred: false, partial: true },
  ],
  ["whole as configured, of one found out", [{}, { ...auto, partial: false }, flux], { inferred: true, partial: false }],
  ["force has no meaning client-side", [{}, { ...auto, force: true }, helm], { force: null }],
  ["kubectl's client-side name tells its way", [{ manager: "kubectl-client-side-apply" }, auto, unknown], { with: "client-side" }],
])("%s", (_, given, expected) => expect(chooseApplier(...given)).toMatchObject(expected));

test.each([
  [[flux, flux, unknown, flux], { manager: "kustomize-controller", with: "server-side", agreeing: 3, of: 3 }],
  [[flux, flux, flux, flux, helm], { manager: "kustomize-controller", with: "server-side", agreeing: 4, of: 5 }],
  [[flux, flux, helm], undefined],
  [[flux, flux], undefined],
  [[], undefined],
])("a folder's vote %#", (appliers, vote) => expect(folderVote(appliers)).toEqual(vote));
