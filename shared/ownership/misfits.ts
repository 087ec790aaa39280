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
import { once } from "./once.ts";
import type { Snapshot } from "./snapshot.ts";
import * as refusals from "./words/refusals.ts";
import { objectName } from "./words.ts";

/** All of them, also those that the server does not get to, but no more than anybody reads; found once per snapshot. */
export const misfitsOf: (snapshot: Snapshot) => readonly Misfit[] = once(({ object, kind }) => {
  const all = kind.schemaSource === "deduced" ? [] : misfits(object.value, kind.type);
  return all.slice(0, most).filter((misfit) => !isOfPatch(misfit.path) && !touchesPlaceholder(object, placeOf(misfit), kind.type));
});

/** The path of a misfit's own place: that of the item, where it is about one. */
export function placeOf({ path, item }: Misfit): FieldPath {
  return item === undefined ? path : [...path, item.element];
}

/** How much a schema's word counts: an error by the target server's, a warning by any other. */
export function schemaWord({ kind }: Snapshot): { readonly severity: Severity; readonly certainty: Certainty } {
  const by = schemaName(kind.schemaSource);
  if (by === undefined) return { severity: "error", certainty: { kind: "certain" } };
  return { severity: "warning", certainty: { kind: "serverDecides", reason: refusals.judgedBy(by) } };
}

/** "Applying as ci is refused (Deployment shop/web)." and by which schema, where that is not the server's. */
export function refusalText(snapshot: Snapshot): string {
  const by = schemaName(snapshot.kind.schemaSource);
  const object = objectName(snapshot);
  return snapshot.as.decided ? refusals.refused(snapshot.as.manager, object, by) : refusals.anyRefused(object, by);
}

/** Whether the way of applying meets a list of equal items: kubectl apply and Helm 3 send patches that the server takes. */
export function isServerSide({ as }: Snapshot): boolean {
  return !as.decided || as.with === "server-side";
}

/** To find the place of each takes as long as its map or list. */
const most = 100;

function schemaName(source: Snapshot["kind"]["schemaSource"]): string | undefined {
  if (source === "server") return undefined;
  return source === "workspace" ? refusals.definitionHere : refusals.bundledSchema(bundledVersion);
}

function isOfPatch(path: FieldPath): boolean {
  return path.some((element) => element.kind === "field" && element.name.startsWith("$"));
}
