/**
 * What an export from a cluster (`kubectl get -o yaml`) leaves in a manifest: fields that only the server sets.
 * Invariant: in the order of the list; only what the manifest holds.
 */
import { lastAppliedAnnotation } from "../apply/lastApplied.ts";
import { type FieldPath, fieldPath } from "../fieldpath/pathElement.ts";
import { has } from "../fieldpath/set.ts";
import { isMap, type Value, valueAt } from "../fieldpath/value.ts";
import type { Snapshot } from "./snapshot.ts";

/** All of them, for one clean-up: also those that do no harm by themselves. */
export function exportLeftovers({ object, kind }: Pick<Snapshot, "object" | "kind">): readonly FieldPath[] {
  const status = has(kind.resetFields, fieldPath("status")) || isEmptyMap(valueAt(object.value, "status")) ? [["status"]] : [];
  const names = [...metadataFields.map((name) => ["metadata", name]), ...annotations, ...templateTimes, ...status];
  return names.filter((path) => valueAt(object.value, ...path) !== undefined).map((path) => fieldPath(...path));
}

/** The `creationTimestamp: null` of templates, which generators write and whoever applies it owns. */
export function nullTemplateTimes({ object }: Pick<Snapshot, "object">): readonly FieldPath[] {
  return templateTimes.filter((path) => valueAt(object.value, ...path) === null).map((path) => fieldPath(...path));
}

const metadataFields = ["managedFields", "uid", "resourceVersion", "creationTimestamp", "generation", "selfLink"];
const annotations = [lastAppliedAnnotation, "deployment.kubernetes.io/revision"].map((key) => ["metadata", "annotations", key]);
const templateTimes = [["template"], ["spec", "template"], ["spec", "jobTemplate"], ["spec", "jobTemplate", "spec", "template"]].map(
  (template) => [...template, "metadata", "creationTimestamp"],
);

function isEmptyMap(value: Value | undefined): boolean {
  return isMap(value) && value.size === 0;
}
