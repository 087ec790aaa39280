/** `check`: what an apply of these files would be refused for, and where. */

import { stat } from "node:fs/promises";
import path from "node:path";
import { lineIndex } from "../../shared/manifest/lineIndex.ts";
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import { type Settings, settings } from "../../shared/settings.ts";
import { createFiles, type FilesOptions } from "../files/files.ts";
import type { Session } from "../session/model.ts";
import { createSession } from "../session/session.ts";
import type { CheckOptions } from "./arguments.ts";
import type { CheckedFile } from "./checked.ts";
import type { Environment } from "./environment.ts";
import { exitCodes } from "./exitCodes.ts";
import { extensions, type Input, readInputs } from "./inputs.ts";
import { jsonReport } from "./jsonReport.ts";
import { notes } from "./notes.ts";
import { paint } from "./paint.ts";
import { secretValues } from "./secretValues.ts";
import { textReport } from "./textReport.ts";

/** Checks, prints and returns the exit code. */
export async function check(options: CheckOptions, environment: Environment): Promise<number> {
  const live = await liveFiles(options, environment.cwd);
  const { inputs, problems } = await readInputs(options.inputs, { ...environment, recursive: options.recursive });
  const wrong = [...problems, ...("problem" in live ? [live.problem] : [])];
  for (const problem of wrong) environment.stderr(`error: ${problem}\n`);
  if ("problem" in live || inputs.length === 0) return exitCodes.usage;

  const files = await checkInputs(inputs, options, live, environment);
  for (const note of notes(files)) environment.stderr(`${note}\n`);
  environment.stdout(
    options.output === "json"
      ? `${JSON.stringify(jsonReport(files), null, 2)}\n`
      : textReport(files, paint(isColored(options, environment))),
  );
  return wrong.length > 0 ? exitCodes.usage : exitCodeOf(files, options);
}

async function checkInputs(
  inputs: readonly Input[],
  options: CheckOptions,
  live: FilesOptions,
  environment: Environment,
): Promise<readonly CheckedFile[]> {
  const session = createSession({
    settings: settingsOf(options, live),
    trusted: true,
    files: createFiles(live),
    ...(options.live === undefined ? { cluster: environment.cluster } : {}),
    now: environment.now,
    quietMs: 0,
    objectsPerFile: Number.POSITIVE_INFINITY,
  });
  try {
    // All before the first question: who applies is also found out from the folder as a whole.
    for (const { name, path, text } of inputs) session.open({ uri: name, path, text, version: 1 });
    session.setVisible(inputs.map(({ name }) => name));
    const files: CheckedFile[] = [];
    for (const input of inputs) {
      await session.settled(input.name);
      files.push(await checkedFile(session, input));
    }
    return files;
  } finally {
    session.dispose();
  }
}

async function checkedFile(session: Session, { name, text }: Input): Promise<CheckedFile> {
  const findings = await session.diagnosticsOf(name);
  const skipped = await session.skippedOf(name);
  return {
    name,
    lines: lineIndex(text),
    findings: findings.toSorted((a, b) => a.range.start - b.range.start),
    objects: await session.objectsOf(name),
    skipped,
    hidden: secretValues(await session.snapshotsOf(name), skipped, text),
  };
}

function settingsOf(options: CheckOptions, live: FilesOptions): Settings {
  return {
    "apply.manager": options.fieldManager ?? settings["apply.manager"].default,
    "apply.with": settings["apply.with"].default,
    "apply.force": options.forceConflicts ? "on" : settings["apply.force"].default,
    "live.files": live.liveGlobs,
    "cluster.enabled": options.live === undefined,
    "cluster.kubeconfig": options.kubeconfig ?? "",
    "cluster.context": options.context ?? "",
    "cluster.namespace": options.namespace ?? "",
  };
}

/** `--live` as the globs of saved live objects. */
async function liveFiles({ live, recursive }: CheckOptions, cwd: string): Promise<FilesOptions | { readonly problem: string }> {
  if (live === undefined) return { roots: [cwd], liveGlobs: [] };
  const given = path.resolve(cwd, live);
  try {
    if (!(await stat(given)).isDirectory()) return { roots: [path.dirname(given)], liveGlobs: [path.basename(given)] };
    return { roots: [given], liveGlobs: extensions.map((extension) => `${recursive ? "**/" : ""}*${extension}`) };
  } catch {
    return { problem: `cannot read ${live}: no such file or folder` };
  }
}

function isColored({ color }: CheckOptions, { terminal, variables }: Environment): boolean {
  if (color !== "auto") return color === "always";
  return terminal && !variables.NO_COLOR && variables.TERM !== "dumb";
}

function exitCodeOf(files: readonly CheckedFile[], { live: saved }: CheckOptions): number {
  if (files.some(({ skipped }) => skipped.some(({ broken }) => broken))) return exitCodes.usage;
  if (files.some(({ findings }) => findings.some(({ severity }) => severity === "error"))) return exitCodes.findings;
  const unanswered = files.some(({ objects }) => objects.some(({ live }) => isUnanswered(live, saved !== undefined)));
  return unanswered ? exitCodes.unreachable : exitCodes.clean;
}

/** Nobody was to be asked where saved objects were given; else even a missing kubeconfig leaves a question open. */
function isUnanswered({ state }: LiveAnswer, saved: boolean): boolean {
  return !saved && ["denied", "signedOut", "unreachable", "slow", "pending", "off"].includes(state);
}
