/**
 * The words of every message and hover: one vocabulary, Kubernetes' own. Plain text; whoever shows it as Markdown escapes it.
 */
import type { ManagedFieldsEntry, ManagerIdentity } from "../apply/model.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import { hiddenBytes } from "./maskSecret.ts";
import type { Applier, LiveAnswer, LiveSource, Snapshot } from "./snapshot.ts";
import { read, stale, written } from "./words/objects.ts";

/** "Deployment shop/web"; what was only assumed, namespace or context, is named with where it comes from. */
export function objectName(snapshot: Pick<Snapshot, "object" | "live" | "kind">): string {
  const source = clusterOf(snapshot);
  const context = source?.contextAssumed && !(snapshot.kind.namespaced && source.namespaceAssumed) ? ` in context ${source.context}` : "";
  return `${nameInNamespace(snapshot)}${context}`;
}

/** The same where the context is named anyway. */
export function nameInNamespace({ object, live, kind }: Pick<Snapshot, "object" | "live" | "kind">): string {
  const name = object.name ?? object.generateName ?? "";
  const source = clusterOf({ live });
  if (kind.namespaced && source?.namespaceAssumed) {
    return `${object.kind} ${name} (namespace ${source.namespace ?? "default"}, ${namespaceOrigin(source)})`;
  }
  const namespace = kind.namespaced && object.namespace !== undefined ? `${object.namespace}/` : "";
  return `${object.kind} ${namespace}${name}`;
}

function clusterOf({ live }: Pick<Snapshot, "live">) {
  return "source" in live && live.source.from === "cluster" ? live.source : undefined;
}

/** "kube-controller-manager (Update, scale, 3 h ago)" */
export function ownerName(owner: ManagerIdentity & Partial<Pick<ManagedFieldsEntry, "time">>, now: number): string {
  const details = [owner.operation, owner.subresource, owner.time === undefined ? "" : age(owner.time, now)];
  return `${owner.manager} (${details.filter((detail) => detail !== "").join(", ")})`;
}

/** "a", "a and b", "a, b and c"; beyond `most`, "a, b and 3 more". */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.length <= most ? names : [...names.slice(0, most - 1), `${names.length - most + 1} more`];
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** "1 item", "3 items" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Of two sentences the one for this number. */
export function plural(count: number, one: string, other: string): string {
  return count === 1 ? one : other;
}

/** How long ago: "just now", "5 min ago", "3 h ago", "12 days ago". Text that is no time comes back as it is. */
export function age(time: string | number, now: number): string {
  const then = typeof time === "number" ? time : Date.parse(time);
  if (Number.isNaN(then)) return String(time);
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days < 730 ? `${days} days ago` : `${Math.floor(days / 365)} years ago`;
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
  if (source.from === "file") return `saved ${source.file}`;
  const origin = source.namespaceAssumed ? ` (${namespaceOrigin(source)})` : "";
  return `context ${source.context}${source.namespace === undefined ? "" : `, namespace ${source.namespace}${origin}`}`;
}

function namespaceOrigin({ context, contextAssumed, namespaceFrom }: Extract<LiveSource, { readonly from: "cluster" }>): string {
  const where = contextAssumed ? `, in context ${context}` : "";
  switch (namespaceFrom) {
    case "path":
      return `from .field-ownership.yaml${where}`;
    case "setting":
      return `as configured${where}`;
    case "default":
      return `since context ${context} names none`;
    case "pod":
      return "the pod's own";
    default:
      return `from context ${context}`;
  }
}

/** "team-cd", and how it applies where that is not server-side apply without force. */
export function applierName(as: Applier & { readonly decided: true }): string {
  if (as.with === "client-side") return `${as.manager} (client-side)`;
  if (as.with === "helm3") return `${as.manager} (Helm's three-way patch)`;
  return as.force === true ? `${as.manager} (with force)` : as.manager;
}

/** Stops growing once it is long enough; what lies deeper is not looked at. */
function compact(value: Value, budget: number): string {
  if (typeof value === "string") {
    const bytes = hiddenBytes(value);
    return bytes === undefined ? JSON.stringify(value.slice(0, budget + 1)) : `(hidden, ${counted(bytes, "byte")})`;
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
