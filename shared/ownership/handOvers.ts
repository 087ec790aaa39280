/**
 * Which fields went from one manager to another while an object was looked at: what one version's records gave to one owner, and the next
 * gives to another in its place. That happens only where somebody writes another value: who merely drops a field hands it to nobody.
 * Invariant: bounded, whatever happens to the object.
 */
import { identityText } from "../apply/identity.ts";
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { printPath } from "../fieldpath/printPath.ts";
import { difference, emptySet, type FieldSet, intersection, isEmpty, leaves, pathsOf } from "../fieldpath/set.ts";
import type { HandOver, LiveObject } from "./snapshot.ts";

/** What is known of an object's fields after a newer version of it. */
export function handOversAfter(known: readonly HandOver[], before: LiveObject, after: LiveObject): readonly HandOver[] {
  const changes = changesOf(before.managedFields, after.managedFields);
  const lost = changes.filter((change) => !isEmpty(change.lost));
  const gained = changes.filter((change) => !isEmpty(change.gained));
  if (lost.length === 0 || gained.length === 0) return known;
  const found = new Map(known.map((one) => [printPath(one.path), one]));
  for (const from of lost) {
    for (const to of gained) {
      if (from === to) continue;
      for (const path of pathsOf(leaves(intersection(from.lost, to.gained)))) {
        const text = printPath(path);
        const earlier = found.get(text);
        const between = [...(earlier?.between ?? []).filter((one) => !isSame(one, from.who) && !isSame(one, to.who)), from.who, to.who];
        // What changed last stands last.
        found.delete(text);
        found.set(text, { path, times: (earlier?.times ?? 0) + 1, between: between.slice(-mostManagers) });
      }
    }
  }
  return [...found.values()].slice(-mostFields);
}

const mostFields = 32;
const mostManagers = 4;

interface Gain {
  readonly who: HandOver["between"][number];
  readonly lost: FieldSet;
  readonly gained: FieldSet;
}

/** Of each owner, what it no longer holds and what it holds now. */
function changesOf(before: readonly ManagedFieldsEntry[], after: readonly ManagedFieldsEntry[]): readonly Gain[] {
  const owners = new Map<string, { who: ManagedFieldsEntry; was: FieldSet; is: FieldSet }>();
  for (const who of before) owners.set(identityText(who), { who, was: who.fields, is: emptySet });
  for (const who of after) owners.set(identityText(who), { who, was: owners.get(identityText(who))?.was ?? emptySet, is: who.fields });
  return [...owners.values()].map(({ who: { fields: _, ...who }, was, is }) => ({
    who,
    lost: difference(was, is),
    gained: difference(is, was),
  }));
}

function isSame(a: HandOver["between"][number], b: HandOver["between"][number]): boolean {
  return identityText(a) === identityText(b);
}
