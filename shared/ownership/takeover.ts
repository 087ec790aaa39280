/**
 * Forcing just some fields. An apply as the manifest's own manager would drop all else that it holds, so these fields go under a name of
 * their own, made of the paths: another set of fields is another name, and never takes the earlier ones away.
 * Afterwards that name shares the fields with whoever applies the manifest, and its record can be handed over.
 */
import { predictApply } from "../apply/predictApply.ts";
import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { has, setOf } from "../fieldpath/set.ts";
import { stringAt, type Value } from "../fieldpath/value.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { extractItems } from "../typed/remove.ts";
import { lastAppliedAnnotation, lastAppliedPath } from "./deployers.ts";
import { type LiveTarget, minimalManifest } from "./kubectl.ts";
import type { LiveObject, Snapshot } from "./snapshot.ts";

/** Whose apply it is, and what is applied. */
export interface Takeover {
  readonly manager: string;
  readonly config: Value;
}

/** The apply that takes the field from its owners and changes nothing else; undefined where that cannot be said. */
export function takeoverOf({ as, kind, object }: Snapshot, target: LiveTarget, path: FieldPath): Takeover | undefined {
  const { live } = target;
  const sent = valueAtPath(object.value, path, kind.type);
  if (!as.decided || as.with !== "server-side" || sent === undefined || migratesByItself(live)) return undefined;
  const manager = `${as.manager.slice(0, 100)}-takeover-${digest(printPath(path))}`;
  const config = minimalManifest(target, extractItems(object.value, setOf(path), kind.type, true));
  const written = valueAtPath(config, path, kind.type);
  if (written === undefined || !equalValues(written, sent)) return undefined;
  const outcome = predictApply({ ...kind, live, config, manager, force: true, subresource: "" });
  return outcome.verdict === "accepted" ? { manager, config } : undefined;
}

/** Whether a name is one under which fields were taken for this manager. */
export function isTakeoverOf(manager: string, name: string): boolean {
  return name.startsWith(`${manager.slice(0, 100)}-takeover-`) && /-takeover-[0-9a-f]{8}$/.test(name);
}

/**
 * kubectl, applying server-side under whatever name, makes the records of client-side applies that name's own, and the apply then drops
 * what they held. Whoever has no record at all gets one that holds the annotation too.
 */
export function migratesByItself({ object, managedFields }: LiveObject): boolean {
  if (stringAt(object, "metadata", "annotations", lastAppliedAnnotation) === undefined) return false;
  const owners = managedFields.filter((entry) => has(entry.fields, lastAppliedPath));
  return owners.length === 0 || owners.some(({ operation }) => operation === "Update");
}

/** FNV-1a, 32 bits. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
