/**
 * Who is who among field managers: which names never apply manifests, which marks deployers leave on what they apply,
 * and how each deployer treats conflicts. Tables only; nothing here looks at an object as a whole.
 */
import { equalPaths, type FieldPath, fieldPath } from "../fieldpath/pathElement.ts";
import type { ApplyWith } from "./snapshot.ts";

export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

export const lastAppliedPath: FieldPath = fieldPath("metadata", "annotations", lastAppliedAnnotation);

/** Flux's manager of what a Kustomization holds. */
export const flux = "kustomize-controller";

/** Argo CD's manager. */
export const argo = "argocd-controller";

/** kubectl's imperative commands and the names that HTTP libraries of dashboards and scripts send: somebody's hand, no applier. */
const hands: readonly RegExp[] = [
  /^kubectl-(edit|patch|set|scale|label|annotate|taint|rollout|create|run|expose|autoscale|replace)$/,
  /^(node-fetch|okhttp|Go-http-client|Mozilla|unknown)$/,
];

/** The control plane, autoscalers, injectors and the names that the API server and kubectl invent. */
const controllers: readonly RegExp[] = [
  /^kube-/,
  /^kubelet$/,
  /^clusterrole-aggregation-controller$/,
  /autoscaler/,
  /^vpa-/,
  /injector/,
  /^(before-first-apply|ancient-changes|kubectl-last-applied)$/,
  // Fields that were forced one by one; see takeover.ts.
  /-takeover-[0-9a-f]{8}$/,
];

/** Keys of labels and annotations by which a deployer is known. */
const deployerMarks: readonly RegExp[] = [
  /^kustomize\.toolkit\.fluxcd\.io\//,
  /^helm\.toolkit\.fluxcd\.io\//,
  /^meta\.helm\.sh\//,
  /^argocd\.argoproj\.io\/tracking-id$/,
  /^pulumi\.com\//,
];

/** Keys that deployers add too, but that people write as well. */
const ambiguousMarks: readonly string[] = ["app.kubernetes.io/instance", "app.kubernetes.io/managed-by", lastAppliedAnnotation];

const helmMarks: readonly RegExp[] = [/^helm\.toolkit\.fluxcd\.io\//, /^meta\.helm\.sh\//];

export function isHand(manager: string): boolean {
  return hands.some((name) => name.test(manager));
}

export function isController(manager: string): boolean {
  return controllers.some((name) => name.test(manager));
}

/** Whether the name can be that of somebody who applies manifests. */
export function mayApply(manager: string): boolean {
  return !isHand(manager) && !isController(manager);
}

/**
 * The path is a label or annotation that a deployer adds to what a manifest says; or the empty annotations that kubectl notes in the
 * last-applied text of a manifest without any.
 */
export function isMark(path: FieldPath): boolean {
  const key = metadataKey(path);
  if (key === undefined) return equalPaths(path, fieldPath("metadata", "annotations"));
  return ambiguousMarks.includes(key) || deployerMarks.some((mark) => mark.test(key));
}

/** The path is a label or annotation that only a deployer adds. */
export function isDeployerMark(path: FieldPath): boolean {
  const key = metadataKey(path);
  return key !== undefined && deployerMarks.some((mark) => mark.test(key));
}

export function isHelmMark(path: FieldPath): boolean {
  const key = metadataKey(path);
  return key !== undefined && helmMarks.some((mark) => mark.test(key));
}

/** Whether this manager, applying this way, overrides conflicts. Null where there are none to override. */
export function forces(manager: string, way: ApplyWith): boolean | null {
  if (way !== "server-side") return null;
  return [flux, "helm-controller", argo].includes(manager);
}

/** Whether this manager's library turns an object into its Go type and back before it is sent, which writes defaults and empty maps. */
export function writesDefaults(manager: string): boolean {
  return manager === flux;
}

/** How a manager of this name applies as far as the name tells. */
export function wayOf(manager: string): ApplyWith {
  return manager === "kubectl-client-side-apply" ? "client-side" : "server-side";
}

/** The key of a label or annotation, undefined for all other paths. */
function metadataKey(path: FieldPath): string | undefined {
  const [metadata, map, key] = path;
  if (path.length !== 3 || metadata?.kind !== "field" || metadata.name !== "metadata" || map?.kind !== "field" || key?.kind !== "field") {
    return undefined;
  }
  return map.name === "labels" || map.name === "annotations" ? key.name : undefined;
}
