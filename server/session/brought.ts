/** What the documents of some files bring into a cluster and other objects need: namespaces and kinds. */
import type { OpenFile } from "./openFile.ts";
import type { Readings } from "./readings.ts";

/** See `ObjectSummary.brings`. */
export type Brought = ReadonlySet<string>;

export function broughtBy(files: readonly OpenFile[], readings: Readings): Brought {
  const brought = new Set<string>();
  for (const { parts, role } of files) {
    if (role.kind !== "manifest") continue;
    for (const part of parts) for (const { brings } of readings.summary(part).objects) for (const id of brings) brought.add(id);
  }
  return brought;
}
