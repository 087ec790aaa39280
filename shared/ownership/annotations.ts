/**
 * What annotations and labels on an object tell its deployer: leave it alone, apply it another way, make it anew. As documented by Flux, which
 * reads annotations and labels of manifest and live object in any letter case, and by Argo CD, which reads the manifest's annotation.
 * Invariant: only the deployer that a key is meant for heeds it. Hooks are the exception: whoever runs them, they have no live object.
 */
import { stringAt, type Value } from "../fieldpath/value.ts";
import { argo, flux, forces } from "./deployers.ts";
import type { Applier, ApplyWith } from "./snapshot.ts";
import * as reasons from "./words/evidence.ts";
import * as skipped from "./words/skipped.ts";

type Decided = Applier & { readonly decided: true };

/** Why there is no live object to compare with: a hook runs once and is gone. Undefined for all else. */
export function hookReason(manifest: Value): string | undefined {
  const hook = ["helm.sh/hook", "argocd.argoproj.io/hook"].find((key) => annotation(manifest, key) !== undefined);
  return hook === undefined ? undefined : skipped.hook(hook);
}

/** The applier as the object's own annotations have it; `way`: whether somebody said how it applies, which counts more. */
export function asAnnotated(applier: Applier, manifest: Value, live: Value | undefined, way: "said" | "found" = "found"): Applier {
  if (!applier.decided) return applier;
  if (applier.manager === flux) {
    const exemption = fluxExemption(manifest, live);
    return exemption === undefined ? applier : { decided: false, ask: false, candidates: [], evidence: exemption };
  }
  const chosen = applier.manager === argo && way === "found" ? argoWay(manifest) : undefined;
  return chosen === undefined ? applier : { ...applier, with: chosen, force: forces(applier.manager, chosen) };
}

/** Who deletes the object and makes it anew where a change is refused, and what tells it to; undefined: nobody does. */
export function recreation({ manager, with: way }: Decided, manifest: Value, live: Value): Recreation | undefined {
  if (manager === flux) {
    return fluxSays("force", "enabled", manifest, live) ? { deployer: "Flux", because: `${fluxKey("force")}: enabled` } : undefined;
  }
  if (manager !== argo || !hasOption(manifest, "Force=true")) return undefined;
  const replaces = hasOption(manifest, "Replace=true");
  // Server-side apply knows no such force.
  if (!replaces && way !== "client-side") return undefined;
  return { deployer: "Argo CD", because: `${argoKey}: Force=true${replaces ? ",Replace=true" : ""}` };
}

/** An object that is deleted and made anew. */
export interface Recreation {
  readonly deployer: string;
  readonly because: string;
}

/** Whether Flux takes over, before it applies, what kubectl's commands are recorded for: all but where it is told to merge. */
export function takesOverKubectl({ manager }: Decided, manifest: Value, live: Value): boolean {
  return manager === flux && !fluxSays("ssa", "merge", manifest, live);
}

const argoKey = "argocd.argoproj.io/sync-options";

/** Why Flux leaves the object alone, undefined where it does not. */
function fluxExemption(manifest: Value, live: Value | undefined): string | undefined {
  if (fluxSays("reconcile", "disabled", manifest, live)) return reasons.fluxDisabled(fluxKey("reconcile"));
  if (fluxSays("ssa", "ignore", manifest, live)) return reasons.fluxIgnores(fluxKey("ssa"));
  const creates = live !== undefined && fluxSays("ssa", "ifnotpresent", manifest);
  return creates ? reasons.fluxOnlyCreates(fluxKey("ssa")) : undefined;
}

/** Whether one of the objects says so, wherever and in whatever letters. */
function fluxSays(key: string, value: string, ...objects: readonly (Value | undefined)[]): boolean {
  return objects.some((object) =>
    ["annotations", "labels"].some((map) => stringAt(object, "metadata", map, fluxKey(key))?.toLowerCase() === value),
  );
}

function fluxKey(key: string): string {
  return `kustomize.toolkit.fluxcd.io/${key}`;
}

/** How Argo CD is told to sync this object, undefined where the manifest does not say. A replace comes before all else. */
function argoWay(manifest: Value): ApplyWith | undefined {
  if (hasOption(manifest, "Replace=true") || hasOption(manifest, "ServerSideApply=false")) return "client-side";
  return hasOption(manifest, "ServerSideApply=true") ? "server-side" : undefined;
}

function hasOption(manifest: Value, option: string): boolean {
  return (annotation(manifest, argoKey) ?? "").split(",").some((text) => text.trim() === option);
}

function annotation(object: Value | undefined, key: string): string | undefined {
  return stringAt(object, "metadata", "annotations", key);
}
