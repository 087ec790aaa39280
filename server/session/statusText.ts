/** The one status of a file that may hold many objects: that of its only object, or what most need to know about several. */
import type { Status } from "../../shared/messages.ts";
import * as skippedWords from "../../shared/ownership/words/skipped.ts";
import * as statusBar from "../../shared/ownership/words/statusBar.ts";
import { escaped } from "../features/markdown.ts";
import { statusOf } from "../features/status.ts";
import type { Analysis } from "./analysis.ts";
import type { OpenFile, Part } from "./openFile.ts";
import { isLiveObject, type Readings } from "./readings.ts";
import { skippedIn } from "./skipping.ts";

export interface Statuses {
  /** Undefined where the file holds nothing of ours. */
  of(file: OpenFile): Status | undefined;
}

/** More objects than anybody reads about in a tooltip; the first stand for the others. */
const mostObjects = 10;
const ranks: readonly Status["severity"][] = ["error", "warning", "normal"];

export function createStatuses(analysis: Analysis, readings: Readings): Statuses {
  const known = new WeakMap<NonNullable<Part["analysis"]>, readonly Status[]>();

  function inPart(file: OpenFile, part: Part): readonly Status[] {
    const statuses =
      (part.analysis && known.get(part.analysis)) ??
      analysis.objects(file, part).flatMap((object) => {
        const snapshot = analysis.snapshot(object);
        return snapshot === undefined ? [] : [statusOf(snapshot)];
      });
    if (part.analysis !== undefined) known.set(part.analysis, statuses);
    return statuses;
  }

  return {
    of(file) {
      const statuses: Status[] = [];
      for (const part of file.parts) {
        if (statuses.length >= mostObjects) break;
        statuses.push(...inPart(file, part));
      }
      const verdicts = file.parts.flatMap((part) => part.analysis?.verdicts ?? []);
      const status = statuses.length > 0 ? combined(statuses, verdicts) : passedOver(readings, file);
      return status && { ...status, tooltip: [status.tooltip, ...file.ruleWarnings.map(escaped)].join("\n\n") };
    },
  };
}

/** In a long file not all objects are read at once: how many are compared is said. */
function combined(statuses: readonly Status[], verdicts: readonly unknown[]): Status | undefined {
  const [worst] = [...statuses].sort((a, b) => ranks.indexOf(a.severity) - ranks.indexOf(b.severity));
  if (worst === undefined || verdicts.length === 1) return worst;
  const compared = verdicts.filter((verdict) => verdict !== undefined).length;
  const count = compared === verdicts.length ? statusBar.objectCount(compared) : statusBar.objectCountOf(compared, verdicts.length);
  const alike = statuses.filter(({ severity }) => severity === worst.severity).map((status) => status.text);
  const text = worst.action === "connect" && compared === 0 ? worst.text : `${count} · ${inCommon(alike) || worst.text}`;
  return { ...worst, text, tooltip: [...new Set(statuses.map(({ tooltip }) => tooltip))].join("\n\n") };
}

/** The leading parts that all have: what is said of one object only is in the tooltip. */
function inCommon(texts: readonly string[]): string {
  const [first = [], ...others] = texts.map((text) => text.split(" · "));
  const length = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return (length < 0 ? first : first.slice(0, length)).join(" · ");
}

/** Why nothing in the file is compared, where it looks like Kubernetes objects at all. */
function passedOver(readings: Readings, file: OpenFile): Status | undefined {
  for (const part of file.parts) {
    const { kind, objects } = readings.summary(part);
    if (kind === "other" || kind === "empty") continue;
    if (kind === "objects" && objects.some((object) => isLiveObject(object, file.role)))
      return normal(skippedWords.liveObjectShort, skippedWords.liveObjectHint);
    const [skipped] = skippedIn(readings, file, part);
    if (skipped === undefined || !part.text.includes("apiVersion")) continue;
    if (file.role.kind === "misconfigured")
      return {
        text: skippedWords.brokenRulesShort,
        tooltip: skippedWords.notCompared(escaped(skipped.reason)),
        severity: "error",
      };
    const text = kind === "objects" ? skippedWords.notComparedShort : skippedWords.shortWords[kind];
    return { text, tooltip: `${skippedWords.notCompared(escaped(skipped.reason))}.`, severity: kind === "tooLarge" ? "warning" : "normal" };
  }
  return undefined;
}

function normal(text: string, tooltip: string): Status {
  return { text, tooltip, severity: "normal" };
}
