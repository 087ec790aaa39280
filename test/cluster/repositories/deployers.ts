/**
 * Applies a part of a repository as its deployer does: by the real kubectl, Helm 3 and 4 and Flux's own library; for Argo CD, whose
 * library cannot be had as a module, by the kubectl commands that it runs within itself, with its field manager and tracking annotation.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAllDocuments } from "yaml";
import type { ClusterObject } from "../connect.ts";
import type { Programs } from "./programs.ts";
import { manifestsIn } from "./repository.ts";

/** One step of a deployment; paths are relative to the repository. */
export type Step =
  | { readonly kubectl: readonly string[] }
  /** The name of the Kustomization that names the path. */
  | { readonly flux: string; readonly path: string }
  | { readonly argocd: string; readonly path: string; readonly serverSide?: true }
  | HelmStep;

interface HelmStep {
  readonly helm: 3 | 4;
  readonly release: string;
  readonly namespace: string;
  readonly values: string;
  /** Where there is a file for each template, with what `helm template` makes of it. */
  readonly renderedTo: string;
}

/** Deploys; what was applied, as the deployer sent it but for its own marks. */
export function deploy(step: Step, folder: string, programs: Programs): Promise<readonly ClusterObject[]> {
  if ("kubectl" in step) return byKubectl(step.kubectl, folder, programs);
  if ("flux" in step) return byFlux(step.flux, step.path, folder, programs);
  if ("argocd" in step) return byArgo(step.argocd, objectsIn(textsBelow(join(folder, step.path))), step.serverSide === true, programs);
  return byHelm(step, folder, programs);
}

async function byKubectl(args: readonly string[], folder: string, programs: Programs): Promise<readonly ClusterObject[]> {
  await programs.must("kubectl", args);
  const path = args.at(-1) ?? "";
  if (args[0] !== "apply") return [];
  return objectsIn(args.includes("-k") ? await programs.must("kubectl", ["kustomize", path]) : textsBelow(join(folder, path)));
}

/** What Flux does before it applies: builds where there is something to build, decrypts, substitutes. */
async function byFlux(name: string, path: string, folder: string, programs: Programs): Promise<readonly ClusterObject[]> {
  const built = existsSync(join(folder, path, "kustomization.yaml"));
  const text = built ? await programs.must("kubectl", ["kustomize", path]) : textsBelow(join(folder, path));
  const variables = new Map([["cluster", "production"]]);
  const substituted = text.replaceAll(/\$\{(\w+)(?::=(\w*))?\}/g, (_, variable, otherwise) => variables.get(variable) ?? otherwise ?? "");
  const objects = objectsIn(substituted).map(decrypted);
  await programs.must("flux", [name, "flux-system"], { input: textOf(objects) });
  return objects;
}

function decrypted(object: ClusterObject): ClusterObject {
  const { sops, ...rest } = object;
  return sops === undefined ? object : JSON.parse(JSON.stringify(rest).replaceAll(/ENC\[[^\]]*\]/g, "decrypted"));
}

/** Role-based access is reconciled first when Argo CD applies client-side; its own binary's name is the field manager of that. */
async function byArgo(
  application: string,
  objects: readonly ClusterObject[],
  serverSide: boolean,
  programs: Programs,
): Promise<readonly ClusterObject[]> {
  const tracked = objects.map((object) => {
    const [group = "", version] = object.apiVersion.split("/");
    const { name, namespace = "", annotations, ...metadata } = object.metadata;
    const id = `${application}:${version === undefined ? "" : group}/${object.kind}:${namespace}/${name}`;
    const marks = { ...(annotations as object | undefined), "argocd.argoproj.io/tracking-id": id };
    return { ...object, metadata: { name, ...(namespace && { namespace }), ...metadata, annotations: marks } };
  });
  const access = tracked.filter(({ apiVersion }) => apiVersion === "rbac.authorization.k8s.io/v1");
  if (!serverSide && access.length > 0) {
    await programs.must("kubectl", ["auth", "reconcile", "-f", "-"], { input: textOf(access), name: "argocd-application-controller" });
  }
  const way = serverSide ? ["--server-side", "--force-conflicts"] : [];
  await programs.must("kubectl", ["apply", ...way, "--field-manager=argocd-controller", "-f", "-"], { input: textOf(tracked) });
  return tracked;
}

async function byHelm(step: HelmStep, folder: string, programs: Programs): Promise<readonly ClusterObject[]> {
  const program = step.helm === 3 ? "helm3" : "helm4";
  const chart = [step.release, "chart", "--namespace", step.namespace, "-f", step.values];
  const rendered = await programs.must(program, ["template", ...chart]);
  rmSync(join(folder, step.renderedTo), { recursive: true, force: true });
  for (const text of rendered.split(/^---\n/m)) {
    const [, source] = /^# Source: (.*)$/m.exec(text) ?? [];
    if (source === undefined) continue;
    const file = join(folder, step.renderedTo, source);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `---\n${text}`, { flag: "a" });
  }
  await programs.must(program, ["upgrade", "--install", "--create-namespace", ...chart]);
  return objectsIn(rendered)
    .filter(({ metadata }) => !JSON.stringify(metadata).includes("helm.sh/hook"))
    .map((object) => ({ ...object, metadata: { namespace: step.namespace, ...object.metadata } }));
}

/** The text of all files below a folder, in the order of their names. */
function textsBelow(folder: string): string {
  return manifestsIn(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n---\n");
}

function objectsIn(text: string): readonly ClusterObject[] {
  return parseAllDocuments(text, { version: "1.1" }).flatMap((document) => {
    const value = document.toJS() as (ClusterObject & { readonly items?: readonly ClusterObject[] }) | null;
    if (value === null) return [];
    return value.kind === "List" ? (value.items ?? []) : value;
  });
}

function textOf(objects: readonly ClusterObject[]): string {
  return JSON.stringify({ apiVersion: "v1", kind: "List", items: objects });
}
