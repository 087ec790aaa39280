/**
 * From "this was sent, that came back" to the table of defaults: for each struct type and field the simplest rule that explains all that was
 * seen. What no rule explains, and what the server chooses anew each time, is "unknown".
 */
import { equalValues } from "../../../shared/fieldpath/compare.ts";
import { printJson } from "../../../shared/fieldpath/json.ts";
import { isList, isMap, type Value, type ValueMap } from "../../../shared/fieldpath/value.ts";
import { type DefaultsTable, type Entry, siblingFeature } from "../../../shared/ownership/defaults.ts";
import { goFieldsOf } from "../../../shared/schema/goFields.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { elementType, fieldType, resolve } from "../../../shared/schema/resolve.ts";

/** An absent field, what stood beside it, and what the server wrote there; undefined: nothing. */
export interface Observation {
  readonly kind: string;
  readonly type: string;
  readonly field: string;
  readonly siblings: ValueMap;
  readonly outcome: Value | undefined;
  /** The map has free keys, so that nothing is seen of kinds in which it stays as it is. */
  readonly free: boolean;
}

/** Notes every field that is absent in what was sent; `again`: a second answer, since what differs in it is no default. */
export function observe(kind: string, root: SchemaType, sent: Value, got: Value, again: Value): Observation[] {
  const seen: Observation[] = [];
  const walk = (type: SchemaType, name: string, [a, b, c]: readonly [Value | undefined, Value | undefined, Value | undefined]): void => {
    if (isList(a) && isList(b) && isList(c) && a.length === b.length && a.length === c.length) {
      const element = elementType(type);
      for (const [i, item] of a.entries()) if (element !== undefined) walk(element, element.type.named ?? "", [item, b[i], c[i]]);
    }
    if (!isMap(a) || !isMap(b) || !isMap(c)) return;
    const declared = resolve(type)?.map?.fields ?? new Map();
    for (const field of new Set([...declared.keys(), ...b.keys()])) {
      if (name.endsWith(".ObjectMeta") && field !== "labels") continue;
      if (type === root && field === "status") continue;
      const below = fieldType(type, field);
      if (a.has(field)) {
        if (below !== undefined) walk(below, below.type.named ?? `${name}.${field}`, [a.get(field), b.get(field), c.get(field)]);
      } else if (name !== "") {
        const outcome = b.get(field);
        const other = c.get(field);
        // What a Go type writes where nothing is set is no default.
        const zero = same(outcome, goFieldsOf(type.type).written.get(field));
        seen.push({
          kind,
          type: name,
          field,
          siblings: a,
          outcome: zero ? undefined : same(outcome, other) ? outcome : unstable,
          free: declared.size === 0,
        });
      }
    }
  };
  walk(root, root.type.named ?? "", [sent, got, again]);
  return seen;
}

/**
 * What hangs on the cluster, on who asks and when, on its other objects, on what was there before, or on more than two siblings, though a dry run may look as if it
 * didn't.
 */
const beyondRules: ReadonlySet<string> = new Set([
  "io.k8s.api.resource.v1.DeviceTaint.timeAdded",
  ...["groups", "uid", "username"].map((field) => `io.k8s.api.certificates.v1.CertificateSigningRequestSpec.${field}`),
  ...[
    ...["clusterIP", "clusterIPs", "healthCheckNodePort", "ipFamilies", "ipFamilyPolicy"].map((field) => `ServiceSpec.${field}`),
    ...["ServicePort.nodePort", "NodeSpec.podCIDR", "NodeSpec.podCIDRs", "PodSpec.preemptionPolicy", "PodSpec.priority"],
    ...["PersistentVolumeClaimSpec.dataSource", "PersistentVolumeClaimSpec.dataSourceRef", "ReplicationControllerSpec.selector"],
    ...["LimitRangeItem.default", "LimitRangeItem.defaultRequest", "ResourceRequirements.requests", "Volume.emptyDir"],
    ...["LimitRangeItem.default.", "LimitRangeItem.defaultRequest.", "ResourceRequirements.requests."],
  ].map((field) => `io.k8s.api.core.v1.${field}`),
]);

/** What differs from one try to the next. */
const unstable: Value = "\u0000unstable";

/** The table that explains the observations. */
export function learn(version: string, observations: readonly Observation[]): DefaultsTable {
  const types = new Map<string, Map<string, Entry>>();
  const kinds = new Map<string, Map<string, Map<string, Entry>>>();
  for (const [type, ofType] of grouped(observations, ({ type }) => type)) {
    const entries = new Map<string, Entry>();
    types.set(type, entries);
    for (const [field, ofField] of grouped(ofType, ({ field }) => field)) {
      const { shared, own } = explained(ofField, beyondRules.has(`${type}.${field}`) || beyondRules.has(`${type}.`));
      if (shared === "unknown" || Object.keys(shared).length > 0) entries.set(field, shared);
      for (const [kind, entry] of own) {
        const ofKind = kinds.get(kind) ?? new Map<string, Map<string, Entry>>();
        kinds.set(kind, ofKind.set(type, (ofKind.get(type) ?? new Map<string, Entry>()).set(field, entry)));
      }
    }
  }
  return {
    version,
    types: plain(types, (entries) => plain(entries, (entry) => entry)),
    kinds: plain(kinds, (ofKind) => plain(ofKind, (entries) => plain(entries, (entry) => entry))),
  };
}

/** One rule for as many kinds as agree, most seen first; the others get their own. */
function explained(seen: readonly Observation[], beyond: boolean): Explained {
  const byKind = [...grouped(seen, ({ kind }) => kind)].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const rule = (some: readonly Observation[]): Entry =>
    beyond && some.some(({ outcome }) => outcome !== undefined) ? "unknown" : ruleFor(some);
  if (seen[0]?.free === true) return { shared: {}, own: byKind.map(([kind, ofKind]) => [kind, rule(ofKind)]) };
  if (byKind.length === 1) return { shared: rule(seen), own: [] };
  const agreeing: Observation[] = [];
  const own: [string, Entry][] = [];
  for (const [kind, ofKind] of byKind) {
    if (rule([...agreeing, ...ofKind]) === "unknown") own.push([kind, rule(ofKind)]);
    else agreeing.push(...ofKind);
  }
  return { shared: rule(agreeing), own };
}

interface Explained {
  readonly shared: Entry;
  readonly own: readonly (readonly [string, Entry])[];
}

/** The simplest rule, looking at two siblings at most. */
function ruleFor(seen: readonly Observation[], depth = 2): Entry {
  const [first] = seen;
  if (first === undefined) return {};
  if (seen.some(({ outcome }) => outcome === unstable)) return "unknown";
  if (seen.every(({ outcome }) => same(outcome, first.outcome))) return first.outcome === undefined ? {} : { is: plainJson(first.outcome) };
  if (depth === 0) return "unknown";
  const siblings = [...new Set(seen.flatMap(({ siblings }) => [...siblings.keys()]))].sort();
  const copied = siblings.find((sibling) => seen.every(({ siblings, outcome }) => same(outcome, siblings.get(sibling))));
  if (copied !== undefined) return { as: copied };
  for (let more = 0; more < depth; more++) {
    for (const feature of [presence, siblingFeature]) {
      for (const sibling of siblings) {
        const cases = grouped(seen, ({ siblings }) => feature(sibling, siblings.get(sibling)));
        const rules = new Map([...cases].map(([key, some]) => [key, ruleFor(some, more)]));
        if (cases.size > 1 && ![...rules.values()].includes("unknown")) return { by: sibling, cases: plain(rules, (rule) => rule) };
      }
    }
  }
  return "unknown";
}

function presence(name: string, value: Value | undefined): string {
  return siblingFeature(name, value) === "absent" ? "absent" : "present";
}

function plainJson(value: Value): unknown {
  return JSON.parse(printJson(value));
}

function same(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equalValues(a, b);
}

function grouped<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

function plain<T, U>(map: ReadonlyMap<string, T>, of: (value: T) => U): Record<string, U> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, of(value)]));
}
