/** Lines about owners that the hovers of manifests and of saved live objects share. */
import type { ManagedFieldsEntry } from "../../shared/apply/model.ts";
import type { FieldPath, PathElement } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, type Value } from "../../shared/fieldpath/value.ts";
import { mergeKind } from "../../shared/ownership/fieldAt.ts";
import { type Owner, type Owners, ownersAt } from "../../shared/ownership/owners.ts";
import type { KindInfo, LiveObject } from "../../shared/ownership/snapshot.ts";
import * as owning from "../../shared/ownership/words/owning.ts";
import { age, listed } from "../../shared/ownership/words.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import { code, escaped } from "./markdown.ts";

type Kind = Pick<KindInfo, "type" | "schemaSource">;

/** "**`.spec.tolerations`** · atomic list". Without a schema nobody knows the kind of a list. */
export function headline(path: FieldPath, { type, schemaSource }: Kind, value: Value | undefined): string {
  const merging = schemaSource === "deduced" ? undefined : mergeKind(typeAtPath(type, path), value);
  return `**${code(printPath(path))}**${merging === undefined ? "" : ` · ${escaped(merging)}`}`;
}

/** Who owns the field, and where that is recorded if elsewhere. */
export function ownerLines(live: LiveObject, path: FieldPath, kind: Kind, now: number): string[] {
  const found = ownersAt(live, path, kind.type);
  const lines: string[] = [];
  if (found.at.length < path.length) lines.push(owning.partOf(around(path[found.at.length], kind), code(printPath(found.at))));
  const managers = managersOfWhole(live, path, kind);
  if (managers.length > 0) lines.push(owning.recordedWhole(listed(managers)));
  if (live.managedFields.length === 0) lines.push(escaped(unrecorded(live)));
  else if (found.owners.length > 0) lines.push(owning.ownedBy(listed(found.owners.map((one) => ownerText(one, now)))));
  else if (found.below.length === 0) lines.push(owning.noOwner);
  if (found.below.length > 0 && found.kind !== "inherited") lines.push(owning.fieldsBelow(holders(found)));
  return lines;
}

/** Who owns how much of the object. */
export function objectOwners(live: LiveObject, type: KindInfo["type"]): string {
  if (live.managedFields.length === 0) return escaped(unrecorded(live));
  const owners = ownersAt(live, [], type);
  return owners.below.length === 0 ? owning.noManager : owning.fieldsOwnedBy(holders(owners));
}

/** Of a live object of whose records none can be used; plain text. */
export function unrecorded({ problems }: LiveObject): string {
  return problems.length === 0 ? owning.noOwnership : owning.unreadable(listed(problems));
}

/** What is owned as one with the element in it. Without a schema nobody knows that it is atomic. */
function around(element: PathElement | undefined, { schemaSource }: Kind): string {
  const shape = element?.kind === "field" ? "map" : "list";
  return schemaSource === "deduced" ? shape : owning.atomic[shape];
}

/**
 * Whose record is of the list as one, while the schema tells its items apart: it was atomic, or empty, when that was written, and such a
 * record covers no items.
 */
function managersOfWhole(live: LiveObject, path: FieldPath, { type, schemaSource }: Kind): string[] {
  if (schemaSource === "deduced") return [];
  for (let length = 1; length <= path.length; length++) {
    const at = path.slice(0, length);
    const value = valueAtPath(live.object, at, type);
    if (!isList(value) || value.length === 0) continue;
    if (mergeKind(typeAtPath(type, at), value)?.startsWith("atomic") !== false) return [];
    const { owners, below } = ownersAt(live, at, type);
    const alone = owners.filter(({ entry }) => !below.some(({ owner }) => owner.entry === entry));
    if (alone.length > 0) return alone.map(({ entry }) => code(entry.manager));
  }
  return [];
}

/** "`team-cd` 12 fields, `kubectl` 1 field" */
function holders({ below }: Pick<Owners, "below">): string {
  const counts = new Map<string, number>();
  for (const { owner, fields } of below) counts.set(owner.entry.manager, (counts.get(owner.entry.manager) ?? 0) + fields);
  return listed(
    [...counts].map(([manager, fields]) => owning.holder(code(manager), fields)),
    4,
  );
}

function ownerText({ entry, sure }: Owner, now: number): string {
  const manager = code(entry.manager);
  return sure ? owning.owner(manager, details(entry, now)) : owning.unsureOwner(manager, details(entry, now), escaped(entry.apiVersion));
}

function details(entry: ManagedFieldsEntry, now: number): string {
  const parts = [entry.operation, escaped(entry.subresource), entry.time === undefined ? "" : escaped(age(entry.time, now))];
  return parts.filter((part) => part !== "").join(", ");
}
