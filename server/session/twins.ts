/**
 * Objects that a file names more than once, or the files of one check together. Invariants: found once for each text, from the summaries of
 * its documents; what one of them needs to know is little, however many there are; all other objects cost nothing.
 */
import type { PlacedObject } from "./appliers.ts";
import { idOf } from "./liveStore.ts";
import type { OpenFile, Part } from "./openFile.ts";
import { isCompared, type ObjectSummary, type Readings } from "./readings.ts";

/** A place of an object in its file. */
export interface Place {
  readonly file: OpenFile;
  readonly part: Part;
  readonly item: number;
}

/** One of several places of an object, in the order in which they are applied. */
export interface Twin {
  readonly first: Place;
  /** The one right before it; undefined for the first. */
  readonly before: Place | undefined;
  /** How many follow. */
  readonly after: number;
}

/** By document and the object's index in it. */
export type Twins = ReadonlyMap<Part, ReadonlyMap<number, Twin>>;

export function twinsOf(files: readonly OpenFile[], readings: Readings): Twins {
  // At each keystroke: nothing is made for objects that stand alone.
  const seen = new Set<string>();
  const several = new Map<string, Place[]>();
  for (const file of files) {
    for (const part of file.parts) {
      for (const summary of readings.summary(part).objects) {
        const id = idAmong(file, summary);
        if (seen.has(id) && isCompared(summary, file.role)) several.set(id, []);
        seen.add(id);
      }
    }
  }
  if (several.size === 0) return none;
  for (const file of files) {
    for (const part of file.parts) {
      for (const [item, summary] of readings.summary(part).objects.entries()) {
        if (isCompared(summary, file.role)) several.get(idAmong(file, summary))?.push({ file, part, item });
      }
    }
  }
  return byPlace(several.values());
}

export function twinAt(twins: Twins, { part, item }: Pick<PlacedObject, "part" | "item">): Twin | undefined {
  return twins.get(part)?.get(item);
}

/** Equal as long as what is known of all of them is. */
export function twinsText(twins: Twins): string {
  return [...twins].flatMap(([part, items]) => [...items].map(([item, twin]) => `${numberOf(part)}.${item}: ${twinText(twin)}`)).join(";");
}

/** The same of one. */
export function twinText({ first, before, after }: Twin): string {
  return [first, before].map((place) => (place === undefined ? "" : `${numberOf(place.part)}.${place.item}`)).join(",") + (after > 0);
}

const none: Twins = new Map();

function byPlace(all: Iterable<readonly Place[]>): Twins {
  const twins = new Map<Part, Map<number, Twin>>();
  for (const places of all) {
    const [first] = places;
    if (first === undefined || places.length < 2) continue;
    for (const [index, { part, item }] of places.entries()) {
      const ofPart = twins.get(part) ?? new Map<number, Twin>();
      twins.set(part, ofPart.set(item, { first, before: places[index - 1], after: places.length - 1 - index }));
    }
  }
  return twins;
}

/** What is written without a namespace goes into that of its file's target. */
function idAmong({ target }: OpenFile, { id, key }: ObjectSummary): string {
  return key.namespace !== undefined || target.namespace === undefined ? id : idOf({ ...key, namespace: target.namespace });
}

const numbers = new WeakMap<Part, number>();
let lastNumber = 0;

function numberOf(part: Part): number {
  const known = numbers.get(part) ?? ++lastNumber;
  numbers.set(part, known);
  return known;
}
