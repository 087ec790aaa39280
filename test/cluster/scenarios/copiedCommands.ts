import { widget, widgets } from "./customResources.ts";
import { deployment } from "./deployments.ts";
import { configMap } from "./effects.ts";
import { container, type FixScenario, replicas, scaled } from "./fixScenario.ts";

/** Fixes that are a command to be run in a terminal. */
export const copiedCommands: readonly FixScenario[] = [
  {
    title: "an edit by hand is let go",
    history: [
      { by: "ci", apply: deployment("fi-let-go", { container: "env: [{name: A, value: a}]" }) },
      {
        by: "kubectl-edit",
        strategic:
          "spec: {template: {spec: {containers: [{name: app, env: [{name: B, value: it's}, {name: C, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]}}}",
      },
    ],
    manifest: deployment("fi-let-go", { container: "env: [{name: A, value: a}]" }),
    manager: "ci",
    code: "edited-by-hand",
    fix: "remove-live",
    changes: [
      [[...container, "env", "name=B"], undefined],
      [[...container, "env", "name=C"], undefined],
    ],
    holds: [[[...container, "env"], [{ name: "A", value: "a" }]]],
    records: ["ci"],
  },
  {
    title: "what an update of ours left is taken out",
    history: [
      { by: "helm", create: configMap("fi-left", "{a: x1, legacy: x1}") },
      { by: "helm", apply: configMap("fi-left", "{a: x1}") },
    ],
    manifest: configMap("fi-left", "{a: x1}"),
    manager: "helm",
    code: "left-behind",
    fix: "remove-live",
    changes: [[["data", "legacy"], undefined]],
    holds: [[["data"], { a: "x1" }]],
  },
  {
    title: "a hidden value is taken out too",
    history: [
      { by: "helm", create: secret("fi-secret", "{a: eDE=, legacy: eDI=}") },
      { by: "helm", apply: secret("fi-secret", "{a: eDE=}") },
    ],
    manifest: secret("fi-secret", "{a: eDE=}"),
    manager: "helm",
    code: "left-behind",
    fix: "remove-live",
    changes: [[["data", "legacy"], undefined]],
    holds: [[["data"], { a: "eDE=" }]],
  },
  {
    title: "a rename is finished: the former name's fields are ours, and what the file lacks goes",
    history: [
      { by: "old-ci", apply: configMap("fi-renamed", "{a: x1, legacy: x1}") },
      { by: "ci", apply: configMap("fi-renamed", "{a: x1}") },
      { by: "ops", apply: configMap("fi-renamed", "{theirs: x1}") },
    ],
    manifest: configMap("fi-renamed", "{a: x1}"),
    manager: "ci",
    us: ["old-ci"],
    code: "left-behind",
    fix: "hand-over",
    changes: [],
    holds: [[["data"], { a: "x1", theirs: "x1" }]],
    records: ["ci", "ops"],
  },
  {
    title: "a rename is finished before the first apply under the new name",
    history: [{ by: "old-ci", apply: deployment("fi-handed", { spec: "replicas: 2" }) }],
    manifest: deployment("fi-handed", { spec: "replicas: 3" }),
    manager: "ci",
    us: ["old-ci"],
    code: "self-conflict",
    fix: "hand-over",
    changes: [],
    holds: [[replicas, 3]],
    records: ["ci"],
  },
  {
    title: "an update of the same name becomes the applier's",
    history: [{ by: "helm", create: configMap("fi-update", "{a: x1, b: x1}") }],
    manifest: configMap("fi-update", "{a: x2, b: x1}"),
    manager: "helm",
    code: "self-conflict",
    fix: "hand-over",
    changes: [],
    holds: [[["data"], { a: "x2", b: "x1" }]],
    records: ["helm"],
  },
  {
    title: "the migration from client-side apply, while others hold fields too",
    history: [
      { by: "kubectl-client-side-apply", applyClientSide: deployment("fi-migrated", { spec: "replicas: 2\nminReadySeconds: 1" }) },
      { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
      { by: "kubectl-set", strategic: "spec: {template: {spec: {containers: [{name: app, image: 'example.org/app:hotfix'}]}}}" },
    ],
    manifest: deployment("fi-migrated", { spec: "minReadySeconds: 7", image: "example.org/app:hotfix" }),
    manager: "argocd-controller",
    code: "apply-conflict",
    fix: "hand-over",
    changes: [],
    holds: [
      [replicas, 5],
      [["spec", "minReadySeconds"], 7],
      [["spec", "strategy", "type"], "RollingUpdate"],
      [["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"], undefined],
    ],
    records: ["argocd-controller", "kubectl-set"],
  },
  {
    title: "a Secret's record is handed over without its values",
    history: [{ by: "kubectl-client-side-apply", applyClientSide: secret("fi-hidden", "{a: eDE=, b: eDE=}") }],
    manifest: secret("fi-hidden", "{a: eDI=, b: eDE=}"),
    manager: "ci",
    code: "apply-conflict",
    fix: "hand-over",
    changes: [],
    holds: [[["data"], { a: "eDI=", b: "eDE=" }]],
    records: ["ci"],
  },
  {
    title: "one field is forced, all else stays as it was",
    history: [
      ...scaled("fi-force", "replicas: 2\nminReadySeconds: 3"),
      { by: "kubectl-edit", merge: "spec: {progressDeadlineSeconds: 60}" },
    ],
    manifest: deployment("fi-force", { spec: "replicas: 3\nminReadySeconds: 3" }),
    manager: "ci",
    code: "apply-conflict",
    fix: "take-over",
    changes: [[replicas, 3]],
    holds: [
      [replicas, 3],
      [["spec", "minReadySeconds"], 3],
      [["spec", "progressDeadlineSeconds"], 60],
    ],
    records: ["ci", "ci-takeover-bdee28e1", "kubectl-edit"],
  },
  {
    title: "one field of an item is forced, with text that a shell would take for its own",
    history: [
      { by: "ci", apply: deployment("fi-quote", { container: "env: [{name: A, value: a}, {name: B, value: b}]" }) },
      { by: "ops", apply: deployment("fi-quote", { container: "env: [{name: A, value: ops}]" }), force: true },
    ],
    manifest: deployment("fi-quote", { container: `env: [{name: A, value: "'; touch no\\nEOF\\n\`x\` $HOME"}, {name: B, value: b}]` }),
    manager: "ci",
    code: "apply-conflict",
    fix: "take-over",
    changes: [[[...container, "env", "name=A", "value"], "'; touch no\nEOF\n`x` $HOME"]],
    holds: [[[...container, "env", "name=B", "value"], "b"]],
  },
  {
    title: "what was forced once is handed over, and changes again",
    history: [
      { by: "ci", apply: configMap("fi-again", "{a: x1, b: x1}") },
      { by: "ci-takeover-0123abcd", apply: configMap("fi-again", "{a: x1}") },
    ],
    manifest: configMap("fi-again", "{a: x2, b: x1}"),
    manager: "ci",
    code: "self-conflict",
    fix: "hand-over",
    changes: [],
    holds: [[["data"], { a: "x2", b: "x1" }]],
    records: ["ci"],
  },
  {
    title: "an item of a list with two keys, on a service",
    history: [
      {
        by: "ci",
        apply: service("fi-port", "{name: http, port: 80, targetPort: 80}, {name: dns, port: 53, protocol: UDP, targetPort: 53}"),
      },
      { by: "ops", apply: service("fi-port", "{name: dns, port: 53, protocol: UDP, targetPort: 5353}"), force: true },
    ],
    manifest: service("fi-port", "{name: http, port: 80, targetPort: 80}, {name: dns, port: 53, protocol: UDP, targetPort: 54}"),
    manager: "ci",
    code: "apply-conflict",
    fix: "take-over",
    changes: [[["spec", "ports", "port=53", "targetPort"], 54]],
    holds: [[["spec", "ports", "port=80", "targetPort"], 80]],
  },
  {
    title: "a label of an object without namespace, whose name a shell would not take for one word",
    history: [{ by: "ops", apply: clusterRole("ops", "[get]") }],
    manifest: clusterRole("ci", "[get]"),
    manager: "ci",
    code: "apply-conflict",
    fix: "take-over",
    changes: [[["metadata", "labels", "team"], "ci"]],
    holds: [[["rules"], [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }]]],
  },
  {
    title: "a custom resource's record",
    definitions: [widgets],
    history: [{ by: "ci", create: widget("fi-widget", "size: 1\n  color: blue") }],
    manifest: widget("fi-widget", "size: 2\n  color: blue"),
    manager: "ci",
    code: "self-conflict",
    fix: "hand-over",
    changes: [],
    holds: [[["spec"], { size: 2, color: "blue" }]],
    records: ["ci"],
  },
  {
    title: "a member of a set that a hand added",
    history: [
      { by: "ci", apply: configMap("fi-set", "{a: x1}", "finalizers: [example.org/one]") },
      { by: "kubectl-edit", merge: "metadata: {finalizers: [example.org/one, example.org/two]}" },
    ],
    manifest: configMap("fi-set", "{a: x1}", "finalizers: [example.org/one]"),
    manager: "ci",
    code: "edited-by-hand",
    fix: "remove-live",
    changes: [[["metadata", "finalizers", "length"], 1]],
    holds: [[["metadata", "finalizers"], ["example.org/one"]]],
  },
];

function secret(name: string, data: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\ndata: ${data}`;
}

function service(name: string, ports: string): string {
  return `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {ports: [${ports}]}\n`;
}

function clusterRole(team: string, verbs: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: "fi:it's one"
  labels: {team: ${team}}
rules: [{apiGroups: [""], resources: [pods], verbs: ${verbs}}]
`;
}
