import { drop, type Removal } from "../../shared/manifest/dropFields.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import type { Offer } from "./fix.ts";

/** An offer that takes these out of the text, undefined where that cannot be done as text; its edits are worked out when they are asked for. */
export function removing({ object, kind }: Snapshot, removes: readonly Removal[], about: Omit<Offer, "edits">): Offer | undefined {
  const dropped = drop(object, removes, kind.type);
  if (removes.length === 0 || dropped.refused.length > 0) return undefined;
  return {
    ...about,
    removes,
    get edits() {
      return dropped.edits;
    },
  };
}
