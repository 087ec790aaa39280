/** Lines about owners that the hovers of manifests and of saved live objects share. */
import type { ManagedFieldsEntry } from "../../shared/apply/model.ts";
import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, type Value } from "../../shared/fieldpath/value.ts";
import { mergeKind } from "../../shared/ownership/fieldAt.ts";
import { type Owner, type Owners, ownersAt } from "../../shared/ownership/owners.ts";
import type { KindInfo, LiveObject } from "../../shared/ownership/snapshot.ts";
import { age, counted, listed, noOwnership } from "../../shared/ownership/words.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import { code, escaped } from "./markdown.ts";

type Kind = Pick<KindInfo, "type" | "schemaSource">;

/** "**`.spec.tolerations`** · atomic list". Without a schema nobody knows the kind of a list. */
export function headline(path: FieldPath, { type, schemaSource }: Kind, value: Value | undefined): string {
  const merging = schemaSource === "deduced" ? undefined : mergeKind(typeAtPath(type, path), value);
  return `**${code(printPath(path))}**${merging === undefined ? "" : ` · ${merging}`}`;
}

/** Who owns the field, and where that is recorded if elsewhere. */
export function ownerLines(live: LiveObject, path: FieldPath, { type, schemaSource }: Kind, now: number): string[] {
  const found = ownersAt(live, path, type);
  const lines: string[] = [];
  if (found.at.length < path.length) {
    const around = path[found.at.length]?.kind === "field" ? "map" : "list";
    lines.push(`Part of ${schemaSource === "deduced" ? "" : "atomic "}${around} ${code(printPath(found.at))}`);
  }
  const whole = recordedWhole(live, path, { type, schemaSource });
  if (whole !== undefined) lines.push(whole);
  if (live.managedFields.length === 0) lines.push(noOwnership);
  else if (found.owners.length > 0) lines.push(`Owned by ${listed(found.owners.map((owner) => ownerText(owner, now)))}`);
  else if (found.below.length === 0) lines.push("No owner: no manager is on record for it");
  if (found.below.length > 0 && found.kind !== "inherited") lines.push(`Fields below: ${holders(found)}`);
  return lines;
}

/**
 * A record of a list as one, while the schema tells its items apart: it was atomic, or empty, when that was written, and such a record
 * covers no items.
 */
function recordedWhole(live: LiveObject, path: FieldPath, { type, schemaSource }: Kind): string | undefined {
  if (schemaSource === "deduced") return undefined;
  for (let length = 1; length <= path.length; length++) {
    const at = path.slice(0, length);
    const value = valueAtPath(live.object, at, type);
    if (!isList(value) || value.length === 0) continue;
    if (mergeKind(typeAtPath(type, at), value)?.startsWith("atomic") !== false) return undefined;
    const { owners, below } = ownersAt(live, at, type);
    const alone = owners.filter(({ entry }) => !below.some(({ owner }) => owner.entry === entry));
    if (alone.length === 0) continue;
    const names = listed(alone.map(({ entry }) => code(entry.manager)));
    return `${names}: recorded when the list was atomic (or empty), does not cover items`;
  }
  return undefined;
}

/** "`team-cd` 12 fields, `kubectl` 1 field" */
export function holders({ below }: Pick<Owners, "below">): string {
  const counts = new Map<string, number>();
  for (const { owner, fields } of below) counts.set(owner.entry.manager, (counts.get(owner.entry.manager) ?? 0) + fields);
  return listed(
    [...counts].map(([manager, fields]) => `${code(manager)} ${counted(fields, "field")}`),
    4,
  );
}

function ownerText({ entry, sure }: Owner, now: number): string {
  return `${code(entry.manager)} (${details(entry, now)})${sure ? "" : `, unsure: recorded at ${escaped(entry.apiVersion)}`}`;
}

function details(entry: ManagedFieldsEntry, now: number): string {
  const parts = [entry.operation, escaped(entry.subresource), entry.time === undefined ? "" : escaped(age(entry.time, now))];
  return parts.filter((part) => part !== "").join(", ");
}
