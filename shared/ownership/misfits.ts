/**
 * Where a manifest does not fit its kind's schema, so that the API server refuses it whatever its owners say.
 * Invariant: nothing from a deduced schema, nothing at or above a placeholder, no keys of a strategic merge patch (`$patch`).
 */
import type { Certainty } from "../apply/model.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { touchesPlaceholder } from "../manifest/placeholders.ts";
import { bundledVersion } from "../schema/bundled.ts";
import { type Misfit, misfits } from "../typed/validate.ts";
import type { Severity } from "./finding.ts";
import type { Snapshot } from "./snapshot.ts";
import { applyingAs, objectName } from "./words.ts";

/** All of them, also those that the server does not get to, but no more than anybody reads; found once per snapshot. */
export function misfitsOf(snapshot: Snapshot): readonly Misfit[] {
  const known = found.get(snapshot);
  if (known !== undefined) return known;
  const { object, kind } = snapshot;
  const all = kind.schemaSource === "deduced" ? [] : misfits(object.value, kind.type);
  const claimed = all.slice(0, most).filter((misfit) => !isOfPatch(misfit.path) && !touchesPlaceholder(object, placeOf(misfit), kind.type));
  found.set(snapshot, claimed);
  return claimed;
}

/** The path of a misfit's own place: that of the item, where it is about one. */
export function placeOf({ path, item }: Misfit): FieldPath {
  return item === undefined ? path : [...path, item.element];
}

/** How much a schema's word counts: an error by the target server's, a warning by any other. */
export function schemaWord({ kind }: Snapshot): { readonly severity: Severity; readonly certainty: Certainty } {
  const by = schemaName(kind.schemaSource);
  if (by === undefined) return { severity: "error", certainty: { kind: "certain" } };
  return { severity: "warning", certainty: { kind: "serverDecides", reason: `judged by ${by}` } };
}

/** "Applying as ci is refused (Deployment shop/web)." and by which schema, where that is not the server's. */
export function refusalText(snapshot: Snapshot): string {
  const by = schemaName(snapshot.kind.schemaSource);
  const act = snapshot.as.decided ? applyingAs(snapshot.as.manager) : "Applying this";
  return `${act} is refused${by === undefined ? "" : ` by ${by}`} (${objectName(snapshot)}).`;
}

/** Whether the way of applying meets a list of equal items: kubectl apply and Helm 3 send patches that the server takes. */
export function isServerSide({ as }: Snapshot): boolean {
  return !as.decided || as.with === "server-side";
}

/** To find the place of each takes as long as its map or list. */
const most = 100;
const found = new WeakMap<Snapshot, readonly Misfit[]>();

function schemaName(source: Snapshot["kind"]["schemaSource"]): string | undefined {
  if (source === "server") return undefined;
  return source === "workspace" ? "the definition in this workspace" : `Kubernetes ${bundledVersion}'s schema`;
}

function isOfPatch(path: FieldPath): boolean {
  return path.some((element) => element.kind === "field" && element.name.startsWith("$"));
}
