/**
 * Objects that a file names more than once. Invariant: found once for each text of the file, from the summaries of its documents; all other
 * objects cost nothing.
 */
import type { PlacedObject } from "./appliers.ts";
import type { OpenFile, Part } from "./openFile.ts";
import { isCompared, type Readings } from "./readings.ts";

/** A place of an object in its file. */
export interface Place {
  readonly part: Part;
  readonly item: number;
}

/** The objects that stand in the file more than once, by id, each with its places in text order. */
export type Twins = ReadonlyMap<string, readonly Place[]>;

export function twinsOf({ parts, role }: OpenFile, readings: Readings): Twins {
  // At each keystroke: nothing is made for objects that stand alone.
  const seen = new Set<string>();
  const twins = new Map<string, Place[]>();
  for (const part of parts) {
    for (const summary of readings.summary(part).objects) {
      if (seen.has(summary.id) && isCompared(summary, role)) twins.set(summary.id, []);
      seen.add(summary.id);
    }
  }
  if (twins.size === 0) return twins;
  for (const part of parts) {
    for (const [item, summary] of readings.summary(part).objects.entries()) {
      if (isCompared(summary, role)) twins.get(summary.id)?.push({ part, item });
    }
  }
  return twins;
}

/** The other places of an object, undefined where there are none. */
export function othersOf(
  twins: Twins,
  { part, item, summary }: PlacedObject,
): { before: readonly Place[]; after: readonly Place[] } | undefined {
  const places = twins.get(summary.id);
  const own = places?.findIndex((place) => place.part === part && place.item === item) ?? -1;
  return places === undefined || places.length < 2 || own < 0 ? undefined : { before: places.slice(0, own), after: places.slice(own + 1) };
}

/** Equal as long as the places are, and what stands there. */
export function twinsText(twins: Twins): string {
  return [...twins.values()].map((places) => places.map(({ part, item }) => `${numberOf(part)}.${item}`).join(",")).join(";");
}

const numbers = new WeakMap<Part, number>();
let lastNumber = 0;

function numberOf(part: Part): number {
  const known = numbers.get(part) ?? ++lastNumber;
  numbers.set(part, known);
  return known;
}
