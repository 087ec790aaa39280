/** What the documents of one text of a file say of an object: all that name it count together. */
import type { Value } from "../../shared/fieldpath/value.ts";
import type { Part } from "./openFile.ts";
import type { Readings } from "./readings.ts";

/** The values that these documents give the object of this id, in text order. */
export function valuesIn(parts: readonly Part[], id: string, readings: Readings): readonly Value[] {
  const index = indexes.get(parts) ?? indexOf(parts, readings);
  indexes.set(parts, index);
  return (index.get(id) ?? []).flatMap((part) => {
    const { objects } = readings.summary(part);
    return readings
      .document(part)
      .objects.filter((_, item) => objects[item]?.id === id)
      .map(({ value }) => value);
  });
}

const indexes = new WeakMap<readonly Part[], ReadonlyMap<string, readonly Part[]>>();

function indexOf(parts: readonly Part[], readings: Readings): ReadonlyMap<string, readonly Part[]> {
  const index = new Map<string, Part[]>();
  for (const part of parts) {
    for (const { id } of readings.summary(part).objects) {
      const known = index.get(id);
      if (known === undefined) index.set(id, [part]);
      else known.push(part);
    }
  }
  return index;
}
