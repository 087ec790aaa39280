/**
 * Fields that nobody is recorded to own, because every write names them or the server alone sets them.
 * Counterpart in Go: managedfields/internal stripmeta.go.
 */
import { fieldPath } from "../fieldpath/pathElement.ts";
import { difference, type FieldSet, setOf } from "../fieldpath/set.ts";

/** A writer's set without them; only exactly these paths go. */
export function stripMeta(set: FieldSet): FieldSet {
  return difference(set, stripped);
}

const stripped: FieldSet = setOf(
  fieldPath("apiVersion"),
  fieldPath("kind"),
  fieldPath("metadata"),
  ...["name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName", "generation", "managedFields", "resourceVersion"].map(
    (name) => fieldPath("metadata", name),
  ),
);
