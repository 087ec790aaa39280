/** The questions about open files, as the session answers them: each about the newest text, with everything found out about it. */
import { readPathRules } from "../../shared/manifest/pathRules.ts";
import * as reaching from "../../shared/ownership/words/reaching.ts";
import * as verifying from "../../shared/ownership/words/verifying.ts";
import type { Analysis } from "./analysis.ts";
import { findingsOf, fixAllOf, fixesOf, hoverOf, objectAt, reportsOf, snapshotsIn } from "./answers.ts";
import type { Clusters } from "./clusters.ts";
import type { Session } from "./model.ts";
import type { OpenFile } from "./openFile.ts";
import type { OpenFiles } from "./openFiles.ts";
import { isCompared } from "./readings.ts";
import { skippedIn } from "./skipping.ts";
import type { SnapshotSources } from "./snapshots.ts";
import { createStatuses } from "./statusText.ts";
import { failed, type Verifications } from "./verifications.ts";

/** The longest that a hover waits for a live object. */
const hoverWaitMs = 250;

export type Questions = Pick<
  Session,
  | "diagnosticsOf"
  | "objectsOf"
  | "skippedOf"
  | "snapshotsOf"
  | "hoverAt"
  | "fixesAt"
  | "fixAllOf"
  | "lensesOf"
  | "verifyPlanAt"
  | "verifyAt"
  | "ruleWarningsOf"
  | "rulesProblemsOf"
  | "statusOf"
  | "targetOf"
>;

export interface QuestionsOptions {
  readonly open: OpenFiles;
  readonly analysis: Analysis;
  readonly sources: SnapshotSources;
  readonly verifications: Verifications;
  readonly clusters: Clusters;
  /** Until nothing on disk is being read. */
  readonly ready: () => Promise<void>;
}

export function createQuestions({ open, analysis, sources, verifications, clusters, ready }: QuestionsOptions): Questions {
  const { live, readings } = sources;
  const statuses = createStatuses(analysis, readings);

  /** The file with everything found out about its newest text. */
  async function upToDate(uri: string): Promise<OpenFile | undefined> {
    await ready();
    const file = open.get(uri);
    if (file !== undefined) await analysis.bringUpToDate(file);
    return open.get(uri) === file ? file : undefined;
  }

  async function ofFile<T>(uri: string, none: T, answer: (file: OpenFile) => T | Promise<T>): Promise<T> {
    const file = await upToDate(uri);
    return file === undefined ? none : answer(file);
  }

  return {
    diagnosticsOf: (uri) => ofFile(uri, [], findingsOf),
    objectsOf: (uri) => ofFile(uri, [], (file) => reportsOf(analysis, file)),
    skippedOf: (uri) => ofFile(uri, [], (file) => file.parts.flatMap((part) => skippedIn(readings, file, part))),
    snapshotsOf: (uri) => ofFile(uri, [], (file) => snapshotsIn(analysis, file)),
    fixesAt: (uri, range) => ofFile(uri, [], (file) => fixesOf(analysis, sources, file, range)),
    fixAllOf: (uri) => ofFile(uri, undefined, (file) => fixAllOf(analysis, sources, file)),
    statusOf: (uri) => ofFile(uri, undefined, statuses.of),
    async hoverAt(uri, offset) {
      await ready();
      const file = open.get(uri);
      const object = file && objectAt(analysis, file, offset);
      if (file === undefined || object === undefined) return undefined;
      const { version } = file;
      if (isCompared(object.summary, file.role) && live.answer(file.target, object.summary.key).state === "pending") {
        await Promise.race([live.ask(file.target, object.summary.key, true), new Promise((resolve) => setTimeout(resolve, hoverWaitMs))]);
      }
      return open.get(uri) === file && file.version === version ? hoverOf(analysis, sources, object, offset) : undefined;
    },
    async lensesOf(uri) {
      const file = open.get(uri);
      return file === undefined ? [] : verifications.lensesOf(file);
    },
    verifyPlanAt: (uri, offset) =>
      ofFile(uri, { problem: verifying.noObjectHere }, (file) => {
        const object = objectAt(analysis, file, offset);
        return object === undefined ? { problem: verifying.noObjectHere } : verifications.plan(object);
      }),
    verifyAt: (uri, offset, agreed) =>
      ofFile(uri, failed(verifying.noObjectHere), (file) => {
        const object = objectAt(analysis, file, offset);
        return object === undefined ? failed(verifying.noObjectHere) : verifications.run(object, agreed);
      }),
    ruleWarningsOf: (uri) => open.get(uri)?.ruleWarnings ?? [],
    async rulesProblemsOf(uri) {
      const file = open.get(uri);
      return file?.role.kind === "rules" ? readPathRules(file.text).problems : [];
    },
    async targetOf(uri) {
      const file = open.get(uri);
      return file === undefined ? { problem: reaching.notOpen } : clusters.targetOf(file.target);
    },
  };
}
