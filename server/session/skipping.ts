/** Why a document, or an object in it, is not compared with a live object: one sentence each. */
import type { Range } from "../../shared/manifest/model.ts";
import { readPathRules } from "../../shared/manifest/pathRules.ts";
import type { FileRole } from "../files/files.ts";
import type { SkippedDocument } from "./model.ts";
import type { OpenFile, Part } from "./openFile.ts";
import { moved } from "./placing.ts";
import { isLiveObject, type Readings } from "./readings.ts";

export function skippedIn(readings: Readings, file: OpenFile, part: Part): readonly SkippedDocument[] {
  const { kind, objects } = readings.summary(part);
  const whole: Range = { start: part.start, end: part.start + part.text.length };
  if (file.role.kind === "rules") return rulesSkipped(file);
  if (kind === "empty") return [];
  const role = roleReason(file.role);
  const misconfigured = file.role.kind === "misconfigured";
  if (role !== undefined && (kind === "objects" || (kind !== "broken" && !misconfigured))) {
    return [{ range: whole, reason: role, broken: misconfigured }];
  }
  if (kind !== "objects") return [{ range: whole, reason: documentReason(readings, file, part), broken: kind === "broken" }];
  return objects.flatMap((object) => {
    const live = isLiveObject(object, file.role) || file.role.kind === "savedLive";
    const reason = live ? "this is a live object" : object.nameless;
    return reason === undefined ? [] : [{ range: moved(object.range, part.start), reason, broken: false }];
  });
}

/** A `.field-ownership.yaml` is passed over in silence, unless it is wrong. */
function rulesSkipped({ text }: OpenFile): readonly SkippedDocument[] {
  const errors = readPathRules(text).problems.filter(({ severity }) => severity === "error");
  return errors.map(({ range, message }) => ({
    range,
    reason: `line ${lineAt(text, range.start)}: ${message}`,
    broken: true,
  }));
}

/** Why nothing of a file is compared; undefined for manifests. */
export function roleReason(role: FileRole): string | undefined {
  switch (role.kind) {
    case "overlayInput":
      return `input of the overlay ${role.of}, which changes it before it is applied`;
    case "kustomization":
      return "a kustomization, which is built before it is applied";
    case "values":
      return "values of a Helm chart";
    case "chart":
      return "the description of a Helm chart";
    case "template":
      return "a template of a Helm chart, which is rendered before it is applied";
    case "misconfigured":
      return role.problem;
    case "manifest":
    case "savedLive":
    case "rules":
      return undefined;
  }
}

function documentReason(readings: Readings, file: OpenFile, part: Part): string {
  const { kind, problems } = readings.document(part);
  switch (kind) {
    case "template":
      return "a template, which is rendered before it is applied";
    case "encrypted":
      return "encrypted with SOPS";
    case "tooLarge":
      return "larger than 3 MiB: not analysed";
    case "broken": {
      const [first] = problems;
      if (first === undefined) return "does not parse";
      return `line ${lineAt(file.text, part.start + first.range.start)}: ${first.message}`;
    }
    case "other":
    case "objects":
    case "empty":
      return "no Kubernetes object";
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
