/** The snapshot of an object: everything that is known of it now, frozen. */
import type { Vote } from "../../shared/ownership/inferApplier.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import type { Appliers, PlacedObject } from "./appliers.ts";
import type { Kinds } from "./kinds.ts";
import type { LiveStore } from "./liveStore.ts";
import { isCompared, type Readings } from "./readings.ts";
import { valuesIn } from "./valuesIn.ts";

export interface SnapshotSources {
  readonly live: LiveStore;
  readonly kinds: Kinds;
  readonly readings: Readings;
  readonly appliers: Appliers;
  readonly now: () => number;
}

/** Undefined where the object is not compared with a live object. */
export function snapshotOf(sources: SnapshotSources, object: PlacedObject, vote: Vote | undefined): Snapshot | undefined {
  const { file, part, item, summary } = object;
  if (!isCompared(summary, file.role)) return undefined;
  const document = sources.readings.document(part);
  const own = document.objects[item];
  if (own === undefined) return undefined;
  const kind = sources.kinds.info(file.target, own.apiVersion, own.kind);
  const live = sources.live.answer(file.target, summary.key);
  const { earlierParts } = file;
  return {
    document,
    object: own,
    kind,
    live,
    as: sources.appliers.of(object, vote),
    earlier: () => earlierParts.flatMap((parts) => valuesIn(parts, summary.id, sources.readings)),
    now: sources.now(),
    levels: file.levels,
    ignores: file.ignores,
    names: file.names,
  };
}
