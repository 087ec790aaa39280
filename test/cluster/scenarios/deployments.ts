import type { Scenario } from "./scenario.ts";

/** Deployments: the autoscaler, hands, other appliers, quantities, and what the server refuses to look at. */
export const deployments: readonly Scenario[] = [
  {
    title: "replicas held by an autoscaler",
    history: [
      { by: "ci", apply: deployment("replicas", { spec: "replicas: 2" }) },
      { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
    ],
    manifest: deployment("replicas", { spec: "replicas: 3" }),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.replicas"] },
  },
  {
    title: "replicas as the autoscaler chose them: shared",
    history: [
      { by: "ci", apply: deployment("replicas-shared", { spec: "replicas: 2" }) },
      { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
    ],
    manifest: deployment("replicas-shared", { spec: "replicas: 5" }),
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "image set by hand",
    history: [
      { by: "ci", apply: deployment("image", {}) },
      { by: "kubectl-set", strategic: "spec: {template: {spec: {containers: [{name: app, image: 'example.org/app:hotfix'}]}}}" },
    ],
    manifest: deployment("image", { image: "example.org/app:2" }),
    manager: "ci",
    expected: { answer: "conflict", paths: ['.spec.template.spec.containers[name="app"].image'] },
  },
  {
    title: "tolerations, an atomic list of another applier",
    history: [
      {
        by: "platform",
        apply: deployment("tolerations", { pod: "tolerations:\n  - key: gpu\n    operator: Exists\n    effect: NoSchedule" }),
      },
      { by: "ci", apply: deployment("tolerations", {}) },
    ],
    manifest: deployment("tolerations", { pod: "tolerations:\n  # batch nodes\n  - key: spot\n    operator: Exists" }),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.template.spec.tolerations"] },
  },
  {
    title: "nodeSelector, an atomic map of another applier",
    history: [{ by: "platform", apply: deployment("node-selector", { pod: "nodeSelector: {disk: ssd}" }) }],
    manifest: deployment("node-selector", { pod: "nodeSelector: {disk: ssd, zone: a}" }),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.template.spec.nodeSelector"] },
  },
  {
    title: "three managers in one message",
    history: [
      { by: "ci", apply: deployment("three", { spec: "replicas: 2", pod: "terminationGracePeriodSeconds: 30" }) },
      { by: "hpa", subresource: "scale", merge: "spec: {replicas: 7}" },
      { by: "kubectl-edit", merge: "spec: {template: {spec: {terminationGracePeriodSeconds: 60}}, minReadySeconds: 9}" },
      {
        by: "annotator",
        apply:
          "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: three\n  annotations: {example.org/team: red, example.org/tier: front}",
      },
    ],
    manifest: deployment("three", {
      metadata: "annotations:\n  example.org/team: blue\n  example.org/tier: front",
      spec: "replicas: 3\nminReadySeconds: 1",
      pod: "terminationGracePeriodSeconds: 10",
    }),
    manager: "ci",
    expected: {
      answer: "conflict",
      paths: [
        ".metadata.annotations.example.org/team",
        ".spec.replicas",
        ".spec.minReadySeconds",
        ".spec.template.spec.terminationGracePeriodSeconds",
      ],
    },
  },
  {
    title: "one entry of env, and a container port with its default protocol",
    history: [
      {
        by: "platform",
        apply: deployment("container", { container: "env:\n  - {name: MODE, value: fast}\nports:\n  - {containerPort: 80, name: web}" }),
      },
      { by: "ci", apply: deployment("container", { container: "env:\n  - {name: LEVEL, value: debug}" }) },
    ],
    manifest: deployment("container", {
      container: "env:\n  - name: LEVEL\n    value: info\n  - name: MODE\n    value: slow\nports:\n  - containerPort: 80\n    name: http",
    }),
    manager: "ci",
    expected: {
      answer: "conflict",
      paths: [
        '.spec.template.spec.containers[name="app"].env[name="MODE"].value',
        '.spec.template.spec.containers[name="app"].ports[containerPort=80,protocol="TCP"].name',
      ],
    },
  },
  {
    title: "a quantity in the other's own spelling, which the server stored in another one",
    history: [{ by: "sizer", apply: deployment("cpu", { container: "resources: {limits: {cpu: 1000m}}" }) }],
    manifest: deployment("cpu", { container: "resources: {limits: {cpu: 1000m}}" }),
    manager: "ci",
    expected: { answer: "conflict", paths: ['.spec.template.spec.containers[name="app"].resources.limits.cpu'] },
  },
  {
    title: "a quantity as it is stored: shared",
    history: [{ by: "sizer", apply: deployment("cpu-shared", { container: "resources: {limits: {cpu: 1000m}}" }) }],
    manifest: deployment("cpu-shared", { container: 'resources: {limits: {cpu: "1"}}' }),
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "status on the main endpoint is no claim",
    history: [
      { by: "ci", apply: deployment("status", { spec: "replicas: 1" }) },
      { by: "kube-controller-manager", subresource: "status", merge: "status: {replicas: 1, observedGeneration: 1}" },
    ],
    manifest: `${deployment("status", { spec: "replicas: 2" })}status:\n  replicas: 9\n`,
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "owners forgotten: before-first-apply",
    history: [
      { by: "ci", apply: deployment("forgotten", { spec: "replicas: 2" }) },
      { by: "restore", forgetOwners: true },
    ],
    manifest: deployment("forgotten", { spec: "replicas: 2", image: "example.org/app:2" }),
    manager: "ci",
    expected: { answer: "conflict", paths: ['.spec.template.spec.containers[name="app"].image'] },
  },
  {
    title: "an object that is not there is created",
    history: [],
    manifest: deployment("absent", { spec: "replicas: 2" }),
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "own fields changed and dropped",
    history: [
      { by: "ci", apply: deployment("own", { spec: "replicas: 2\nminReadySeconds: 3", container: "env:\n  - {name: A, value: a}" }) },
      { by: "hpa", subresource: "scale", merge: "spec: {replicas: 4}" },
    ],
    manifest: deployment("own", { spec: "minReadySeconds: 4", image: "example.org/app:2" }),
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "an unknown field",
    history: [{ by: "ci", apply: deployment("unknown", {}) }],
    manifest: deployment("unknown", { spec: "replica: 3" }),
    manager: "ci",
    expected: { answer: "refused", because: ".spec.replica: field not declared in schema" },
  },
  {
    title: "the same environment variable twice",
    history: [{ by: "ci", apply: deployment("twice", {}) }],
    manifest: deployment("twice", { container: "env:\n  - {name: A, value: a}\n  - {name: A, value: b}" }),
    manager: "ci",
    expected: { answer: "refused", because: 'duplicate entries for key [name="A"]' },
  },
  {
    title: "a wrong type",
    history: [{ by: "ci", apply: deployment("types", {}) }],
    manifest: deployment("types", { spec: 'replicas: "3"' }),
    manager: "ci",
    expected: { answer: "refused", because: ".spec.replicas: expected numeric (int or float), got string" },
  },
  {
    title: "managedFields in the manifest",
    history: [{ by: "ci", apply: deployment("records", {}) }],
    manifest: deployment("records", { metadata: "managedFields: []" }),
    manager: "ci",
    expected: { answer: "refused", because: "metadata.managedFields must be nil" },
  },
];

interface Parts {
  readonly metadata?: string;
  readonly spec?: string;
  readonly pod?: string;
  readonly container?: string;
  readonly image?: string;
}

export function deployment(name: string, parts: Parts): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
${indented(2, parts.metadata)}spec:
${indented(2, parts.spec)}  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
${indented(6, parts.pod)}      containers:
        - name: app
          image: ${parts.image ?? "example.org/app:1"}
${indented(10, parts.container)}`;
}

function indented(by: number, text: string | undefined): string {
  return text === undefined ? "" : `${text.replaceAll(/^/gm, " ".repeat(by))}\n`;
}
