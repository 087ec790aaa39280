/**
 * A case is a folder of test/data/cases: `manifest.yaml` (or .json), `live.yaml` (what the cluster has; none: 404), `meta.yaml` (who applies,
 * and with force or not; offline or not) and `shows.txt`: questions, each with the whole answer.
 *
 *     //- findings            each with its line, the marked part in brackets, what is related and its fixes, the preferred with a star
 *     //- skipped             documents that are passed over, and why
 *     //- server says         the refusal that is foretold, byte for byte
 *     //- afterwards PATH     the value and the owners there, where the apply is accepted
 *     //- fix TITLE           the text after it, or the case that has this text
 *     //- all that is safe    the text after the source action, the same way
 *     //- hover PART|OF TEXT  the hover where the bar stands; the part without the bar is the first such of the manifest
 *     //- status              of the file, as the status bar has it and its tooltip
 *
 * Invariant: answers come from a session with a played cluster that knows the built-in kinds and those of caseKinds.yaml, as an editor gets
 * them; offline from one with a saved live object and those definitions in the workspace.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Cluster, ClusterKind, ObjectKey } from "../../server/cluster/ports.ts";
import { customKindsIn } from "../../server/files/customKinds.ts";
import type { PlacedFinding, PlacedFix, Session } from "../../server/session/model.ts";
import type { DecodedObject } from "../../shared/apply/model.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { has as holds, pathsOf } from "../../shared/fieldpath/set.ts";
import { isList, isMap, stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { lineIndex } from "../../shared/manifest/lineIndex.ts";
import type { Range } from "../../shared/manifest/model.ts";
import { type LeafKind, leavesOf } from "../../shared/ownership/fileLeaves.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { listed, ownerName, shortValue } from "../../shared/ownership/words.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import { valueAtPath } from "../../shared/typed/atPath.ts";
import { applied } from "../support/check.ts";
import { liveCluster } from "../support/liveCluster.ts";
import { type SessionFixture, startSession } from "../support/session.ts";
import { now, objectOf } from "../support/snapshots.ts";

const root = path.resolve(import.meta.dirname, "../data/cases");

/** All cases, by the name of their folder. */
export const cases: readonly string[] = readdirSync(root).filter((id) => has(id, "shows.txt"));

/** A file of a case. */
export function readCase(id: string, file: string): string {
  return readFileSync(path.join(root, id, file), "utf8");
}

/** Who applies the manifest of a case, and with force or not. */
export function applierOf(id: string): { readonly manager: string; readonly force: boolean; readonly offline: boolean } {
  const meta = readCase(id, "meta.yaml");
  const manager = /^manager: (.+)$/m.exec(meta)?.[1] ?? "";
  return { manager, force: meta.includes("force: true"), offline: meta.includes("offline: true") };
}

/** The page of a case, with the answers that are given now. */
export async function pageOf(id: string): Promise<string> {
  const uri = has(id, "manifest.json") ? "manifest.json" : "manifest.yaml";
  const text = readCase(id, uri);
  const { session, open } = sessionOf(id);
  try {
    open(uri, text);
    session.setVisible([uri]);
    // The first question has definitions in the workspace looked for.
    await session.diagnosticsOf(uri);
    await session.settled(uri);
    const questions = [...readCase(id, "shows.txt").matchAll(/^\/\/- (.*)$/gm)].map(([, question = ""]) => question);
    const answers: string[] = [];
    for (const question of questions) answers.push(`//- ${question}\n${await answerTo(question, { session, uri, text, id })}`);
    return `${answers.join("\n")}\n`;
  } finally {
    session.dispose();
  }
}

interface Asked {
  readonly session: Session;
  readonly uri: string;
  readonly text: string;
  readonly id: string;
}

async function answerTo(question: string, asked: Asked): Promise<string> {
  const { session, uri, text } = asked;
  const [, word = "", rest = ""] = /^(server says|all that is safe|\w+) ?(.*)$/.exec(question) ?? [];
  switch (word) {
    case "findings":
      return listOf(await Promise.all((await session.diagnosticsOf(uri)).map((finding) => findingText(finding, asked))));
    case "skipped":
      return listOf((await session.skippedOf(uri)).map(({ range, reason }) => `from line ${lineAt(text, range.start)}: ${reason}`));
    case "server says":
      return listOf((await session.objectsOf(uri)).flatMap(({ serverMessage }) => serverMessage ?? []));
    case "afterwards":
      return listOf((await session.snapshotsOf(uri)).map(({ snapshot }) => afterwardsAt(snapshot, rest)));
    case "fix":
      return afterFix(rest, asked);
    case "all that is safe":
      return textAfter(await session.fixAllOf(uri), asked);
    case "hover": {
      const at = text.indexOf(rest.replace("|", ""));
      if (at < 0 || !rest.includes("|")) throw new Error(`no place ${rest}`);
      return (await session.hoverAt(uri, at + rest.indexOf("|")))?.markdown.replaceAll("  \n", "\n") ?? "none";
    }
    case "status": {
      const status = await session.statusOf(uri);
      return status === undefined ? "none" : `${status.text}\n${status.tooltip.replaceAll("  \n", "\n").trimEnd()}`;
    }
    default:
      throw new Error(`no such question: ${question}`);
  }
}

function listOf(lines: readonly string[]): string {
  return lines.length === 0 ? "none" : lines.join("\n");
}

async function afterFix(wanted: string, asked: Asked): Promise<string> {
  const { session, uri } = asked;
  const offered = (await Promise.all((await session.diagnosticsOf(uri)).map(({ range }) => session.fixesAt(uri, range)))).flat();
  return textAfter(
    offered.find(({ title }) => title === wanted),
    asked,
  );
}

function textAfter(fix: PlacedFix | undefined, { uri, text, id }: Asked): string {
  if (fix === undefined) return "not offered";
  const after = applied(text, fix.edits);
  const same = cases.find((other) => other.startsWith(id.slice(0, 3)) && has(other, uri) && readCase(other, uri) === after);
  return same === undefined ? after.trimEnd() : `the manifest of ${same}`;
}

function afterwardsAt({ kind, ...snapshot }: Snapshot, printed: string): string {
  const { result } = predict({ kind, ...snapshot });
  return result === undefined ? "refused" : stateAt(result, kind, printed);
}

/** The value and the owners of a live object at a path. */
export function stateAt(
  { object, managedFields }: Pick<DecodedObject, "object" | "managedFields">,
  kind: LeafKind,
  printed: string,
): string {
  const sets = [...managedFields.map(({ fields }) => fields), leavesOf([object], kind)];
  const path = sets.flatMap((set) => [...pathsOf(set)]).find((one) => printPath(one) === printed);
  const value = path && valueAtPath(object, path, kind.type);
  if (path === undefined || value === undefined) return "gone";
  const owners = managedFields.filter(({ fields }) => holds(fields, path)).map((owner) => ownerName({ ...owner, time: undefined }, now));
  return `${shortValue(inOrder(value))}, owned by ${owners.length === 0 ? "nobody" : listed(owners.sort())}`;
}

/** The order of a map's keys is nobody's. */
function inOrder(value: Value): Value {
  if (isList(value)) return value.map(inOrder);
  if (!isMap(value)) return value;
  return new Map([...value].sort(([x], [y]) => (x < y ? -1 : 1)).map(([key, inner]) => [key, inOrder(inner)]));
}

/** The line's text with the squiggle's part in brackets, the message, what is related, the fixes. */
async function findingText(finding: PlacedFinding, { session, uri, text }: Asked): Promise<string> {
  const { severity, code, message, certainty, range, related } = finding;
  const unsure = certainty.kind === "certain" ? "" : ` (server decides: ${certainty.reason})`;
  const fixes = (await session.fixesAt(uri, range)).filter(({ findings }) => findings.some((one) => isSame(one, finding)));
  return [
    marked(text, range),
    `${severity} ${code}${unsure}: ${message}`,
    ...related.map((other) => `  see ${marked(text, other.range)}: ${other.message}`),
    ...fixes.map(({ title, preferred }) => `  ${preferred ? "★" : "-"} ${title}`),
  ].join("\n");
}

function isSame(a: PlacedFinding, b: PlacedFinding): boolean {
  return a.code === b.code && a.range.start === b.range.start && a.range.end === b.range.end;
}

function marked(text: string, { start, end }: Range): string {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const after = text.slice(end).split("\n", 1)[0] ?? "";
  return `${lineAt(text, start)} ${`${before}[${text.slice(start, end)}]${after}`.trim()}`;
}

function lineAt(text: string, offset: number): number {
  return lineIndex(text).positionAt(offset).line + 1;
}

/** Whether a case has this file. */
export function has(id: string, file: string): boolean {
  return existsSync(path.join(root, id, file));
}

function sessionOf(id: string): SessionFixture {
  const { manager, force, offline } = applierOf(id);
  const apply = { manager, with: manager === "auto" ? "auto" : "server-side", force: force ? "on" : "off" };
  const live = has(id, "live.yaml") ? readCase(id, "live.yaml") : undefined;
  const options = { settings: { apply }, quietMs: 0, now: () => now };
  if (!offline) return startSession({}, { ...options, cluster: clusterOf(live && objectOf(live)) });
  return startSession({ "crds/kinds.yaml": definitions, ...(live !== undefined && { "live/live.yaml": live }) }, options);
}

/** The definitions of the cases' custom kinds. */
export const definitions: string = readFileSync(path.resolve(root, "../caseKinds.yaml"), "utf8");

const { kinds } = customKindsIn(definitions);

function clusterOf(live: Value | undefined): Cluster {
  const isMeant = ({ kind, name }: ObjectKey): boolean => kind === stringAt(live, "kind") && name === stringAt(live, "metadata", "name");
  return liveCluster((key) => (isMeant(key) ? live : undefined), describedKind, now).cluster;
}

/** A kind as the played cluster describes it. */
export function describedKind(apiVersion: string, kind: string): ClusterKind | undefined {
  const found = bundledKind(apiVersion, kind) ?? kinds.find((one) => one.apiVersion === apiVersion && one.kind === kind);
  return found && { ...found, resource: kind, verbs: ["get", "patch"] };
}
