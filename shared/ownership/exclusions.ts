/**
 * Fields of built-in kinds that exclude each other, where an apply brings both together: one that the manifest sets, and one that it leaves
 * out and that stays, because somebody else or nobody owns it. No schema tells of these; the API server refuses the merged object.
 * Invariant: only what was tried on a real server; a pair that stands in the manifest itself is left to the server.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { type FieldPath, field } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, type ValueMap } from "../fieldpath/value.ts";
import type { SchemaType } from "../schema/model.ts";
import { elementType, fieldType } from "../schema/resolve.ts";
import { pairs } from "./difference.ts";
import { once } from "./once.ts";
import { ownersAt } from "./owners.ts";
import { predict } from "./predict.ts";
import type { Snapshot } from "./snapshot.ts";

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
  const { result } = predict(snapshot);
  if (live.state !== "live" || result === undefined) return [];
  return [...pairsIn([], object.value, result.object, kind.type)].map(({ path, stays }) => {
    const { owners, below } = ownersAt(live.live, stays, kind.type);
    const keepers = [...owners, ...below.map(({ owner }) => owner)].map(({ entry }) => entry);
    return { path, stays, keepers: [...new Set(keepers)] };
  });
}

/** Where a field has a value, one of the others may not be there; without `is` all exclude each other. */
type Rule = { readonly oneOf: readonly string[] } | { readonly field: string; readonly is: string; readonly excludes: string };

const rules: Readonly<Record<string, Rule>> = {
  "api.apps.DeploymentStrategy": { field: "type", is: "Recreate", excludes: "rollingUpdate" },
  "api.apps.StatefulSetUpdateStrategy": { field: "type", is: "OnDelete", excludes: "rollingUpdate" },
  "api.core.EnvVar": { oneOf: ["value", "valueFrom"] },
  "api.core.EnvVarSource": { oneOf: ["configMapKeyRef", "fieldRef", "resourceFieldRef", "secretKeyRef"] },
  "api.core.Probe": { oneOf: ["exec", "grpc", "httpGet", "tcpSocket"] },
  "api.core.LifecycleHandler": { oneOf: ["exec", "httpGet", "sleep", "tcpSocket"] },
  "api.core.Volume": {
    oneOf: ["configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "hostPath", "nfs", "persistentVolumeClaim", "projected", "secret"],
  },
  "api.policy.PodDisruptionBudgetSpec": { oneOf: ["maxUnavailable", "minAvailable"] },
};

type Pair = Pick<Exclusion, "path" | "stays">;

function* pairsIn(path: FieldPath, sent: Value, after: Value, type: SchemaType): Generator<Pair> {
  if (isMap(sent) && isMap(after)) {
    const rule = type.type.named === undefined ? undefined : rules[type.type.named.replace(/^io\.k8s\./, "").replace(/\.v\d\w*\./, ".")];
    if (rule !== undefined) yield* broken(path, sent, after, rule);
    for (const [key, own] of sent) {
      const [other, below] = [after.get(key), fieldType(type, key)];
      if (other !== undefined && below !== undefined) yield* pairsIn([...path, field(key)], own, other, below);
    }
  } else if (isList(sent) && isList(after) && elementType(type) !== undefined) {
    for (const pair of pairs(path, sent, after, type)) yield* pairsIn(pair.path, pair.sent, pair.live, pair.type);
  }
}

function* broken(path: FieldPath, sent: ValueMap, after: ValueMap, rule: Rule): Generator<Pair> {
  const isSent = (name: string): boolean => !isUnset(sent.get(name));
  const staying = (name: string): boolean => !isSent(name) && !isUnset(after.get(name));
  const at = (name: string): FieldPath => [...path, field(name)];
  if ("oneOf" in rule) {
    const [own, stays] = [rule.oneOf.find(isSent), rule.oneOf.find(staying)];
    if (own !== undefined && stays !== undefined) yield { path: at(own), stays: at(stays) };
  } else if (sent.get(rule.field) === rule.is && staying(rule.excludes)) {
    yield { path: at(rule.field), stays: at(rule.excludes) };
  }
}

function isUnset(value: Value | undefined): boolean {
  return value === undefined || value === null || value === "";
}
