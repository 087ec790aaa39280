/**
 * Who applies a manifest, by order of precedence: a comment in the file, then what is configured for it, then what inference found.
 */
import type { ManifestObject } from "../manifest/model.ts";
import { forces, wayOf } from "./deployers.ts";
import type { Vote } from "./inferApplier.ts";
import type { Applier, ApplyWith } from "./snapshot.ts";
import { byComment } from "./words/evidence.ts";

/** What is configured of who applies a file; undefined where nothing is said. */
export interface ConfiguredApplier {
  readonly manager: string | undefined;
  readonly with: ApplyWith | undefined;
  readonly force: boolean | undefined;
  /** Whether the manager sends more than the file says of its objects. */
  readonly partial: boolean | undefined;
  /** Where the manager is from. */
  readonly evidence: string;
}

/** The applier that every prediction rests on. `inferred` may be kept over many versions of the text; this is cheap. */
export function chooseApplier(directives: ManifestObject["directives"], configured: ConfiguredApplier, inferred: Applier): Applier {
  const commented = directives.manager;
  const explicit = commented ?? configured.manager;
  const manager = explicit ?? (inferred.decided ? inferred.manager : undefined);
  if (manager === undefined) return inferred;

  const known = inferred.decided && inferred.manager === manager ? inferred.with : undefined;
  const way = wayFrom(directives.applyWith) ?? configured.with ?? known ?? wayOf(manager);
  return {
    decided: true,
    manager,
    with: way,
    force: way === "server-side" && configured.force !== undefined ? configured.force : forces(manager, way),
    inferred: explicit === undefined,
    ...(configured.partial !== undefined && { partial: configured.partial }),
    evidence: explicit === undefined ? inferred.evidence : commented === undefined ? configured.evidence : byComment,
  };
}

/** What most objects of a folder say, each inferred on its own: at least three that decide, four fifths of them equal. */
export function folderVote(appliers: readonly Applier[]): Vote | undefined {
  const decided = appliers.filter((applier) => applier.decided);
  if (decided.length < 3) return undefined;
  for (const { manager, with: way } of decided) {
    const agreeing = decided.filter((other) => other.manager === manager && other.with === way).length;
    if (agreeing / decided.length >= 0.8) return { manager, with: way, agreeing, of: decided.length };
  }
  return undefined;
}

function wayFrom(text: string | undefined): ApplyWith | undefined {
  return text === "server-side" || text === "client-side" || text === "helm3" ? text : undefined;
}
