import { deployment } from "./deployments.ts";
import type { EffectScenario } from "./effects.ts";

/** What is tried of one kind: `was` is there, applied by ci, and ci applies `is`. */
export interface Change extends Pick<EffectScenario, "title" | "path" | "fix"> {
  readonly was: string;
  readonly is: string;
  /** What the finding must say; absent: nothing may be said, and the server takes it. */
  readonly words?: string;
  readonly definitions?: readonly string[];
  /** What the path holds before and, where the server refuses, after. */
  readonly live: unknown;
  /** What it holds after an apply that is taken. */
  readonly becomes?: unknown;
  readonly refused?: string;
}

/** As an effect: foretold and refused, or neither. */
export function tried({ was, is, words, live, becomes = live, refused = "field is immutable", ...rest }: Change): EffectScenario {
  return {
    ...rest,
    history: [{ by: "ci", apply: was }],
    manifest: is,
    manager: "ci",
    code: words === undefined ? undefined : "immutable-field",
    ...(words !== undefined && { words, refused }),
    becomes: words === undefined ? becomes : live,
  };
}

const container = ["spec", "template", "spec", "containers", "name=app"];

/** Changes of what never changes, in each kind that is asked of often, beside changes that look like such and are none. */
export const immutable: readonly EffectScenario[] = [
  {
    title: "a StatefulSet's serviceName",
    was: statefulSet("im-service-name", "serviceName: a"),
    is: statefulSet("im-service-name", "serviceName: b"),
    words: '.spec.serviceName never changes (field is immutable): live "a", here "b"',
    path: ["spec", "serviceName"],
    live: "a",
    fix: { id: "use-live-value", leaves: "a" },
  },
  {
    title: "a StatefulSet's volumeClaimTemplates",
    was: statefulSet("im-claims", claims("accessModes: [ReadWriteOnce]")),
    is: statefulSet("im-claims", claims("accessModes: [ReadWriteMany]")),
    words:
      ".spec.volumeClaimTemplates[0].spec.accessModes, which is part of .spec.volumeClaimTemplates, never changes (field is immutable)",
    path: ["spec", "volumeClaimTemplates", "apiVersion=v1", "spec", "accessModes"],
    live: ["ReadWriteOnce"],
  },
  {
    title: "a StatefulSet's volumeClaimTemplates that differ in defaults only",
    was: statefulSet("im-claims-same", claims("accessModes: [ReadWriteOnce]")),
    is: statefulSet("im-claims-same", claims("accessModes: [ReadWriteOnce], volumeMode: Filesystem")),
    path: ["spec", "volumeClaimTemplates", "apiVersion=v1", "spec", "volumeMode"],
    live: "Filesystem",
  },
  {
    title: "one more of a StatefulSet's volumeClaimTemplates",
    was: statefulSet("im-claims-more", claims("accessModes: [ReadWriteOnce]")),
    is: statefulSet(
      "im-claims-more",
      `${claims("accessModes: [ReadWriteOnce]")}\n    - metadata: {name: more}\n      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}`,
    ),
    words: ".spec.volumeClaimTemplates never changes (field is immutable): live 1 item, here 2 items",
    path: ["spec", "volumeClaimTemplates", "apiVersion=v1", "metadata", "name"],
    live: "data",
  },
  {
    title: "a Job's template",
    was: job("im-job", "", "image: app:1"),
    is: job("im-job", "", "image: app:2"),
    words: ', which is part of .spec.template, never changes (field is immutable): live "app:1", here "app:2"',
    path: [...container, "image"],
    live: "app:1",
    fix: { id: "use-live-value", leaves: "app:1" },
  },
  {
    title: "an env variable that a Job's template leaves out",
    was: job("im-job-env", "", "image: app:1", "env: [{name: A, value: a}]"),
    is: job("im-job-env", "", "image: app:1"),
    words: "and without it here the apply removes it",
    path: [...container, "env"],
    live: [{ name: "A", value: "a" }],
  },
  {
    title: "the template of a Job that is suspended",
    was: job("im-suspended", "suspend: true", "image: app:1", "resources: {requests: {cpu: 100m}}"),
    is: job("im-suspended", "suspend: true", "image: app:1", "resources: {requests: {cpu: 200m}}"),
    path: [...container, "resources", "requests", "cpu"],
    live: "100m",
    becomes: "200m",
  },
  {
    title: "a Service's clusterIP",
    was: service("im-ip", "10.0.0.77"),
    is: service("im-ip", "10.0.0.78"),
    words: ".spec.clusterIP never changes (may not change once set)",
    path: ["spec", "clusterIP"],
    live: "10.0.0.77",
    fix: { id: "use-live-value", leaves: "10.0.0.77" },
    refused: "may not change once set",
  },
  {
    title: "what a claim asks for",
    was: claim("im-claim", "storageClassName: slow"),
    is: claim("im-claim", "storageClassName: fast"),
    words: ".spec.storageClassName never changes (spec is immutable after creation",
    path: ["spec", "storageClassName"],
    live: "slow",
    refused: "spec is immutable after creation",
  },
  {
    title: "a Deployment's selector",
    was: deployment("im-selector", {}),
    is: deployment("im-selector", {}).replaceAll(/app: im-selector/g, "app: other"),
    words: ".spec.selector never changes (field is immutable)",
    path: ["spec", "selector"],
    live: { matchLabels: { app: "im-selector" } },
  },
  {
    title: "a label that a DaemonSet's selector leaves out",
    was: daemonSet("im-label", "{app: x, tier: z}"),
    is: daemonSet("im-label", "{app: x}"),
    words: ".spec.selector never changes (field is immutable)",
    path: ["spec", "selector", "matchLabels"],
    live: { app: "x", tier: "z" },
  },
  {
    title: "a Pod's command",
    was: pod("im-pod", "image: app:1", "command: [run]"),
    is: pod("im-pod", "image: app:1", "command: [stop]"),
    words: '.spec.containers[name="app"].command never changes (pod updates may not change fields other than',
    path: ["spec", "containers", "name=app", "command"],
    live: ["run"],
    refused: "pod updates may not change fields other than",
  },
  {
    title: "a container that a Pod did not have",
    was: pod("im-pod-more", "image: app:1"),
    is: pod("im-pod-more", "image: app:1\n    - name: side\n      image: side:1"),
    words: '.spec.containers[name="side"], which is part of .spec.containers, never changes',
    path: ["spec", "containers", "name=side"],
    live: undefined,
    refused: "pod updates may not add or remove containers",
  },
  {
    title: "a volume that a Pod loses",
    was: pod("im-pod-volume", "image: app:1\n  volumes:\n    - name: a\n      emptyDir: {}\n    - name: b\n      emptyDir: {}"),
    is: pod("im-pod-volume", "image: app:1\n  volumes:\n    - name: a\n      emptyDir: {}"),
    words: '.spec.volumes[name="b"], which is part of .spec.volumes, never changes',
    path: ["spec", "volumes", "name=b", "name"],
    live: "b",
    refused: "pod updates may not change fields other than",
  },
  {
    title: "a Pod's image",
    was: pod("im-pod-image", "image: app:1"),
    is: pod("im-pod-image", "image: app:2"),
    path: ["spec", "containers", "name=app", "image"],
    live: "app:1",
    becomes: "app:2",
  },
  {
    title: "a ConfigMap that is marked immutable",
    was: plain("v1", "ConfigMap", "im-map", "immutable: true\ndata: {a: '1'}"),
    is: plain("v1", "ConfigMap", "im-map", "immutable: true\ndata: {a: '2'}"),
    words: ".data.a, which is part of .data, never changes (field is immutable when `immutable` is set)",
    path: ["data", "a"],
    live: "1",
    fix: { id: "use-live-value", leaves: "1" },
  },
  {
    title: "a key that an immutable ConfigMap leaves out",
    was: plain("v1", "ConfigMap", "im-key", "immutable: true\ndata: {a: '1', b: '1'}"),
    is: plain("v1", "ConfigMap", "im-key", "immutable: true\ndata: {a: '1'}"),
    words: '.data.b, which is part of .data, never changes (field is immutable when `immutable` is set): live "1", and without it here',
    path: ["data", "b"],
    live: "1",
  },
  {
    title: "a Secret that is marked immutable",
    was: plain("v1", "Secret", "im-secret", "immutable: true\ndata: {a: YQ==}"),
    is: plain("v1", "Secret", "im-secret", "immutable: true\ndata: {a: Yg==}"),
    words: ".data.a, which is part of .data, never changes (field is immutable when `immutable` is set): live (hidden, ",
    path: ["data", "a"],
    live: "YQ==",
  },
  {
    title: "stringData of a Secret that is marked immutable",
    was: plain("v1", "Secret", "im-strings", "immutable: true\nstringData:\n  a: '1'\n  b: '1'"),
    is: plain("v1", "Secret", "im-strings", "immutable: true\nstringData:\n  a: '1'\n  b: '2'"),
    words:
      ".stringData.b, which is part of .data, never changes (field is immutable when `immutable` is set): live (hidden, 1 byte), here (hidden, 1 byte)",
    path: ["data", "b"],
    live: "MQ==",
  },
  {
    title: "a Secret's type",
    was: plain("v1", "Secret", "im-type", "type: example.org/a"),
    is: plain("v1", "Secret", "im-type", "type: example.org/b"),
    words: ".type never changes (field is immutable)",
    path: ["type"],
    live: "example.org/a",
  },
  {
    title: "a StorageClass's provisioner",
    was: plain("storage.k8s.io/v1", "StorageClass", "im-storage", "provisioner: example.org/a"),
    is: plain("storage.k8s.io/v1", "StorageClass", "im-storage", "provisioner: example.org/b"),
    words: ".provisioner never changes",
    path: ["provisioner"],
    live: "example.org/a",
  },
  {
    title: "a RoleBinding's roleRef",
    was: plain("rbac.authorization.k8s.io/v1", "RoleBinding", "im-role", roleRef("a")),
    is: plain("rbac.authorization.k8s.io/v1", "RoleBinding", "im-role", roleRef("b")),
    words: '.roleRef never changes (field is immutable): this file changes name from "a" to "b"',
    path: ["roleRef", "name"],
    live: "a",
    fix: { id: "use-live-value", leaves: "a" },
  },
  {
    title: "a PriorityClass's value",
    was: plain("scheduling.k8s.io/v1", "PriorityClass", "im-priority", "value: 10"),
    is: plain("scheduling.k8s.io/v1", "PriorityClass", "im-priority", "value: 20"),
    words: ".value never changes",
    path: ["value"],
    live: 10,
    refused: "may not be changed in an update",
  },
].map(tried);

function plain(apiVersion: string, kind: string, name: string, rest: string): string {
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${rest}\n`;
}

function statefulSet(name: string, spec: string): string {
  return plain(
    "apps/v1",
    "StatefulSet",
    name,
    `spec:\n  ${spec}\n  selector: {matchLabels: {app: ${name}}}\n  template:\n    metadata: {labels: {app: ${name}}}\n    spec: {containers: [{name: app, image: app:1}]}`,
  );
}

function claims(spec: string): string {
  return `volumeClaimTemplates:\n    - metadata: {name: data}\n      spec: {${spec}, resources: {requests: {storage: 1Gi}}}`;
}

function job(name: string, spec: string, ...app: readonly string[]): string {
  const template = `template:\n    spec:\n      restartPolicy: Never\n      containers:\n        - name: app\n          ${app.join("\n          ")}`;
  return plain("batch/v1", "Job", name, `spec:\n  ${spec === "" ? "" : `${spec}\n  `}${template}`);
}

function service(name: string, clusterIP: string): string {
  return plain("v1", "Service", name, `spec:\n  clusterIP: ${clusterIP}\n  ports:\n    - port: 80`);
}

function claim(name: string, spec: string): string {
  return plain(
    "v1",
    "PersistentVolumeClaim",
    name,
    `spec:\n  ${spec}\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Gi}}`,
  );
}

function daemonSet(name: string, labels: string): string {
  return plain(
    "apps/v1",
    "DaemonSet",
    name,
    `spec:\n  selector:\n    matchLabels: ${labels}\n  template:\n    metadata: {labels: {app: x, tier: z}}\n    spec: {containers: [{name: app, image: app:1}]}`,
  );
}

function pod(name: string, ...app: readonly string[]): string {
  return plain("v1", "Pod", name, `spec:\n  containers:\n    - name: app\n      ${app.join("\n      ")}`);
}

function roleRef(name: string): string {
  return `roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: Role\n  name: ${name}`;
}
