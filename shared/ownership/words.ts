/**
 * The parts of every message and hover: names, lists, numbers, ages and values, in one vocabulary, Kubernetes' own. The sentences around them
 * stand in words/, each a whole one under its own name. Plain text; whoever shows it as Markdown escapes it.
 */
import type { ManagedFieldsEntry, ManagerIdentity } from "../apply/model.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import { hiddenBytes } from "./maskSecret.ts";
import type { Applier, LiveAnswer, LiveSource, Snapshot } from "./snapshot.ts";
import * as names from "./words/names.ts";
import { read, stale, written } from "./words/objects.ts";
import { owner as ownerWith } from "./words/owning.ts";

/** "Deployment shop/web"; what was only assumed, namespace or context, is named with where it comes from. */
export function objectName(snapshot: Pick<Snapshot, "object" | "live" | "kind">): string {
  const source = clusterOf(snapshot);
  const name = nameInNamespace(snapshot);
  return source?.contextAssumed && !(snapshot.kind.namespaced && source.namespaceAssumed) ? names.inContext(name, source.context) : name;
}

/** The same where the context is named anyway. */
export function nameInNamespace({ object, live, kind }: Pick<Snapshot, "object" | "live" | "kind">): string {
  const name = object.name ?? object.generateName ?? "";
  const source = clusterOf({ live });
  if (kind.namespaced && source?.namespaceAssumed) {
    const namespace = source.namespace ?? "default";
    return names.kindInAssumed({ kind: object.kind, name, namespace, origin: namespaceOrigin(source) });
  }
  if (!kind.namespaced || object.namespace === undefined) return names.kindAndName(object.kind, name);
  return names.kindInNamespace(object.kind, object.namespace, name);
}

function clusterOf({ live }: Pick<Snapshot, "live">) {
  return "source" in live && live.source.from === "cluster" ? live.source : undefined;
}

/** "kube-controller-manager (Update, scale, 3 h ago)" */
export function ownerName(owner: ManagerIdentity & Partial<Pick<ManagedFieldsEntry, "time">>, now: number): string {
  const details = [owner.operation, owner.subresource, owner.time === undefined ? "" : age(owner.time, now)];
  return ownerWith(owner.manager, details.filter((detail) => detail !== "").join(", "));
}

/** "a", "a and b", "a, b and c"; beyond `most`, "a, b and 3 more". */
export function listed(items: readonly string[], most = 3): string {
  const shown = items.length <= most ? items : [...items.slice(0, most - 1), names.more(items.length - most + 1)];
  return shown.length < 2 ? shown.join("") : names.andLast(shown.slice(0, -1).join(", "), shown.at(-1) ?? "");
}

/** "1 item", "3 items" */
export function counted(count: number, noun: keyof typeof names.nouns): string {
  const [one, other] = names.nouns[noun];
  return `${count} ${plural(count, one, other)}`;
}

/** Of two words or sentences the one for this number. */
export function plural(count: number, one: string, other: string): string {
  return count === 1 ? one : other;
}

/** How long ago: "just now", "5 min ago", "3 h ago", "12 days ago". Text that is no time comes back as it is. */
export function age(time: string | number, now: number): string {
  const then = typeof time === "number" ? time : Date.parse(time);
  if (Number.isNaN(then)) return String(time);
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return names.justNow;
  if (minutes < 60) return names.minutesAgo(minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return names.hoursAgo(hours);
  const days = Math.floor(hours / 24);
  return days < 730 ? names.daysAgo(days) : names.yearsAgo(Math.floor(days / 365));
}

/** "stale, read 5 min ago: 10.0.0.1:6443 cannot be reached"; undefined where a live object is known to be the newest. */
export function staleText(live: LiveAnswer, now: number): string | undefined {
  if (live.state !== "live" || live.stale === undefined) return undefined;
  return stale(age(live.readAt, now), live.stale.message);
}

/** "read 5 min ago"; of a saved object when it was written. */
export function readText({ source, readAt }: Extract<LiveAnswer, { readonly state: "live" }>, now: number): string {
  return source.from === "file" ? written(age(readAt, now)) : read(age(readAt, now));
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value in one short line, as compact JSON. Secret values print as their length. */
export function shortValue(value: Value, most = 60): string {
  const text = compact(value, most);
  if (text.length <= most) return text;
  return typeof value === "string" ? `${text.slice(0, most - 2)}…"` : `${text.slice(0, most - 1)}…`;
}

/** "context prod, namespace shop" or "saved live/web.yaml" */
export function sourceName(source: LiveSource): string {
  if (source.from === "file") return names.savedFile(source.file);
  if (source.namespace === undefined) return names.context(source.context);
  return source.namespaceAssumed
    ? names.contextAndAssumed(source.context, source.namespace, namespaceOrigin(source))
    : names.contextAndNamespace(source.context, source.namespace);
}

function namespaceOrigin({ context, contextAssumed, namespaceFrom }: Extract<LiveSource, { readonly from: "cluster" }>): string {
  const assumed = contextAssumed ? context : undefined;
  switch (namespaceFrom) {
    case "path":
      return names.fromRules(assumed);
    case "setting":
      return names.fromSettings(assumed);
    case "default":
      return names.namedByNone(context);
    case "pod":
      return names.ofPod;
    default:
      return names.fromContext(context);
  }
}

/** "team-cd", and how it applies where that is not server-side apply without force. */
export function applierName(as: Applier & { readonly decided: true }): string {
  if (as.with === "client-side") return names.clientSide(as.manager);
  if (as.with === "helm3") return names.byHelm3(as.manager);
  return as.force === true ? names.withForce(as.manager) : as.manager;
}

/** Stops growing once it is long enough; what lies deeper is not looked at. */
function compact(value: Value, budget: number): string {
  if (typeof value === "string") {
    const bytes = hiddenBytes(value);
    return bytes === undefined ? JSON.stringify(value.slice(0, budget + 1)) : names.hidden(counted(bytes, "byte"));
  }
  if (isList(value)) return enclosed("[", value, "]", budget, (item, rest) => compact(item, rest));
  if (isMap(value)) return enclosed("{", value, "}", budget, ([key, item], rest) => `${key}: ${compact(item, rest)}`);
  return String(value);
}

function enclosed<T>(open: string, items: Iterable<T>, close: string, budget: number, print: (item: T, rest: number) => string): string {
  let text = open;
  for (const item of items) {
    if (text.length > budget) break;
    text += `${text === open ? "" : ", "}${print(item, budget - text.length)}`;
  }
  return text + close;
}
