/** `check`: what an apply of these files would be refused for, and where. */
import { lineIndex } from "../../shared/manifest/lineIndex.ts";
import { parseDocument } from "../../shared/manifest/parseDocument.ts";
import { splitDocuments } from "../../shared/manifest/splitDocuments.ts";
import type { LiveAnswer } from "../../shared/ownership/snapshot.ts";
import * as words from "../../shared/ownership/words/commandLine.ts";
import { customKindsIn } from "../files/customKinds.ts";
import type { Session } from "../session/model.ts";
import type { CheckOptions } from "./arguments.ts";
import type { CheckedFile } from "./checked.ts";
import type { Environment } from "./environment.ts";
import { exitCodes } from "./exitCodes.ts";
import { givenKinds } from "./givenKinds.ts";
import { type Input, readInputs } from "./inputs.ts";
import { jsonReport } from "./jsonReport.ts";
import { notes } from "./notes.ts";
import { openSession, savedFiles } from "./openSession.ts";
import { paint } from "./paint.ts";
import { printable } from "./printable.ts";
import { ruleTops } from "./ruleTops.ts";
import { secretValues } from "./secretValues.ts";
import { textReport } from "./textReport.ts";
import { verifyObjects } from "./verifyObjects.ts";

/** Checks, prints and returns the exit code. */
export async function check(options: CheckOptions, environment: Environment): Promise<number> {
  const reading = { ...environment, recursive: options.recursive };
  const manifests = await readInputs(options.inputs, reading);
  const saved = await readInputs(options.live === undefined ? [] : [options.live], reading);
  const definitions = await givenKinds(options.crds, reading);
  const unread = [...manifests.problems, ...saved.problems, ...definitions.problems];
  for (const problem of unread) environment.stderr(`${words.error(problem)}\n`);
  if (saved.problems.length + definitions.problems.length > 0 || manifests.inputs.length === 0) return exitCodes.usage;

  const tops = ruleTops(
    manifests.inputs.map((input) => input.path),
    environment.cwd,
  );
  // What is applied together with its definition is judged by it.
  const customKinds = [...definitions.kinds, ...manifests.inputs.flatMap(({ text }) => customKindsIn(text).kinds)];
  const session = openSession(options, { ...(await savedFiles(options, environment.cwd)), tops, customKinds }, environment);
  const verify = options.verify ? environment : undefined;
  const files = await checkInputs(session, manifests.inputs, verify).finally(() => session.dispose());
  const malformed = malformedSaved(files, saved.inputs);
  for (const line of [...malformed, ...notes(files, options.live)]) environment.stderr(`${line}\n`);
  environment.stdout(
    options.output === "json"
      ? `${JSON.stringify(jsonReport(files), null, 2)}\n`
      : textReport(files, paint(isColored(options, environment))),
  );
  return unread.length + malformed.length > 0 ? exitCodes.usage : exitCodeOf(files, options);
}

/** All are opened before the first question: who applies is found out from the folder as a whole too. */
async function checkInputs(session: Session, inputs: readonly Input[], verify: Environment | undefined): Promise<CheckedFile[]> {
  for (const { name, path, text } of inputs) session.open({ uri: name, path, text, version: 1 });
  session.setVisible(inputs.map(({ name }) => name));
  // What all of them say of who applies may raise further questions.
  for (let round = 0; round < 2; round++) await Promise.all(inputs.map(({ name }) => session.settled(name)));
  const files: CheckedFile[] = [];
  for (const input of inputs) files.push(await checkedFile(session, input, verify));
  return files;
}

async function checkedFile(session: Session, { name, text }: Input, verify: Environment | undefined): Promise<CheckedFile> {
  const findings = await session.diagnosticsOf(name);
  const skipped = await session.skippedOf(name);
  const objects = await session.objectsOf(name);
  return {
    name,
    lines: lineIndex(text),
    findings: findings.toSorted((a, b) => a.range.start - b.range.start),
    objects: verify === undefined ? objects : await verifyObjects(session, name, objects, verify),
    skipped,
    warnings: session.ruleWarningsOf(name),
    hidden: secretValues(await session.snapshotsOf(name), skipped, text),
  };
}

/** Only where an object was not found among the saved ones is it worth knowing whether all of them could be read. */
function malformedSaved(files: readonly CheckedFile[], saved: readonly Input[]): string[] {
  if (!files.some(({ objects }) => objects.some(({ live }) => live.state === "off"))) return [];
  return saved.flatMap(({ name, text }) =>
    splitDocuments(text)
      .map((document) => parseDocument(document.text))
      .filter(({ kind }) => kind === "broken")
      .map(({ problems }) => words.error(words.cannotReadAll(printable(name), printable(problems[0]?.message ?? words.doesNotParse)))),
  );
}

function isColored({ color }: CheckOptions, { terminal, variables }: Environment): boolean {
  if (color !== "auto") return color === "always";
  return terminal && !variables.NO_COLOR && variables.TERM !== "dumb";
}

function exitCodeOf(files: readonly CheckedFile[], options: CheckOptions): number {
  if (files.some(({ skipped }) => skipped.some(({ broken }) => broken))) return exitCodes.usage;
  if (files.some(({ findings }) => findings.some(({ severity }) => severity === "error"))) return exitCodes.findings;
  const verified = files.flatMap(({ objects }) => objects.flatMap((object) => object.verified ?? []));
  if (verified.some(({ accepted }) => accepted === false)) return exitCodes.findings;
  // Where saved objects were given nobody was to be asked; else even a missing kubeconfig leaves a question open.
  const unanswered = options.live === undefined && files.some(({ objects }) => objects.some(({ live }) => isUnanswered(live)));
  return unanswered || verified.some(({ outcome }) => outcome === "failed") ? exitCodes.unreachable : exitCodes.clean;
}

function isUnanswered({ state }: LiveAnswer): boolean {
  return ["denied", "signedOut", "unreachable", "slow", "pending", "off"].includes(state);
}
