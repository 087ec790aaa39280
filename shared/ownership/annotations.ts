/**
 * What annotations on an object tell its deployer: leave it alone, or apply it another way.
 */
import { stringAt, type Value } from "../fieldpath/value.ts";
import type { ApplyWith } from "./snapshot.ts";

/** Why nobody applies this manifest as it stands, undefined where nothing says so. Hooks run once and are gone; they have no live object to compare with. */
export function hookReason(manifest: Value): string | undefined {
  const hook = ["helm.sh/hook", "argocd.argoproj.io/hook"].find((key) => annotation(manifest, key) !== undefined);
  return hook === undefined ? undefined : `a hook (${hook}): not compared with the live object`;
}

/** Why Flux leaves the object alone, undefined where it does not. It looks at the manifest and at the live object. */
export function fluxExemption(manifest: Value, live: Value | undefined): string | undefined {
  for (const object of [manifest, live]) {
    if (annotation(object, "kustomize.toolkit.fluxcd.io/reconcile")?.toLowerCase() === "disabled") {
      return "Flux leaves it alone: kustomize.toolkit.fluxcd.io/reconcile is disabled";
    }
    const policy = annotation(object, "kustomize.toolkit.fluxcd.io/ssa");
    if (policy !== undefined && ["ignore", "ifnotpresent"].includes(policy.toLowerCase())) {
      return `Flux leaves it alone: kustomize.toolkit.fluxcd.io/ssa is ${policy}`;
    }
  }
  return undefined;
}

/** How Argo CD is told to sync this object, undefined where the manifest does not say. */
export function argoWay(manifest: Value): ApplyWith | undefined {
  const options = (annotation(manifest, "argocd.argoproj.io/sync-options") ?? "").split(",").map((option) => option.trim());
  if (options.includes("Replace=true") || options.includes("ServerSideApply=false")) return "client-side";
  return options.includes("ServerSideApply=true") ? "server-side" : undefined;
}

function annotation(object: Value | undefined, key: string): string | undefined {
  return stringAt(object, "metadata", "annotations", key);
}
