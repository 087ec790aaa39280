/** What annotations and labels tell Flux, as we foretell it, and as Flux's own library then does it. */
import { describe, expect, inject, test } from "vitest";
import { parse } from "yaml";
import { findingsFor } from "./ask.ts";
import type { ClusterObject } from "./connect.ts";
import { playWrite, readLive } from "./play.ts";
import { programsIn } from "./repositories/programs.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
const programs = programsIn(cluster.folder, cluster, inject("deployers"));
const key = "kustomize.toolkit.fluxcd.io";

interface Told {
  readonly title: string;
  /** A line below metadata. */
  readonly metadata: string;
  /** What is said once kubectl edit has added `hotfix` and changed `mode`, in text order. */
  readonly said: readonly string[];
  /** The data after Flux came by. */
  readonly leaves: object;
}

const kept = { mode: "slow", hotfix: "on" };

const told: readonly Told[] = [
  {
    title: "nothing",
    metadata: "annotations: {}",
    said: ["Applying as kustomize-controller deletes it, since Flux takes over what kubectl set", "takes-over: .data.mode"],
    leaves: { mode: "fast" },
  },
  {
    title: "merge",
    metadata: `annotations: {${key}/ssa: Merge}`,
    said: ["Applying as kustomize-controller leaves it as it is", "takes-over: .data.mode"],
    leaves: { mode: "fast", hotfix: "on" },
  },
  { title: "leave it, by an annotation", metadata: `annotations: {${key}/reconcile: Disabled}`, said: [], leaves: kept },
  { title: "leave it, by a label", metadata: `labels: {${key}/ssa: ignore}`, said: [], leaves: kept },
  { title: "only create it", metadata: `annotations: {${key}/ssa: IfNotPresent}`, said: [], leaves: kept },
];

describe.each(told)("$title", ({ title, metadata, said, leaves }) => {
  const name = `flux-${title.replaceAll(/\W+/g, "-")}`;
  const manifest = (more = metadata): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\n  ${more}\ndata:\n  mode: fast\n`;

  test("is foretold, and so it is", async () => {
    await flux(manifest("annotations: {}"));
    await playWrite(cluster, { by: "kubectl-edit", merge: "data: {mode: slow, hotfix: 'on'}" }, parse(manifest()));
    const found = await findingsFor(cluster.kubeconfig, `# field-manager: kustomize-controller\n${manifest()}`, { force: "on" });
    expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual(said.map((words) => expect.stringContaining(words)));
    await flux(manifest());
    expect(((await live(manifest())) as { readonly data?: object }).data).toEqual(leaves);
  });
});

test("make it anew", async () => {
  const job = (image: string, more: string): string =>
    `apiVersion: batch/v1\nkind: Job\nmetadata: {name: flux-job, namespace: default, annotations: {${more}}}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: app, image: ${image}}]}}}\n`;
  await flux(job("app:1", "note: a"));
  const before = await live(job("app:1", ""));
  const findings = async (text: string) =>
    (await findingsFor(cluster.kubeconfig, `# field-manager: kustomize-controller\n${text}`, { force: "on" })).map(
      ({ severity, code, message }) => `${severity} ${code}: ${message}`,
    );

  expect(await findings(job("app:2", "note: a"))).toEqual([
    expect.stringMatching(/^error immutable-field: .*kustomize-controller is refused/),
  ]);
  await expect(flux(job("app:2", "note: a"))).rejects.toThrow("field is immutable");

  const told = `note: a, ${key}/force: enabled`;
  expect(await findings(job("app:2", told))).toEqual([expect.stringContaining("information immutable-field: ")]);
  expect((await findings(job("app:2", told)))[0]).toContain(
    `Flux deletes the object and makes it anew, as ${key}/force: enabled tells it to`,
  );
  await flux(job("app:2", told));
  expect((await live(job("app:2", ""))).metadata.uid).not.toBe(before.metadata.uid);
});

/** As a Kustomization of this name would. */
async function flux(text: string): Promise<void> {
  await programs.must("flux", ["apps", "flux-system"], { input: text });
}

async function live(text: string): Promise<ClusterObject> {
  return JSON.parse((await readLive(cluster, text)) ?? "{}") as ClusterObject;
}
