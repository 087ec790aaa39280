/**
 * Objects that a file names more than once, or the files of one check together. Invariant: found once for each text, from the summaries of
 * its documents; all other objects cost nothing.
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

/** The objects that stand there more than once, by id, each with its places in the order in which they are applied. */
export type Twins = ReadonlyMap<string, readonly Place[]>;

export function twinsOf(files: readonly OpenFile[], readings: Readings): Twins {
  // At each keystroke: nothing is made for objects that stand alone.
  const seen = new Set<string>();
  const twins = new Map<string, Place[]>();
  for (const file of files) {
    for (const part of file.parts) {
      for (const summary of readings.summary(part).objects) {
        const id = idAmong(file, summary);
        if (seen.has(id) && isCompared(summary, file.role)) twins.set(id, []);
        seen.add(id);
      }
    }
  }
  if (twins.size === 0) return twins;
  for (const file of files) {
    for (const part of file.parts) {
      for (const [item, summary] of readings.summary(part).objects.entries()) {
        if (isCompared(summary, file.role)) twins.get(idAmong(file, summary))?.push({ file, part, item });
      }
    }
  }
  return twins;
}

/** All places of an object, undefined where it stands alone. */
export function placesOf(twins: Twins, { file, summary }: Pick<PlacedObject, "file" | "summary">): readonly Place[] | undefined {
  return twins.size === 0 ? undefined : twins.get(idAmong(file, summary));
}

/** The other places of an object, undefined where there are none. */
export function othersOf(twins: Twins, object: PlacedObject): { before: readonly Place[]; after: readonly Place[] } | undefined {
  const { part, item } = object;
  const places = placesOf(twins, object);
  const own = places?.findIndex((place) => place.part === part && place.item === item) ?? -1;
  return places === undefined || places.length < 2 || own < 0 ? undefined : { before: places.slice(0, own), after: places.slice(own + 1) };
}

/** Equal as long as the places are, and what stands there. */
export function twinsText(twins: Twins): string {
  return [...twins.values()].map(placesText).join(";");
}

/** The same for one object. */
export function placesText(places: readonly Place[]): string {
  return places.map(({ part, item }) => `${numberOf(part)}.${item}`).join(",");
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
