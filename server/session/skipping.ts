/** Why a document, or an object in it, is not compared with a live object: one sentence each. */
import type { Range } from "../../shared/manifest/model.ts";
import { readPathRules } from "../../shared/manifest/pathRules.ts";
import * as words from "../../shared/ownership/words/skipped.ts";
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
    const reason = live ? words.liveObject : object.nameless;
    return reason === undefined ? [] : [{ range: moved(object.range, part.start), reason, broken: false }];
  });
}

/** A `.field-ownership.yaml` is passed over in silence, unless it is wrong. */
function rulesSkipped({ text }: OpenFile): readonly SkippedDocument[] {
  const errors = readPathRules(text).problems.filter(({ severity }) => severity === "error");
  return errors.map(({ range, message }) => ({
    range,
    reason: words.atLine(lineAt(text, range.start), message),
    broken: true,
  }));
}

/** Why nothing of a file is compared; undefined for manifests. */
export function roleReason(role: FileRole): string | undefined {
  switch (role.kind) {
    case "overlayInput":
      return words.overlayInput(role.of);
    case "kustomization":
      return words.kustomization;
    case "values":
      return words.chartValues;
    case "chart":
      return words.chartDescription;
    case "template":
      return words.chartTemplate;
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
      return words.template;
    case "encrypted":
      return words.encrypted;
    case "tooLarge":
      return words.tooLarge;
    case "broken": {
      const [first] = problems;
      if (first === undefined) return words.doesNotParse;
      return words.atLine(lineAt(file.text, part.start + first.range.start), first.message);
    }
    case "other":
    case "objects":
    case "empty":
      return words.noObject;
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
