/**
 * Who applies the objects of the open files. What inference found is kept until the live object's managers change: it rests on the
 * saved text, not on the buffer, and must not flicker while somebody types.
 */

import { asAnnotated } from "../../shared/ownership/annotations.ts";
import { chooseApplier, folderVote } from "../../shared/ownership/applier.ts";
import { inferApplier, type Vote } from "../../shared/ownership/inferApplier.ts";
import type { Applier, LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { Kinds } from "./kinds.ts";
import type { LiveStore } from "./liveStore.ts";
import type { OpenFile, Part } from "./openFile.ts";
import type { ObjectSummary, Readings } from "./readings.ts";
import { valuesIn } from "./valuesIn.ts";

export interface Appliers {
  /** The applier of an object of the file; `vote` is what its folder says. */
  of(object: PlacedObject, vote: Vote | undefined): Applier;
  /** Whether the folder's vote matters to the object. */
  isOpen(object: PlacedObject): boolean;
  /** What the objects of these files say, each on its own, as far as they were looked at. */
  vote(files: readonly OpenFile[]): Vote | undefined;
  /** Grows with every object that something was inferred for. */
  inferences(): number;
}

/** One object in its document in its file. */
export interface PlacedObject {
  readonly file: OpenFile;
  readonly part: Part;
  /** Index of the object in the document. */
  readonly item: number;
  readonly summary: ObjectSummary;
}

/** What was inferred for one object of one file. */
interface Inferred {
  readonly applier: Applier;
  readonly liveVersion: string;
  /** The live object's managers; undefined while there is none. */
  readonly managers: string | undefined;
  /** The saved text it rests on; undefined where the object stands in the buffer only. */
  readonly savedParts: readonly Part[] | undefined;
}

export interface AppliersOptions {
  readonly live: LiveStore;
  readonly kinds: Kinds;
  readonly readings: Readings;
}

export function createAppliers({ live, kinds, readings }: AppliersOptions): Appliers {
  const inferred = new WeakMap<OpenFile, Map<string, Inferred>>();
  let inferences = 0;

  function own(object: PlacedObject): Inferred {
    const { file, summary } = object;
    const ofFile = inferred.get(file) ?? new Map<string, Inferred>();
    inferred.set(file, ofFile);
    const known = ofFile.get(summary.id);
    const liveVersion = live.version(file.target, summary.key);
    if (known?.liveVersion === liveVersion && (known.applier.decided || known.savedParts === file.savedParts)) return known;
    const answer = live.answer(file.target, summary.key);
    const managers = managersOf(answer);
    const sticks = known?.applier.decided === true && known.managers === managers;
    const fresh = sticks ? { ...known, liveVersion } : { ...infer(object, answer, undefined), liveVersion, managers };
    ofFile.set(summary.id, fresh);
    if (!sticks) inferences++;
    return fresh;
  }

  function infer(object: PlacedObject, answer: LiveAnswer, vote: Vote | undefined): Pick<Inferred, "applier" | "savedParts"> {
    const { apiVersion, kind } = object.summary.key;
    const saved = valuesIn(object.file.savedParts, object.summary.id, readings);
    const objects = saved.length > 0 ? saved : [readings.document(object.part).objects[object.item]?.value ?? null];
    const applier = inferApplier({
      objects,
      live: answer.state === "live" ? answer.live : undefined,
      kind: kinds.info(object.file.target, apiVersion, kind),
      vote,
    });
    return { applier, savedParts: saved.length > 0 ? object.file.savedParts : undefined };
  }

  return {
    of(object, vote) {
      const { file, summary } = object;
      const found = own(object).applier;
      const applier = found.decided || vote === undefined ? found : infer(object, live.answer(file.target, summary.key), vote).applier;
      const directives = { ...file.head, ...summary.directives };
      const chosen = chooseApplier(directives, file.applier, applier);
      const answer = live.answer(file.target, summary.key);
      const manifest = readings.document(object.part).objects[object.item]?.value ?? null;
      const isWaySaid = directives.applyWith !== undefined || file.applier.with !== undefined;
      return asAnnotated(chosen, manifest, answer.state === "live" ? answer.live.object : undefined, isWaySaid ? "said" : "found");
    },
    isOpen: (object) => !own(object).applier.decided,
    vote: (files) => folderVote(files.flatMap((file) => [...(inferred.get(file)?.values() ?? [])].map(({ applier }) => applier))),
    inferences: () => inferences,
  };
}

/** Who writes the live object, as far as it matters to who applies it: times and fields change with every write. */
function managersOf(answer: LiveAnswer): string | undefined {
  if (answer.state !== "live") return undefined;
  const names = answer.live.managedFields.map(({ manager, operation, subresource }) => `${manager}/${operation}/${subresource}`);
  return names.sort().join("\n");
}
