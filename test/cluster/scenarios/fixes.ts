import { deployment } from "./deployments.ts";
import { configMap } from "./effects.ts";
import type { Scenario } from "./scenario.ts";

/** A value at a path of the live object: segments, an item of a list by `key=value`. `undefined`: nothing. */
type Holds = readonly [path: readonly string[], value: unknown];

/** A fix, and what the real server makes of its result. */
export interface FixScenario extends Pick<Scenario, "title" | "definitions" | "history" | "manifest"> {
  /** Who applies; undefined: nobody knows before the fix. */
  readonly manager: string | undefined;
  readonly force?: true;
  /** Other names of ours. */
  readonly us?: readonly string[];
  /** The code of the finding. */
  readonly code: string;
  /** Id of the fix; "fix-all" is that of all that is safe. */
  readonly fix: string;
  /** A fix that is a command changes these of the live object, and nothing else. Absent: the fix is an edit. */
  readonly changes?: readonly Holds[];
  /** What the live object holds once the manifest, as the fix left it, was applied. */
  readonly holds: readonly Holds[];
  /** Who has a record of the object itself then, in the order of names. */
  readonly records?: readonly string[];
}

const replicas = ["spec", "replicas"];
const container = ["spec", "template", "spec", "containers", "name=app"];
const scaled = (name: string, spec = "replicas: 2"): FixScenario["history"] => [
  { by: "ci", apply: deployment(name, { spec }) },
  { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
];
const service = (name: string, ports: string, more = ""): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec:\n${more}  ports:\n${ports}`;

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

/** At least one for each fix that there is. */
export const fixScenarios: readonly FixScenario[] = [
  {
    title: "a dropped field stays its owner's",
    history: scaled("fi-drop"),
    manifest: deployment("fi-drop", { spec: "replicas: 3" }),
    manager: "ci",
    code: "apply-conflict",
    fix: "drop-field",
    holds: [[replicas, 5]],
  },
  {
    title: "with the last field of a map the map goes, which is others' still",
    history: [
      { by: "ops", apply: configMap("fi-drop-map", "{a: ops, b: ops}") },
      { by: "ci", apply: configMap("fi-drop-map", "{}", "labels: {l: x}") },
    ],
    manifest: configMap("fi-drop-map", "{a: ci}", "labels: {l: x}"),
    manager: "ci",
    code: "apply-conflict",
    fix: "drop-field",
    holds: [
      [["data", "a"], "ops"],
      [["metadata", "labels", "l"], "x"],
    ],
    records: ["ci", "ops"],
  },
  {
    title: "all conflicting fields are dropped at once",
    history: [...scaled("fi-drop-all"), { by: "kubectl-edit", merge: "spec: {minReadySeconds: 9}" }],
    manifest: deployment("fi-drop-all", { spec: "replicas: 3\nminReadySeconds: 1" }),
    manager: "ci",
    code: "apply-conflict",
    fix: "drop-all-conflicts",
    holds: [
      [replicas, 5],
      [["spec", "minReadySeconds"], 9],
    ],
  },
  {
    title: "all that is safe: conflicts, what an export left, a status",
    history: [...scaled("fi-all"), { by: "kubectl-edit", merge: "spec: {minReadySeconds: 9}" }],
    manifest: `${deployment("fi-all", {
      metadata: "creationTimestamp: null\ngeneration: 4",
      spec: "replicas: 3\nminReadySeconds: 1",
      image: "example.org/app:2",
    })}status: {replicas: 3}\n`,
    manager: "ci",
    code: "apply-conflict",
    fix: "fix-all",
    holds: [
      [replicas, 5],
      [["spec", "minReadySeconds"], 9],
      [[...container, "image"], "example.org/app:2"],
    ],
    records: ["ci", "kubectl-edit"],
  },
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
    title: "a misspelt field gets its name",
    history: [{ by: "ci", apply: deployment("fi-rename", {}) }],
    manifest: deployment("fi-rename", { spec: "replica: 2" }),
    manager: "ci",
    code: "unknown-field",
    fix: "rename-field",
    holds: [[replicas, 2]],
  },
  {
    title: "a word that YAML takes for a boolean is quoted",
    history: [{ by: "ci", apply: configMap("fi-retype", "{a: x1}") }],
    manifest: configMap("fi-retype", "{a: yes}"),
    manager: "ci",
    code: "wrong-type",
    fix: "retype-value",
    holds: [[["data", "a"], "yes"]],
  },
  {
    title: "one of two equal items",
    history: [{ by: "ci", apply: service("fi-double", "    - {port: 80}") }],
    manifest: service("fi-double", "    - {port: 80}\n    - {port: 80}"),
    manager: "ci",
    code: "duplicate-item",
    fix: "remove-duplicate",
    holds: [[["spec", "ports"], [{ port: 80, targetPort: 80, protocol: "TCP" }]]],
  },
  {
    title: "a field that nobody knows",
    history: [{ by: "ci", apply: configMap("fi-unknown", "{a: x1}") }],
    manifest: `${configMap("fi-unknown", "{a: x2}")}\nnonsense: 1\n`,
    manager: "ci",
    code: "unknown-field",
    fix: "remove-field",
    holds: [[["data", "a"], "x2"]],
  },
  {
    title: "what an export left",
    history: [{ by: "ci", apply: configMap("fi-export", "{a: x1}") }],
    manifest: configMap("fi-export", "{a: x2}", "uid: 00000000-0000-0000-0000-000000000000\n  resourceVersion: '1'\n  generation: 3"),
    manager: "ci",
    code: "server-set-field",
    fix: "clean-export",
    holds: [[["data", "a"], "x2"]],
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
    title: "who applies is written down",
    history: [
      { by: "operator", create: configMap("fi-who", "{a: x1, b: x1, c: x1}") },
      { by: "kubectl-edit", merge: "data: {b: hand}" },
    ],
    manifest: configMap("fi-who", "{a: x1, b: hand, c: x1}"),
    manager: undefined,
    code: "who-applies",
    fix: "apply-as",
    holds: [[["data"], { a: "x1", b: "hand", c: "x1" }]],
  },
];

function gate(port: string): string {
  return `apiVersion: fix.example.org/v1\nkind: Gate\nmetadata: {name: fi-gate}\nports: [${port}]\n`;
}

function spread(more: string, maxSkew: number): string {
  return `topologySpreadConstraints:\n  - topologyKey: zone\n    maxSkew: ${maxSkew}\n    ${more}`;
}

function secret(name: string, data: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\ndata: ${data}`;
}
