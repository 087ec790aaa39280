import { deployment } from "./deployments.ts";
import { configMap } from "./effects.ts";
import { container, type FixScenario, replicas, scaled } from "./fixScenario.ts";

/** A list whose items have two keys without defaults. */
const gates = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gates.fix.example.org}
spec:
  group: fix.example.org
  scope: Namespaced
  names: {plural: gates, singular: gate, kind: Gate}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            ports:
              type: array
              x-kubernetes-list-type: map
              x-kubernetes-list-map-keys: [port, protocol]
              items:
                type: object
                required: [port, protocol]
                properties: {port: {type: integer}, protocol: {type: string}, weight: {type: integer}}
`;

/** Fixes that write what the live object has. */
export const liveFixes: readonly FixScenario[] = [
  {
    title: "the live value is owned together",
    history: scaled("fi-live"),
    manifest: deployment("fi-live", { spec: "replicas: 3" }),
    manager: "ci",
    code: "apply-conflict",
    fix: "use-live-value",
    holds: [[replicas, 5]],
  },
  {
    title: "the live items of an atomic list are owned together",
    history: [
      { by: "ops", apply: deployment("fi-list", { pod: "tolerations: [{key: gpu, operator: Exists}, {key: spot, operator: Exists}]" }) },
    ],
    manifest: deployment("fi-list", { pod: "tolerations:\n  # cheap\n  - key: spot\n    operator: Exists\n  - key: mine" }),
    manager: "ci",
    code: "apply-conflict",
    fix: "use-live-value",
    holds: [
      [
        ["spec", "template", "spec", "tolerations"],
        [
          { key: "gpu", operator: "Exists" },
          { key: "spot", operator: "Exists" },
        ],
      ],
    ],
    records: ["ci", "ops"],
  },
  {
    title: "a container keeps its name",
    history: [
      { by: "ci", apply: deployment("fi-key", { container: "workingDir: /srv" }) },
      { by: "ops", apply: deployment("fi-key", {}) },
    ],
    manifest: deployment("fi-key", { container: "workingDir: /srv" }).replace("- name: app", "- name: web"),
    manager: "ci",
    code: "moved-item",
    fix: "keep-item-key",
    holds: [[["spec", "template", "spec", "containers", "length"], 1]],
  },
  {
    title: "a key that was left out, where the schema has an empty default",
    history: [{ by: "ci", apply: deployment("fi-part", { pod: spread("whenUnsatisfiable: ScheduleAnyway", 2) }) }],
    manifest: deployment("fi-part", { pod: spread("nodeTaintsPolicy: Honor", 2) }),
    manager: "ci",
    code: "moved-item",
    fix: "keep-item-key",
    holds: [[["spec", "template", "spec", "topologySpreadConstraints", "topologyKey=zone", "whenUnsatisfiable"], "ScheduleAnyway"]],
  },
  {
    title: "a key that was left out",
    definitions: [gates],
    history: [{ by: "ci", apply: gate("{port: 80, protocol: TCP, weight: 1}") }],
    manifest: gate("{port: 80, weight: 2}"),
    manager: "ci",
    code: "partial-key",
    fix: "keep-item-key",
    holds: [[["ports"], [{ port: 80, protocol: "TCP", weight: 2 }]]],
  },
  {
    title: "what an apply would reset stays",
    history: [{ by: "ci", apply: deployment("fi-keep", { spec: "replicas: 5\nminReadySeconds: 3" }) }],
    manifest: deployment("fi-keep", { spec: "minReadySeconds: 3" }),
    manager: "ci",
    code: "removes-field",
    fix: "keep-field",
    holds: [[replicas, 5]],
    records: ["ci"],
  },
  {
    title: "what others keep is owned again",
    history: [
      { by: "ci", apply: configMap("fi-keeps", "{a: x1, b: x1}") },
      { by: "ops", apply: configMap("fi-keeps", "{b: x1}") },
    ],
    manifest: configMap("fi-keeps", "{a: x1}"),
    manager: "ci",
    code: "keeps-field",
    fix: "keep-field",
    holds: [[["data", "b"], "x1"]],
    records: ["ci", "ops"],
  },
  {
    title: "an edit by hand is kept",
    history: [
      { by: "ci", apply: configMap("fi-hand", "{a: x1}") },
      { by: "kubectl-edit", merge: 'data: {HOTFIX: "on"}' },
    ],
    manifest: configMap("fi-hand", "{a: x1}"),
    manager: "ci",
    code: "edited-by-hand",
    fix: "keep-hand-edit",
    holds: [[["data", "HOTFIX"], "on"]],
    records: ["ci", "kubectl-edit"],
  },
  {
    title: "what a former name left is written down",
    history: [
      { by: "old-ci", apply: configMap("fi-write", "{a: x1, legacy: x1}") },
      { by: "ci", apply: configMap("fi-write", "{a: x1}") },
    ],
    manifest: configMap("fi-write", "{a: x1}"),
    manager: "ci",
    us: ["old-ci"],
    code: "left-behind",
    fix: "keep-field",
    holds: [[["data", "legacy"], "x1"]],
    records: ["ci", "old-ci"],
  },
  {
    title: "the live order of a list",
    history: [
      { by: "ci", apply: deployment("fi-order", { container: "env: [{name: A, value: a}, {name: B, value: b}]" }) },
      { by: "ops", apply: deployment("fi-order", { container: "env: [{name: A, value: a}, {name: B, value: b}]" }) },
    ],
    manifest: deployment("fi-order", { container: "env:\n  - {name: B, value: b} # second\n  - {name: A, value: a}" }),
    manager: "ci",
    code: "reorders-list",
    fix: "use-live-order",
    holds: [
      [
        [...container, "env"],
        [
          { name: "A", value: "a" },
          { name: "B", value: "b" },
        ],
      ],
    ],
  },
];

function gate(port: string): string {
  return `apiVersion: fix.example.org/v1\nkind: Gate\nmetadata: {name: fi-gate}\nports: [${port}]\n`;
}

function spread(more: string, maxSkew: number): string {
  return `topologySpreadConstraints:\n  - topologyKey: zone\n    maxSkew: ${maxSkew}\n    ${more}`;
}
