/**
 * Verifications of open files' objects on their servers, and the lens that offers one and tells how it came out.
 * Invariant: a result is shown as long as the text, the live object and the applier are those that it is about, and no longer.
 */

import type { Range } from "../../shared/manifest/model.ts";
import type { PlannedDryRun } from "../../shared/messages.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import type { Verification } from "../../shared/ownership/verification.ts";
import * as words from "../../shared/ownership/words/verifying.ts";
import type { Cluster } from "../cluster/ports.ts";
import { verificationText } from "../features/verificationText.ts";
import type { Analysis } from "./analysis.ts";
import type { PlacedObject } from "./appliers.ts";
import type { LiveStore } from "./liveStore.ts";
import type { OpenFile, Part } from "./openFile.ts";
import { moved } from "./placing.ts";
import { isCompared } from "./readings.ts";
import { type VerifyPlan, type VerifySubject, verifyOnServer, verifyPlan } from "./verifying.ts";

/** What stands above an object: "Verify on server", or how that came out. */
export interface PlacedLens {
  /** The object's place in the file. */
  readonly range: Range;
  readonly title: string;
}

/** How a verification came out, in words. */
export interface VerifyReport {
  /** `failed`: there was no answer to compare. */
  readonly outcome: Verification["outcome"] | "failed";
  /** Whether the server would take the apply; undefined where it was not asked. */
  readonly accepted: boolean | undefined;
  readonly summary: string;
  /** One finished sentence per difference. */
  readonly details: readonly string[];
}

export interface Verifications {
  lensesOf(file: OpenFile): readonly PlacedLens[];
  plan(object: PlacedObject): Promise<VerifyPlan>;
  /** Sends the dry run, once at a time per object, provided that it is still what the person agreed to. */
  run(object: PlacedObject, agreed: PlannedDryRun): Promise<VerifyReport>;
  /** Verifies the objects of a file that were not since they changed. */
  runAll(file: OpenFile): Promise<void>;
  dispose(): void;
}

export interface VerificationsOptions {
  readonly analysis: Analysis;
  readonly live: LiveStore;
  /** Undefined: no cluster may be asked. */
  readonly cluster: () => Promise<Cluster> | undefined;
  /** Of one file at a time. */
  readonly mostObjects: number;
  readonly onChange: (uri: string) => void;
}

interface Known {
  /** What it is about, besides the text. */
  readonly stamp: string;
  /** Undefined while it is under way. */
  readonly report: VerifyReport | undefined;
  readonly done: Promise<VerifyReport>;
}

export function createVerifications({ analysis, live, cluster, mostObjects, onChange }: VerificationsOptions): Verifications {
  const known = new WeakMap<Part, Map<number, Known>>();
  const shown = new WeakMap<OpenFile, readonly (readonly PlacedLens[])[]>();
  const stop = new AbortController();

  const stampOf = (object: PlacedObject): string =>
    stampText(live.version(object.file.target, object.summary.key), analysis.snapshot(object));

  /** Those of a file that a server could be asked about. */
  function objectsOf(file: OpenFile): readonly PlacedObject[] {
    const all = file.parts.flatMap((part) => analysis.objects(file, part));
    return all.filter((object) => isCompared(object.summary, file.role) && isOnServer(object)).slice(0, mostObjects);
  }

  function isOnServer({ file, summary }: PlacedObject): boolean {
    const answer = live.answer(file.target, summary.key);
    return (answer.state === "live" || answer.state === "absent") && answer.source.from === "cluster";
  }

  function knownOf(object: PlacedObject): Known | undefined {
    const found = known.get(object.part)?.get(object.item);
    return found !== undefined && found.stamp === stampOf(object) ? found : undefined;
  }

  function subjectOf(object: PlacedObject): VerifySubject | undefined {
    const snapshot = analysis.snapshot(object);
    const { file, item, summary } = object;
    return snapshot && { snapshot, item, key: summary.key, target: file.target };
  }

  async function send(object: PlacedObject, isWanted: (plan: VerifyPlan) => boolean): Promise<VerifyReport> {
    const subject = subjectOf(object);
    const room = await cluster();
    if (subject === undefined || room === undefined) return failed(words.notOfCluster);
    const plan = verifyPlan(subject, room.describe(subject.target));
    if ("problem" in plan) return failed(plan.problem);
    if (!isWanted(plan)) return failed(words.changedMeanwhile);
    const result = await verifyOnServer(subject, room, stop.signal);
    if ("problem" in result) return failed(result.problem);
    const { outcome, answer } = result.verification;
    return { outcome, accepted: answer.kind === "accepted", ...verificationText(result.verification) };
  }

  function start(object: PlacedObject, isWanted: (plan: VerifyPlan) => boolean): Promise<VerifyReport> {
    const { part, item, file } = object;
    const stamp = stampOf(object);
    const running = knownOf(object);
    if (running !== undefined && running.report === undefined) return running.done;
    const ofPart = known.get(part) ?? new Map<number, Known>();
    known.set(part, ofPart);
    const done = send(object, isWanted).then((report) => {
      ofPart.set(item, { stamp, report, done });
      onChange(file.uri);
      return report;
    });
    ofPart.set(item, { stamp, report: undefined, done });
    onChange(file.uri);
    return done;
  }

  /** Lines that come and go would move the text under the fingers: what does not parse for the moment keeps the lenses it had. */
  function lensesOf(file: OpenFile): readonly PlacedLens[] {
    const objects = objectsOf(file);
    const before = shown.get(file) ?? [];
    const now = file.parts.map((part, index) => {
      if (part.summary?.kind === "broken") return before[index] ?? [];
      const own = objects.filter((object) => object.part === part);
      return own.map((object) => ({ range: object.summary.range, title: titleOf(knownOf(object)) }));
    });
    shown.set(file, now);
    return file.parts.flatMap(({ start }, index) => (now[index] ?? []).map((lens) => ({ ...lens, range: moved(lens.range, start) })));
  }

  return {
    lensesOf,
    async plan(object) {
      const subject = subjectOf(object);
      const room = await cluster();
      if (subject === undefined || room === undefined) return { problem: words.notOfCluster };
      return verifyPlan(subject, room.describe(subject.target));
    },
    run: (object, agreed) => start(object, (plan) => JSON.stringify(plan) === JSON.stringify(agreed)),
    async runAll(file) {
      for (const object of objectsOf(file)) if (knownOf(object) === undefined) await start(object, () => true);
    },
    dispose() {
      stop.abort();
    },
  };
}

/** Equal as long as what is compared is, the text aside. */
function stampText(liveVersion: string, found: Snapshot | undefined): string {
  return JSON.stringify([liveVersion, found?.as, found?.namespaceTrouble]);
}

/** There was nothing to compare. */
export function failed(problem: string): VerifyReport {
  return { outcome: "failed", accepted: undefined, summary: words.notVerified(problem), details: [] };
}

function titleOf(found: Known | undefined): string {
  if (found === undefined) return words.lensTitle;
  const { report } = found;
  if (report === undefined) return words.lensRunning;
  if (report.outcome !== "agrees") return words.lensTitles[report.outcome];
  return report.accepted ? words.lensAccepted : words.lensRefused;
}
