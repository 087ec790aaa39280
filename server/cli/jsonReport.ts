/**
 * A check's results for machines. Lines and columns count from 1, columns in UTF-16 units; `end` is exclusive.
 * What there is none of is absent (a namespace, a time), but for `as`, `verdict` and `message`, which are null where nobody can tell.
 */
import type { Certainty } from "../../shared/apply/model.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import type { LineIndex } from "../../shared/manifest/lineIndex.ts";
import type { Severity } from "../../shared/ownership/finding.ts";
import type { Applier, ApplyWith, LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { ObjectKey } from "../cluster/ports.ts";
import type { ObjectReport, PlacedFinding } from "../session/model.ts";
import type { VerifyReport } from "../session/verifications.ts";
import type { CheckedFile, CheckedObject } from "./checked.ts";
import { type Tally, tally } from "./tally.ts";

/** The JSON document. */
export interface JsonReport {
  readonly findings: readonly JsonFinding[];
  readonly objects: readonly JsonObjectReport[];
  /** Documents that are not compared with anything, and why. */
  readonly leftOut: readonly JsonLeftOut[];
  readonly summary: Tally;
}

export interface JsonLeftOut {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface JsonFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  readonly range: { readonly start: JsonPosition; readonly end: JsonPosition };
  readonly path: string;
  readonly object: ObjectKey;
  readonly managers: readonly JsonManager[];
  readonly certainty: Certainty;
}

export interface JsonPosition {
  readonly line: number;
  readonly column: number;
}

export interface JsonManager {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string | undefined;
}

export interface JsonObjectReport {
  readonly object: ObjectKey;
  readonly file: string;
  readonly as: {
    readonly manager: string | null;
    readonly with: ApplyWith | null;
    readonly force: boolean | null;
    readonly inferred: boolean;
    readonly evidence: string;
  };
  readonly live: LiveAnswer["state"];
  readonly verdict: Exclude<ObjectReport["verdict"], undefined> | null;
  /** What the API server answers where it refuses. */
  readonly message: string | null;
  /** What it said to a dry run; absent without `--verify`. */
  readonly verified?: VerifyReport;
}

/** All findings, hints included, and with whom each object was compared. */
export function jsonReport(files: readonly CheckedFile[]): JsonReport {
  return {
    findings: files.flatMap((file) => file.findings.map((finding) => jsonFinding(file, finding))),
    objects: files.flatMap((file) => file.objects.map((report) => jsonObject(file.name, report))),
    leftOut: files.flatMap(({ name, lines, skipped }) =>
      skipped.map(({ range, reason }) => ({ file: name, line: jsonPosition(lines, range.start).line, reason })),
    ),
    summary: tally(files),
  };
}

function jsonFinding(file: CheckedFile, finding: PlacedFinding): JsonFinding {
  return {
    code: finding.code,
    severity: finding.severity,
    message: finding.message,
    file: file.name,
    range: { start: jsonPosition(file.lines, finding.range.start), end: jsonPosition(file.lines, finding.range.end) },
    path: printPath(finding.path),
    object: jsonKey(finding.object),
    managers: finding.managers.map(({ manager, operation, apiVersion, subresource, time }) => ({
      manager,
      operation,
      apiVersion,
      subresource,
      time,
    })),
    certainty: finding.certainty,
  };
}

function jsonPosition(lines: LineIndex, offset: number): JsonPosition {
  const { line, column } = lines.positionAt(offset);
  return { line: line + 1, column: column + 1 };
}

function jsonObject(file: string, { object, as, live, verdict, serverMessage, verified }: CheckedObject): JsonObjectReport {
  return {
    object: jsonKey(object),
    file,
    as: jsonApplier(as),
    live: live.state,
    verdict: verdict ?? null,
    message: serverMessage ?? null,
    ...(verified && { verified }),
  };
}

function jsonApplier(as: Applier): JsonObjectReport["as"] {
  if (!as.decided) return { manager: null, with: null, force: null, inferred: true, evidence: as.evidence };
  return { manager: as.manager, with: as.with, force: as.force, inferred: as.inferred, evidence: as.evidence };
}

function jsonKey({ apiVersion, kind, namespace, name }: ObjectKey): ObjectKey {
  return { apiVersion, kind, namespace, name };
}
