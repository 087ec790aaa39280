/**
 * Fields without which a manifest alone could not create its object. The schema model does not say what is required, so this is a table of
 * what people meet: dropping one of these is allowed while the live object keeps it, but never what to do first.
 */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import type { ManifestObject } from "../manifest/model.ts";

/** Paths by kind; `*` stands for any list item. */
const required: readonly { readonly kinds: RegExp; readonly paths: readonly string[] }[] = [
  { kinds: /^CustomResourceDefinition$/, paths: [".spec.group", ".spec.names", ".spec.scope", ".spec.versions"] },
  { kinds: /^(Deployment|ReplicaSet|StatefulSet|DaemonSet)$/, paths: [".spec.selector", ".spec.template"] },
  { kinds: /^Job$/, paths: [".spec.template"] },
  { kinds: /^CronJob$/, paths: [".spec.schedule", ".spec.jobTemplate"] },
  { kinds: /^Service$/, paths: [".spec.ports"] },
  { kinds: /^(RoleBinding|ClusterRoleBinding)$/, paths: [".roleRef"] },
  { kinds: /^NetworkPolicy$/, paths: [".spec.podSelector"] },
  { kinds: /^PersistentVolumeClaim$/, paths: [".spec.accessModes", ".spec.resources.requests.storage"] },
  { kinds: /^StorageClass$/, paths: [".provisioner"] },
  { kinds: /^HorizontalPodAutoscaler$/, paths: [".spec.maxReplicas", ".spec.scaleTargetRef"] },
  { kinds: /WebhookConfiguration$/, paths: [".webhooks*.admissionReviewVersions", ".webhooks*.clientConfig", ".webhooks*.sideEffects"] },
];

const containerImage = /\.(containers|initContainers)\*\.image$/;

/** Whether the object needs this field to be valid on its own. */
export function isRequired(object: ManifestObject, path: FieldPath): boolean {
  const pattern = path.map((element) => (element.kind === "field" ? `.${element.name}` : "*")).join("");
  return (
    isMergeKey(path) ||
    containerImage.test(pattern) ||
    required.some(({ kinds, paths }) => kinds.test(object.kind) && paths.includes(pattern))
  );
}

/** The field is one of the keys that name its list item. */
function isMergeKey(path: FieldPath): boolean {
  const [item, last] = path.slice(-2);
  return item?.kind === "key" && last?.kind === "field" && item.keys.some((key) => key.name === last.name);
}
