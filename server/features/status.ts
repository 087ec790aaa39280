/**
 * One line about an object's place: "context / namespace · as manager", or why there is nothing to compare with.
 */
import type { Status } from "../../shared/messages.ts";
import { extentOf } from "../../shared/ownership/extent.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { Connectable, LiveAnswer, Snapshot } from "../../shared/ownership/snapshot.ts";
import { age, applierName, applyingAs, counted, listed, objectName, sourceName, staleText } from "../../shared/ownership/words.ts";
import { code, escaped } from "./markdown.ts";

/** The status bar's item for an object. */
export function statusOf(snapshot: Snapshot): Status {
  const { as, live } = snapshot;
  if (live.state === "off" && live.connect !== undefined) return connectStatus(live.connect);
  const place = placeText(snapshot);
  const text = isFresh(live) ? `${place} · ${as.decided ? `as ${as.manager}` : "who applies?"}` : place;
  const lines = [
    `**${escaped(objectName(snapshot))}**`,
    escaped(liveText(snapshot)),
    as.decided ? escaped(`As ${applierName(as)}, ${as.evidence}`) : escaped(`Who applies is not known: ${as.evidence}`),
    ...verdictText(snapshot).map(escaped),
  ];
  return {
    text,
    tooltip: lines.join("  \n"),
    severity: severityOf(live),
  };
}

/** What the person needs to know before connecting. */
function connectStatus({ context, server, executes }: Connectable): Status {
  const lines = [
    `**${escaped(`Not connected to context ${context}`)}**`,
    `A click connects: live objects are read from ${code(server)}${executes === undefined ? "" : `, and ${code(executes)} is run to sign in`}`,
    "It is remembered on this machine until the context means another server or program",
  ];
  return { text: `connect to ${context}`, tooltip: lines.join("  \n"), severity: "normal", action: "connect" };
}

/** Where the live object was read, or why there is none. */
export function liveText({ live, now }: Pick<Snapshot, "live" | "now">): string {
  switch (live.state) {
    case "live":
      return `Live object from ${sourceName(live.source)}, ${staleText(live, now) ?? `read ${age(live.readAt, now)}`}`;
    case "ownersUnknown":
      return `Owners unknown: ${sourceName(live.source)} was saved without --show-managed-fields`;
    case "absent":
      return `No live object in ${sourceName(live.source)}: an apply creates it`;
    case "ownersNotTracked":
      return `Owners not tracked in ${sourceName(live.source)}: ${live.message}`;
    case "pending":
      return "Reading the live object";
    case "untrusted":
    case "off":
      return `No live object: ${live.message}`;
    default:
      return `No live object from ${sourceName(live.source)}: ${live.message}`;
  }
}

/** What an apply would do to the object as a whole; nothing where there is nothing to compare with. */
export function verdictText(snapshot: Snapshot): string[] {
  const { as, live } = snapshot;
  if (!as.decided || !isFresh(live)) return [];
  const { verdict, conflicts, serverMessage, uncertain } = predict(snapshot);
  const apply = applyingAs(as.manager);
  switch (verdict) {
    case "conflict":
      return [`${apply} is refused: ${counted(conflicts.length, "field")} held by ${listed(managersOf(conflicts))}`];
    case "refused":
      return [`${apply} is refused: ${serverMessage ?? ""}`];
    case "creates":
      return [`${apply} creates it`];
    case "changes":
      return [`${apply} ${extentText(snapshot)}`];
    case "unchanged":
      return [`${apply} changes nothing`];
    case "undecided":
      return uncertain.map((reason) => `${apply}: not predicted, ${reason}`);
  }
}

/** "changes 2 fields, rolls out Deployment web (template changed)" */
function extentText(snapshot: Snapshot): string {
  const extent = extentOf(snapshot);
  if (extent === undefined || extent.fields === 0) return "changes it";
  const { object } = snapshot;
  const rollout = extent.rollsOut ? `, rolls out ${object.kind} ${object.name ?? ""} (template changed)` : "";
  return `changes ${counted(extent.fields, "field")}${rollout}`;
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
      return `${sourceText(live.source)} · ${stateWords[live.stale.state]}, read ${age(live.readAt, now)}`;
    case "absent":
    case "ownersUnknown": {
      const note = { absent: " · not there yet", ownersUnknown: " · owners unknown" }[live.state];
      return `${sourceText(live.source)}${note}`;
    }
    case "pending":
      return "reading the live object";
    case "untrusted":
      return "live objects: workspace not trusted";
    case "off":
      return "no live object";
    default:
      return `${sourceText(live.source)} · ${stateWords[live.state]}`;
  }
}

const stateWords = {
  denied: "no access",
  signedOut: "signed out",
  unreachable: "unreachable",
  slow: "no answer in time",
  noSuchKind: "no such kind",
  ownersNotTracked: "owners not tracked",
} as const;

function sourceText(source: Extract<LiveAnswer, { readonly state: "absent" }>["source"]): string {
  if (source.from === "file") return source.file;
  return source.namespace === undefined ? source.context : `${source.context} / ${source.namespace}`;
}

function severityOf(live: LiveAnswer): Status["severity"] {
  if (live.state === "signedOut" || live.state === "unreachable" || live.state === "denied") return "error";
  if (live.state === "live") return live.stale === undefined ? "normal" : "warning";
  return live.state === "slow" || live.state === "noSuchKind" || live.state === "ownersUnknown" ? "warning" : "normal";
}
