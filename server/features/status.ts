/**
 * One line about an object's place: "context / namespace · as manager", or why there is nothing to compare with.
 */
import { printPath } from "../../shared/fieldpath/printPath.ts";
import type { Status } from "../../shared/messages.ts";
import { isPartial } from "../../shared/ownership/dropped.ts";
import { extentOf } from "../../shared/ownership/extent.ts";
import { predict } from "../../shared/ownership/predict.ts";
import { refusedFields } from "../../shared/ownership/refusedFields.ts";
import type { Connectable, LiveAnswer, Snapshot } from "../../shared/ownership/snapshot.ts";
import { oneLine } from "../../shared/ownership/visible.ts";
import * as objects from "../../shared/ownership/words/objects.ts";
import * as outcomes from "../../shared/ownership/words/outcomes.ts";
import * as statusBar from "../../shared/ownership/words/statusBar.ts";
import { age, applierName, listed, objectName, sourceName, staleText } from "../../shared/ownership/words.ts";
import { code, escaped } from "./markdown.ts";
import { unrecorded } from "./ownership.ts";

/** The status bar's item for an object. */
export function statusOf(snapshot: Snapshot): Status {
  const { as, live } = snapshot;
  if (live.state === "off" && live.connect !== undefined) return connectStatus(live.connect);
  const place = placeText(snapshot);
  const text = isFresh(live) ? joined(place, as.decided ? statusBar.asManager(as.manager) : statusBar.whoApplies) : place;
  const lines = [
    `**${escaped(objectName(snapshot))}**`,
    escaped(liveText(snapshot)),
    ...recordsText(live),
    as.decided ? escaped(objects.appliedAs(applierName(as), as.evidence)) : escaped(outcomes.whoIsNotKnown(as.evidence)),
    ...verdictText(snapshot).map(escaped),
  ];
  return {
    text: oneLine(text),
    tooltip: lines.join("  \n"),
    severity: severityOf(live),
  };
}

/** What the person needs to know before connecting. */
function connectStatus({ context, server, executes }: Connectable): Status {
  const lines = [
    `**${escaped(statusBar.notConnected(context))}**`,
    statusBar.clickConnects(code(server), executes === undefined ? undefined : code(executes)),
    statusBar.rememberedHere,
  ];
  return { text: oneLine(statusBar.connectTo(context)), tooltip: lines.join("  \n"), severity: "normal", action: "connect" };
}

/** Where the live object was read, or why there is none. */
export function liveText({ live, now, namespaceTrouble }: Pick<Snapshot, "live" | "now" | "namespaceTrouble">): string {
  switch (live.state) {
    case "live":
      return objects.liveObjectFrom(sourceName(live.source), staleText(live, now) ?? objects.read(age(live.readAt, now)));
    case "ownersUnknown":
      return objects.ownersUnknown(sourceName(live.source));
    case "absent":
      return absentText(sourceName(live.source), namespaceTrouble);
    case "ownersNotTracked":
      return objects.ownersNotTracked(sourceName(live.source), live.message);
    case "pending":
      return objects.readingLive;
    case "untrusted":
    case "off":
      return objects.noLive(live.message);
    default:
      return objects.noLiveFrom(sourceName(live.source), live.message);
  }
}

/** Where the live object has no record of who set what. */
function recordsText(live: LiveAnswer): string[] {
  return live.state === "live" && live.live.managedFields.length === 0 ? [escaped(unrecorded(live.live))] : [];
}

function absentText(source: string, trouble: Snapshot["namespaceTrouble"]): string {
  if (trouble === undefined) return objects.wouldBeCreated(source);
  return trouble === "missing" ? objects.lacksNamespace(source) : objects.namespaceGoes(source);
}

/** What an apply would do to the object as a whole; nothing where there is nothing to compare with. */
export function verdictText(snapshot: Snapshot): string[] {
  const { as, live } = snapshot;
  if (!as.decided || !isFresh(live)) return [];
  const { verdict, conflicts, serverMessage, uncertain } = predict(snapshot);
  const { manager } = as;
  switch (verdict) {
    case "conflict":
      return [outcomes.refusedByOwners(manager, conflicts.length, listed(managersOf(conflicts)))];
    case "refused":
      return [outcomes.refusedWith(manager, serverMessage ?? "")];
    case "creates":
      return [outcomes.createsIt(manager)];
    case "changes": {
      const refused = refusedFields(snapshot).map(printPath);
      if (refused.length > 0) return [outcomes.refusedBecauseOf(manager, listed(refused))];
      // What others of its texts say would be counted as removed.
      return isPartial(snapshot) ? [] : [extentText(snapshot, manager)];
    }
    case "unchanged":
      return [outcomes.changesNothing(manager)];
    case "undecided":
      return uncertain.map((reason) => outcomes.notPredicted(manager, reason));
  }
}

function extentText(snapshot: Snapshot, manager: string): string {
  const extent = extentOf(snapshot);
  if (extent === undefined || extent.fields === 0) return outcomes.changesIt(manager);
  const { kind, name = "" } = snapshot.object;
  return extent.rollsOut ? outcomes.rollsOut(manager, extent.fields, `${kind} ${name}`) : outcomes.changesFields(manager, extent.fields);
}

/** Whether there is something to compare with, as it is now. */
function isFresh(live: LiveAnswer): boolean {
  return live.state === "absent" || (live.state === "live" && live.stale === undefined);
}

function managersOf(conflicts: ReturnType<typeof predict>["conflicts"]): string[] {
  return [...new Set(conflicts.flatMap(({ managers }) => managers.map(({ manager }) => manager)))];
}

function placeText({ live, now }: Pick<Snapshot, "live" | "now">): string {
  switch (live.state) {
    case "live":
      if (live.stale === undefined) return sourceText(live.source);
      return joined(sourceText(live.source), `${statusBar.stateWords[live.stale.state]}, ${objects.read(age(live.readAt, now))}`);
    case "pending":
    case "untrusted":
    case "off":
      return statusBar.placelessWords[live.state];
    default:
      return joined(sourceText(live.source), statusBar.stateWords[live.state]);
  }
}

function joined(...parts: readonly string[]): string {
  return parts.join(" · ");
}

function sourceText(source: Extract<LiveAnswer, { readonly state: "absent" }>["source"]): string {
  if (source.from === "file") return source.file;
  return source.namespace === undefined ? source.context : `${source.context} / ${source.namespace}`;
}

function severityOf(live: LiveAnswer): Status["severity"] {
  if (live.state === "signedOut" || live.state === "unreachable" || live.state === "denied") return "error";
  if (live.state === "live") return live.stale === undefined ? "normal" : "warning";
  return live.state === "slow" || live.state === "noSuchKind" || live.state === "ownersUnknown" ? "warning" : "normal";
}
