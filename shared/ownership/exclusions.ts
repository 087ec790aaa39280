/**
 * Fields of built-in kinds that exclude each other, where an apply brings both together: one that the manifest sets, and one that it leaves
 * out and that stays, because somebody else or nobody owns it. No schema tells of these; the API server refuses the merged object.
 * Invariant: only what was tried on a real server; a pair that stands in the manifest itself is left to the server.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { isMap, type Value, type ValueMap } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { valueAtPath } from "../typed/atPath.ts";
import { changedPlaces } from "./changedPlaces.ts";
import { once } from "./once.ts";
import { ownersAt } from "./owners.ts";
import type { LiveObject, Snapshot } from "./snapshot.ts";

/** A field of the manifest and one that stays beside it. */
export interface Exclusion {
  readonly path: FieldPath;
  readonly stays: FieldPath;
  /** Who holds it or something in it; none: nobody. */
  readonly keepers: readonly ManagedFieldsEntry[];
}

/** All of them, in text order of the manifest; found once. */
export const exclusionsOf: (snapshot: Snapshot) => readonly Exclusion[] = once(find);

function find(snapshot: Snapshot): readonly Exclusion[] {
  const { object, kind, live } = snapshot;
  if (live.state !== "live") return [];
  const { live: current } = live;
  return changedPlaces(snapshot).flatMap(({ path, type, after }) => {
    const rule = rules.get(type.type.named?.replace(/^io\.k8s\./, "").replace(/\.v\d\w*\./, ".") ?? "");
    const sent = rule === undefined ? undefined : valueAtPath(object.value, path, kind.type);
    if (rule === undefined || !isMap(sent) || !isMap(after)) return [];
    return broken(path, sent, after, rule).map((pair) => ({ ...pair, keepers: keepersOf(current, pair.stays, kind.type) }));
  });
}

function keepersOf(live: LiveObject, path: FieldPath, type: SchemaType): readonly ManagedFieldsEntry[] {
  const { owners, below } = ownersAt(live, path, type);
  return [...new Set([...owners, ...below.map(({ owner }) => owner)].map(({ entry }) => entry))];
}

/** At most one of several fields, or none of another where a field has this value. */
type Rule = { readonly oneOf: readonly string[] } | { readonly field: string; readonly is: string; readonly excludes: string };

/** By the type's name without its version. */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>(
  Object.entries({
    "api.apps.DeploymentStrategy": { field: "type", is: "Recreate", excludes: "rollingUpdate" },
    "api.apps.StatefulSetUpdateStrategy": { field: "type", is: "OnDelete", excludes: "rollingUpdate" },
    "api.core.EnvVar": { oneOf: ["value", "valueFrom"] },
    "api.core.EnvVarSource": { oneOf: ["configMapKeyRef", "fieldRef", "resourceFieldRef", "secretKeyRef"] },
    "api.core.Probe": { oneOf: ["exec", "grpc", "httpGet", "tcpSocket"] },
    "api.core.LifecycleHandler": { oneOf: ["exec", "httpGet", "sleep", "tcpSocket"] },
    "api.core.Volume": {
      oneOf: [
        "configMap",
        "csi",
        "downwardAPI",
        "emptyDir",
        "ephemeral",
        "hostPath",
        "nfs",
        "persistentVolumeClaim",
        "projected",
        "secret",
      ],
    },
    "api.policy.PodDisruptionBudgetSpec": { oneOf: ["maxUnavailable", "minAvailable"] },
  }),
);

function broken(path: FieldPath, sent: ValueMap, after: ValueMap, rule: Rule): readonly Pick<Exclusion, "path" | "stays">[] {
  const isSent = (name: string): boolean => !isUnset(sent.get(name));
  const staying = (name: string): boolean => !isSent(name) && !isUnset(after.get(name));
  const at = (name: string): FieldPath => [...path, field(name)];
  if ("oneOf" in rule) {
    const [own, stays] = [rule.oneOf.find(isSent), rule.oneOf.find(staying)];
    return own === undefined || stays === undefined ? [] : [{ path: at(own), stays: at(stays) }];
  }
  const excluded = sent.get(rule.field) === rule.is && staying(rule.excludes);
  return excluded ? [{ path: at(rule.field), stays: at(rule.excludes) }] : [];
}

function isUnset(value: Value | undefined): boolean {
  return value === undefined || value === null || value === "";
}
