/** What a person may want to do from a hover, besides the fixes of its findings. Invariant: only what applies to what the hover shows. */
import { holdsPlaceholder } from "../../shared/manifest/placeholders.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";

export type HoverAction = "verify" | "refresh" | "connect";

/** The actions for an object, or for one field of it. */
export function hoverActions({ live, as, object }: Snapshot, of: "object" | "field"): readonly HoverAction[] {
  switch (live.state) {
    case "off":
      return live.connect === undefined ? [] : ["connect"];
    case "live":
    case "absent": {
      if (live.source.from !== "cluster") return [];
      if (live.state === "live" && live.stale !== undefined) return ["refresh"];
      if (of === "field") return [];
      const isVerifiable = as.decided && as.with === "server-side" && !holdsPlaceholder(object);
      return isVerifiable ? ["verify", "refresh"] : ["refresh"];
    }
    case "denied":
    case "signedOut":
    case "unreachable":
    case "slow":
    case "noSuchKind":
      return ["refresh"];
    default:
      return [];
  }
}
